// The site's time zone: by name (timezone_string), else a fixed offset in hours (gmt_offset). Times are `YYYY-MM-DD
// HH:MM:SS`, as the tables store them.
import { utcMs } from '../core/utc-ms.ts'
import { givenTime } from './given-time.ts'

export interface TimeZone {
  readonly name: string
  /** Name and offset: equal for equal zones. */
  readonly id: string
  /** Hours ahead of UTC at an instant. */
  readonly offsetHoursAt: (instantMs: number) => number
  /** Converts a local time to UTC as PHP does; text that is no time stays as it is. */
  readonly toUtc: (local: string) => string
  /** Converts a local time to the first instant, in UTC, at which clocks show it. */
  readonly toFirstUtc: (local: string) => string
  /** The instant of the next change of the offset, to the minute; null where there is none within a year. */
  readonly nextChangeMs: (instantMs: number) => number | null
  readonly toLocal: (instantMs: number) => string
  /** Converts a time in UTC to local time; text that is no time stays as it is. */
  readonly clockAt: (utc: string) => string
  /** Converts an argument's time to local time; throws a RangeError for text that the argument's format should have refused. */
  readonly stored: (given: string) => string
  /** The local time as clocks showed it: a time that a forward change skipped becomes the later one. */
  readonly shown: (local: string) => string
  /** Offsets of local times, from the earliest on; the same as `toUtc` from 1970 to 2037. */
  readonly spans: () => readonly Span[]
}

/** A period with one offset. */
export interface Span {
  /** Its end, by the clock and as an instant, ms since 1970; null for the last one. */
  readonly until: { readonly local: string; readonly instantMs: number } | null
  readonly seconds: number
}

export const isZero = (time: string): boolean => time === '' || time.startsWith('0000-00-00')

/** Cuts a stored time to seconds, as WordPress shows it: other systems store fractions, or a date alone, which is its midnight. */
export const toSeconds = (time: string): string =>
  time.length === 'YYYY-MM-DD'.length ? `${time} 00:00:00` : time.slice(0, 'YYYY-MM-DD HH:MM:SS'.length)

const zonesMax = 100
const zones = new Map<string, TimeZone>()

/** Zones are cached: creating a date format takes more than a millisecond, and reloads need the same zone again. */
export function timeZone(name: string, offsetHours: number): TimeZone {
  const id = `${name} ${offsetHours}`
  const known = zones.get(id)
  if (known) return known
  if (zones.size >= zonesMax) zones.clear()
  const zone = makeZone(name, offsetHours)
  zones.set(id, zone)
  return zone
}

function makeZone(name: string, offsetHours: number): TimeZone {
  const offsetHoursAt = (name === '' ? null : offsetReader(name)) ?? (() => offsetHours)
  const changesAround = (instantMs: number) =>
    offsetHoursAt(instantMs - dayMs) !== offsetHoursAt(instantMs + dayMs)
  const utcOf = (local: string, takesSecond: (laterHours: number) => boolean) => {
    const asUtc = utcMs(local)
    if (Number.isNaN(asUtc)) return local
    // A local time that a forward change skipped becomes the later one
    const before = asUtc - offsetHoursAt(asUtc - dayMs) * 3_600_000
    const laterHours = offsetHoursAt(asUtc + dayMs)
    const after = asUtc - laterHours * 3_600_000
    const is = (instantMs: number) => instantMs + offsetHoursAt(instantMs) * 3_600_000 === asUtc
    return printed(is(after) && (takesSecond(laterHours) || !is(before)) ? after : before)
  }
  let spans: readonly Span[] | null = null
  let known: { readonly from: number; readonly until: number | null } = { from: Infinity, until: null }
  const zone: TimeZone = {
    name,
    id: `${name} ${offsetHours}`,
    offsetHoursAt,
    spans: () => (spans ??= spansOf(offsetHoursAt)),
    toUtc: (local) => utcOf(local, isSecond),
    toFirstUtc: (local) => utcOf(local, () => false),
    nextChangeMs: (instantMs) => {
      if (instantMs < known.from || instantMs >= (known.until ?? known.from + dayMs))
        known = { from: instantMs, until: nextChangeOf(instantMs, offsetHoursAt) }
      return known.until
    },
    toLocal: (instantMs) => printed(instantMs + offsetHoursAt(instantMs) * 3_600_000),
    clockAt: (utc) => {
      const instantMs = utcMs(utc)
      return Number.isNaN(instantMs) ? utc : zone.toLocal(instantMs)
    },
    stored: (text) => {
      const given = givenTime(text)
      if (given === null) throw new RangeError(`'${text}' is no time`)
      const { clockMs, offsetMs } = given
      return offsetMs === null ? zone.shown(printed(clockMs)) : zone.toLocal(clockMs - offsetMs)
    },
    shown: (local) => {
      const asUtc = utcMs(local)
      if (Number.isNaN(asUtc) || !changesAround(asUtc)) return toSeconds(local)
      return zone.clockAt(zone.toUtc(local))
    },
  }
  return zone
}

