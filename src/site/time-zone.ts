// The site's own time: a zone by name (timezone_string), else a fixed offset in hours (gmt_offset). Times are
// `YYYY-MM-DD HH:MM:SS`, as the tables hold them.

export interface TimeZone {
  readonly name: string
  /** The same of zones that are the same: their name and their offset. */
  readonly id: string
  /** Hours ahead of UTC at an instant. */
  readonly offsetHoursAt: (instantMs: number) => number
  readonly toUtc: (local: string) => string
  /** When the offset next changes, to the minute; null where that is not in a year. */
  readonly nextChangeMs: (instantMs: number) => number | null
  readonly toLocal: (instantMs: number) => string
  /** A local time as clocks showed it: one that a change of the offset left out is that much later. */
  readonly shown: (local: string) => string
  /** How far ahead of UTC local times are, from the earliest on; the same as `toUtc` from 1970 to 2037. */
  readonly spans: () => readonly Span[]
}

/** Local times that are equally far ahead of UTC. */
export interface Span {
  /** Where they end; null for those of the last span. */
  readonly until: string | null
  readonly seconds: number
}

export const isZero = (time: string): boolean => time === '' || time.startsWith('0000-00-00')

export function timeZone(name: string, offsetHours: number): TimeZone {
  const offsetHoursAt = offsetReader(name) ?? (() => offsetHours)
  const changesAround = changeReader(offsetHoursAt)
  let spans: readonly Span[] | null = null
  let known: { readonly from: number; readonly until: number | null } = { from: Infinity, until: null }
  const zone: TimeZone = {
    name,
    id: `${name} ${offsetHours}`,
    offsetHoursAt,
    spans: () => (spans ??= spansOf(offsetHoursAt)),
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
    nextChangeMs: (instantMs) => {
      if (instantMs < known.from || instantMs >= (known.until ?? known.from + dayMs))
        known = { from: instantMs, until: nextChangeOf(instantMs, offsetHoursAt) }
      return known.until
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

const minuteMs = 60_000
const dayMs = 86_400_000
const spansFrom = Date.UTC(1970, 0, 1)
const spansUntil = Date.UTC(2038, 0, 1)

/** A time that comes twice is the first, and one that never comes is that of the span before it, as in `toUtc`. */
function spansOf(offsetHoursAt: (instantMs: number) => number): readonly Span[] {
  const spans: Span[] = []
  let hours = offsetHoursAt(spansFrom)
  for (let from = spansFrom; from < spansUntil; from += 28 * dayMs) {
    const to = from + 28 * dayMs
    const next = offsetHoursAt(to)
    if (next === hours) continue
    const change = changeBetween(from, to, offsetHoursAt)
    spans.push({ until: printed(change + Math.max(hours, next) * 3_600_000), seconds: hours * 3600 })
    hours = next
  }
  return [...spans, { until: null, seconds: hours * 3600 }]
}

/** The first instant of the offset that there is at the end, to the minute. */
function changeBetween(from: number, to: number, offsetHoursAt: (instantMs: number) => number): number {
  const last = offsetHoursAt(to)
  let [before, after] = [from, to]
  while (after - before > minuteMs) {
    const middle = before + Math.floor((after - before) / minuteMs / 2) * minuteMs
    if (offsetHoursAt(middle) === last) after = middle
    else before = middle
  }
  return after
}

function nextChangeOf(instantMs: number, offsetHoursAt: (instantMs: number) => number): number | null {
  const first = Math.floor(instantMs / minuteMs) * minuteMs
  const hours = offsetHoursAt(instantMs)
  for (let from = first; from < first + 366 * dayMs; from += 7 * dayMs) {
    const to = from + 7 * dayMs
    if (offsetHoursAt(to) !== hours) return changeBetween(from, to, offsetHoursAt)
  }
  return null
}

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

/** A local time in UTC, by an offset that is given. */
export function toUtcBy(offsetHours: number, local: string): string {
  const asUtc = Date.parse(`${local.replace(' ', 'T')}Z`)
  return Number.isNaN(asUtc) ? local : printed(asUtc - offsetHours * 3_600_000)
}
