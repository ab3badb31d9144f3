// Encodings of values that a database stores otherwise than Lectern names them: words as numbers or other words, local times as times in
// UTC, ids as smaller numbers. Both directions are here: conditions compare stored values, so that indexes serve them, and results
// contain decoded ones.
import { utcMs } from '../core/utc-ms.ts'

/** The words that stored values stand for; a value without one reads as no word, which hides its row. */
export interface ValueMap {
  readonly kind: 'words'
  /** Words by stored value; no two values have the same word. */
  readonly words: ReadonlyMap<string, string>
  /** True where the database compares the stored values as numbers. */
  readonly areNumbers: boolean
}

/** Times in UTC, stored as seconds or milliseconds since 1970 or as dates, or computed from dates in local time. Zero and NULL are no time. */
export interface UtcTime {
  readonly kind: 'time'
  readonly form: TimeForm | 'local'
}

export type TimeForm = 'unix-seconds' | 'unix-milliseconds' | 'utc'

/** Ids that exceed the stored ones by a number, so that ids of several tables differ; 0 and NULL are no id, and negative keys are not found. */
export interface ShiftedId {
  readonly kind: 'shifted'
  readonly by: number
}

export type Encoding = ValueMap | UtcTime | ShiftedId

/** The word of stored values without one. */
export const unmapped = ''

/** The stored value of a word; null where no row has it. */
export function storedOf({ words, areNumbers }: ValueMap, word: string): string | number | null {
  const found = [...words].find(([, meant]) => meant === word)
  if (found === undefined) return null
  return areNumbers ? Number(found[0]) : found[0]
}

/** The word of a stored value, as the database finds it: without regard to case. */
export function wordOf({ words }: ValueMap, stored: string | null): string {
  if (stored === null) return unmapped
  const lower = stored.toLowerCase()
  return [...words].find(([value]) => value.toLowerCase() === lower)?.[1] ?? unmapped
}

/** The stored form of an id; null where no row has it. */
export function unshifted({ by }: ShiftedId, id: string | number | bigint): bigint | null {
  if (!/^\d{1,20}$/.test(String(id))) return null
  const stored = BigInt(id) - BigInt(by)
  return Number(id) === 0 ? 0n : stored > 0n ? stored : null
}

/** The id of a stored number. */
export function shifted({ by }: ShiftedId, stored: string | null): string | null {
  return stored === null || !/^-?\d{1,20}$/.test(stored) || Number(stored) === 0
    ? stored
    : String(BigInt(stored) + BigInt(by))
}

/** The seconds since 1970 of the first and the last date that servers support. */
const firstSecond = Date.parse('0001-01-01T00:00:00Z') / 1000
const lastSecond = Date.parse('9999-12-31T23:59:59Z') / 1000

/** The stored form of a time in UTC (`YYYY-MM-DD HH:MM:SS`) after `secondsBehind` seconds are added; null for an invalid time. */
export function storedTime(form: TimeForm, utc: string, secondsBehind: number): number | string | null {
  const ms = utcMs(utc.trim())
  if (Number.isNaN(ms)) return null
  const seconds = Math.floor(ms / 1000) + secondsBehind
  switch (form) {
    case 'unix-seconds':
      return seconds
    case 'unix-milliseconds':
      return seconds * 1000
    case 'utc': {
      const within = Math.min(Math.max(seconds, firstSecond), lastSecond)
      return new Date(within * 1000).toISOString().slice(0, 19).replace('T', ' ')
    }
  }
}