const minuteMs = 60_000
const dayMs = 86_400_000
/** Two changes of an offset are further apart: parts of Brazil had summer time for a week without an hour (October 2000). */
const apartMs = 6 * dayMs
const spansFrom = Date.UTC(1970, 0, 1)
const spansUntil = Date.UTC(2038, 0, 1)

/** PHP takes the second of a local time that occurs twice where the later offset is not behind UTC, else the first. */
function isSecond(laterHours: number): boolean {
  return laterHours >= 0
}

/** Resolves times that occur twice or never as `toUtc` does. */
function spansOf(offsetHoursAt: (instantMs: number) => number): readonly Span[] {
  const spans: Span[] = []
  let hours = offsetHoursAt(spansFrom)
  for (let from = spansFrom; from < spansUntil; from += apartMs) {
    const to = from + apartMs
    const next = offsetHoursAt(to)
    if (next === hours) continue
    const change = changeBetween(from, to, offsetHoursAt)
    const endHours = isSecond(next) ? next : Math.max(hours, next)
    const until = { local: printed(change + endHours * 3_600_000), instantMs: change }
    spans.push({ until, seconds: hours * 3600 })
    hours = next
  }
  return [...spans, { until: null, seconds: hours * 3600 }]
}

/** The first instant, to the minute, with the offset of `to`. */
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
  for (let from = first; from < first + 366 * dayMs; from += apartMs) {
    const to = from + apartMs
    if (offsetHoursAt(to) !== hours) return changeBetween(from, to, offsetHoursAt)
  }
  return null
}

const daysMax = 10_000

/** Formatting an offset is slow: offsets at the beginnings of days are cached, and hold for a day if the next begins with the same. */
function keptByDay(read: (instantMs: number) => number): (instantMs: number) => number {
  const days = new Map<number, number>()
  const at = (day: number): number => {
    const known = days.get(day)
    if (known !== undefined) return known
    if (days.size >= daysMax) days.clear()
    const hours = read(day * dayMs)
    days.set(day, hours)
    return hours
  }
  return (instantMs) => {
    const day = Math.floor(instantMs / dayMs)
    const hours = at(day)
    return instantMs === day * dayMs || hours === at(day + 1) ? hours : read(instantMs)
  }
}

/** The range of times that every database server compares: the years 1 to 9999. */
const firstMs = Date.parse('0001-01-01T00:00:00Z')
const lastMs = Date.parse('9999-12-31T23:59:59Z')

/** Prints an instant as the tables store it; one out of that range becomes its nearest end. */
function printed(instantMs: number): string {
  const within = Math.min(Math.max(Math.round(instantMs), firstMs), lastMs)
  return new Date(within).toISOString().slice(0, 19).replace('T', ' ')
}

function offsetReader(name: string): ((instantMs: number) => number) | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
    return keptByDay((instantMs) => {
      const text = format.formatToParts(instantMs).find((part) => part.type === 'timeZoneName')?.value ?? ''
      const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] =
        /GMT([+-])(\d+):(\d+)(?::(\d+))?/.exec(text) ?? []
      // Before there were time zones, a town's offset had seconds
      return (
        ((sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))) / 3600
      )
    })
  } catch {
    return null
  }
}

/** Converts a local time to UTC by a fixed offset. */
export function toUtcBy(offsetHours: number, local: string): string {
  const asUtc = utcMs(local)
  return Number.isNaN(asUtc) ? local : printed(asUtc - offsetHours * 3_600_000)
}
