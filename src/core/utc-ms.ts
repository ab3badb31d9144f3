// Times in MySQL's format, `YYYY-MM-DD HH:MM:SS`, as instants.

/** Milliseconds since 1970 of a time in UTC; NaN where the text is no time. */
export function utcMs(time: string): number {
  return Date.parse(`${time.replace(' ', 'T')}Z`)
}
