// Times in arguments: ISO 8601 with seconds, with the offset of their zone, or local without one.

export interface GivenTime {
  /** The written clock time, in ms, as if it were UTC. */
  readonly clockMs: number
  /** The offset of its zone, positive east of UTC; null where the time names none. */
  readonly offsetMs: number | null
}

/**
 * Null for text that is no time. As in rest_parse_date and PHP's strtotime, a day, hour or second after the last one, and a day
 * or month before the first, roll over into the neighbouring one.
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
