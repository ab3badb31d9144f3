// The site's own time: a zone by name (timezone_string), else a fixed offset in hours (gmt_offset). Times are
// `YYYY-MM-DD HH:MM:SS`, as the tables hold them.

export interface TimeZone {
  readonly name: string
  /** Hours ahead of UTC at an instant. */
  readonly offsetHoursAt: (instantMs: number) => number
  readonly toUtc: (local: string) => string
  /** By the offset of another time than its own. */
  readonly toUtcByOffsetOf: (instantMs: number, local: string) => string
  readonly toLocal: (instantMs: number) => string
  /** A local time as clocks showed it: one that a change of the offset left out is that much later. */
  readonly shown: (local: string) => string
}

export const isZero = (time: string): boolean => time === '' || time.startsWith('0000-00-00')

export function timeZone(name: string, offsetHours: number): TimeZone {
  const offsetHoursAt = offsetReader(name) ?? (() => offsetHours)
  const changesAround = changeReader(offsetHoursAt)
  const zone: TimeZone = {
    name,
    offsetHoursAt,
    toUtc: (local) => {
      const asUtc = Date.parse(`${local.replace(' ', 'T')}Z`)
      if (Number.isNaN(asUtc)) return local
      // Around a change of the offset: of a time that comes twice the first, of one that never comes the time after it
      const before = asUtc - offsetHoursAt(asUtc - 86_400_000) * 3_600_000
      const after = asUtc - offsetHoursAt(asUtc + 86_400_000) * 3_600_000
      const is = (instantMs: number) => instantMs + offsetHoursAt(instantMs) * 3_600_000 === asUtc
      const instantMs = is(before) || !is(after) ? before : after
      return printed(instantMs)
    },
    toUtcByOffsetOf: (instantMs, local) => {
      const asUtc = Date.parse(`${local.replace(' ', 'T')}Z`)
      return Number.isNaN(asUtc) ? local : printed(asUtc - offsetHoursAt(instantMs) * 3_600_000)
    },
    toLocal: (instantMs) => printed(instantMs + offsetHoursAt(instantMs) * 3_600_000),
    shown: (local) => {
      const asUtc = Date.parse(`${local.replace(' ', 'T')}Z`)
      if (Number.isNaN(asUtc) || !changesAround(asUtc)) return local
      return zone.toLocal(Date.parse(`${zone.toUtc(local).replace(' ', 'T')}Z`))
    },
  }
  return zone
}

const dayMs = 86_400_000
const daysMax = 10_000

/** Whether the offset changes about a day; days are remembered, as asking for an offset takes long. */
function changeReader(offsetHoursAt: (instantMs: number) => number): (instantMs: number) => boolean {
  const days = new Map<number, boolean>()
  return (instantMs) => {
    const day = Math.floor(instantMs / dayMs)
    const known = days.get(day)
    if (known !== undefined) return known
    const changes = offsetHoursAt((day - 1) * dayMs) !== offsetHoursAt((day + 2) * dayMs)
    if (days.size >= daysMax) days.clear()
    days.set(day, changes)
    return changes
  }
}

function printed(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 19).replace('T', ' ')
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
