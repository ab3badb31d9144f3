// Names of a time zone at an instant: its abbreviation, and whether summer time is in force. Intl has abbreviations only in
// the English of countries that use them; those of other countries are listed here as PHP has them.

/** Abbreviations of the time zone database that Intl lacks; empty where Intl has one that the database lacks. */
const others: ReadonlyMap<string, readonly [standard: string, summer?: string]> = new Map([
  ['America/Adak', ['HST', 'HDT']],
  ['America/Dawson', ['MST']],
  ['America/Havana', ['CST', 'CDT']],
  ['America/Hermosillo', ['MST']],
  ['America/Mazatlan', ['MST']],
  ['America/Whitehorse', ['MST']],
  ['Asia/Hong_Kong', ['HKT']],
  ['Asia/Jakarta', ['WIB']],
  ['Asia/Jayapura', ['WIT']],
  ['Asia/Jerusalem', ['IST', 'IDT']],
  ['Asia/Karachi', ['PKT']],
  ['Asia/Macau', ['CST']],
  ['Asia/Makassar', ['WITA']],
  ['Asia/Manila', ['PST']],
  ['Asia/Pontianak', ['WIB']],
  ['Asia/Pyongyang', ['KST']],
  ['Asia/Seoul', ['KST']],
  ['Asia/Shanghai', ['CST']],
  ['Asia/Taipei', ['CST']],
  ['Asia/Tokyo', ['JST']],
  ['Europe/Kirov', ['MSK']],
  ['Europe/Moscow', ['MSK']],
  ['Europe/Simferopol', ['MSK']],
  ['Europe/Volgograd', ['MSK']],
  ['Pacific/Guam', ['ChST']],
  ['Pacific/Midway', ['SST']],
  ['Pacific/Pago_Pago', ['SST']],
  ['Pacific/Saipan', ['ChST']],
  ['Asia/Colombo', ['']],
  ['America/Miquelon', ['', '']],
  ['Antarctica/Casey', ['']],
  ['Asia/Dubai', ['']],
  ['Asia/Muscat', ['']],
  ['Australia/Eucla', ['']],
  ['Australia/Lord_Howe', ['', '']],
  ['Pacific/Chatham', ['', '']],
])

const locales = ['en-US', 'en-GB', 'en-IE', 'en-AU', 'en-NZ', 'en-ZA', 'en-IN', 'en-CA']

const formatsMax = 100
const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats are cached, as making one takes long. */
function formatOf(timeZone: string, locale: string, timeZoneName: 'short' | 'long'): Intl.DateTimeFormat {
  const key = [timeZone, locale, timeZoneName].join(' ')
  const known = formats.get(key)
  if (known) return known
  if (formats.size >= formatsMax) formats.clear()
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName })
  formats.set(key, format)
  return format
}

/** The name of a zone; empty for an unknown zone. */
function nameOf(zone: string, instantMs: number, locale: string, style: 'short' | 'long'): string {
  try {
    const parts = formatOf(zone, locale, style).formatToParts(instantMs)
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  } catch {
    return ''
  }
}

export function isSummerTime(zone: string, instantMs: number): boolean {
  return /Summer|Daylight/.test(nameOf(zone, instantMs, 'en-US', 'long'))
}

/** The zone's abbreviation, such as `CEST`; empty where it has none. */
export function zoneAbbreviation(zone: string, instantMs: number): string {
  const own = others.get(zone)
  const listed = own?.[isSummerTime(zone, instantMs) ? 1 : 0]
  if (listed !== undefined) return listed
  const names = locales.map((locale) => nameOf(zone, instantMs, locale, 'short'))
  return names.find((name) => /^[A-Z]+$/.test(name)) ?? ''
}
