// The names of months and days, and of the halves of a day, as the site's language writes them.

export interface DateNames {
  /** From January on. */
  readonly months: readonly string[]
  /** Names of months beside a day (genitive); null where the language does not decline them. */
  readonly monthsOfDays: readonly string[] | null
  readonly shortMonths: readonly string[]
  /** From Sunday on. */
  readonly days: readonly string[]
  readonly shortDays: readonly string[]
  /** `am`, `pm`, `AM` and `PM`. */
  readonly halves: Readonly<Record<'am' | 'pm' | 'AM' | 'PM', string>>
}

type Translated = (context: string | null, text: string) => string | undefined

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

/** The names of a translation, by its texts and their contexts (WP_Locale); English ones where it has none. */
export function dateNamesFrom(translated: Translated): DateNames {
  const word = (text: string, context: string | null = null) => translated(context, text) || text
  const isDeclined = word('off', 'decline months names: on or off') === 'on'
  return {
    months: months.map((name) => word(name)),
    monthsOfDays: isDeclined ? months.map((name) => word(name, 'genitive')) : null,
    shortMonths: months.map((name) => word(name.slice(0, 3), `${name} abbreviation`)),
    days: days.map((name) => word(name)),
    shortDays: days.map((name) => word(name.slice(0, 3))),
    halves: { am: word('am'), pm: word('pm'), AM: word('AM'), PM: word('PM') },
  }
}

export const englishDateNames: DateNames = dateNamesFrom(() => undefined)
