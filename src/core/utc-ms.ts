// Times as MySQL writes them, `YYYY-MM-DD HH:MM:SS`, as instants.

/** Milliseconds since 1970 of a time in UTC; NaN of a text that is no time. */
export function utcMs(time: string): number {
  return Date.parse(`${time.replace(' ', 'T')}Z`)
}
