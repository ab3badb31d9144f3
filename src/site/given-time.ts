// Times as arguments give them: ISO 8601 with seconds, of a zone by its offset, or else local.

export interface GivenTime {
  /** The time that its clock shows, as if it were UTC. */
  readonly clockMs: number
  /** Its zone is ahead of UTC by this; null where it names none. */
  readonly offsetMs: number | null
}

/**
 * Null for what is no time. It accepts what rest_parse_date and PHP's strtotime accept: a day, an hour or a second beyond the
 * last, and a day or a month before the first, count on.
 */
export function givenTime(text: string): GivenTime | null {
  const found =
    /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d)(?::(\d\d))?)?$/.exec(text)
  if (!found) return null
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number)
  const [sign, hours, minutes] = found.slice(7)
  const most = [9999, 12, 31, 24, 59, 60, 24, 59]
  const parts = [year, month, day, hour, minute, second, Number(hours ?? 0), Number(minutes ?? 0)]
  if (parts.some((part = 0, at) => part > (most[at] ?? 0))) return null
  const clock = new Date(0)
  clock.setUTCFullYear(year ?? 0, (month ?? 0) - 1, day)
  clock.setUTCHours(hour ?? 0, minute, second)
  const offsetMs = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  const hasZone = sign !== undefined || text.endsWith('Z')
  return { clockMs: clock.getTime(), offsetMs: hasZone ? offsetMs : null }
}
