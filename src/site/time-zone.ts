// The site's own time: a zone by name (timezone_string), else a fixed offset in hours (gmt_offset). Times are
// `YYYY-MM-DD HH:MM:SS`, as the tables hold them.

export interface TimeZone {
  readonly name: string
  /** Hours ahead of UTC at an instant. */
  readonly offsetHoursAt: (instantMs: number) => number
  readonly toUtc: (local: string) => string
}

export const isZero = (time: string): boolean => time === '' || time.startsWith('0000-00-00')

export function timeZone(name: string, offsetHours: number): TimeZone {
  const offsetHoursAt = offsetReader(name) ?? (() => offsetHours)
  return {
    name,
    offsetHoursAt,
    toUtc: (local) => {
      const asUtc = Date.parse(`${local.replace(' ', 'T')}Z`)
      if (Number.isNaN(asUtc)) return local
      // The offset an hour or so off the instant is the wrong one around a change: ask again at the first guess
      const guess = asUtc - offsetHoursAt(asUtc) * 3_600_000
      const instant = new Date(asUtc - offsetHoursAt(guess) * 3_600_000)
      return instant.toISOString().slice(0, 19).replace('T', ' ')
    },
  }
}

function offsetReader(name: string): ((instantMs: number) => number) | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
    return (instantMs) => {
      const text = format.formatToParts(instantMs).find((part) => part.type === 'timeZoneName')?.value ?? ''
      const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(text) ?? []
      return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60)
    }
  } catch {
    return null
  }
}
