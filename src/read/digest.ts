// A digest of the rows of a table that cached answers used. WordPress writes some tables all the time (transients,
// sessions, locks): a change that leaves the digest as it was makes nothing stale.
import { hash } from 'node:crypto'
import { isFailure, type Failure } from '../core/failure.ts'
import type { Tag } from '../core/tag.ts'
import type { Filter } from '../database/filter.ts'
import { ownersOf } from '../tags/keyed-tables.ts'
import type { Reading } from './execute.ts'
import type { ListPlan, ReadPlan } from '../plan/plan.ts'
import type { Found } from './run.ts'
import { createSeenRows, digested, type Digested } from './seen-rows.ts'

/** A digest covers at most this many rows. */
const rowsMax = 5000
/** A digest covers at most this many names or keys. */
const namesMax = 2000

/** The tag of answers that depend on every key. */
const whichever = '*'

export interface Digests {
  /**
   * Null where there is no digest: for other tables, above the limits, and where an answer may have read a value that the
   * table held only briefly after `sinceMs` (monotonic ms).
   */
  readonly digest: (table: string, sinceMs: number, reading: Reading) => Promise<string | null | Failure>
  /** Remembers rows that answers used. */
  readonly note: (plan: ReadPlan, found: Pick<Found, 'rows' | 'tables'>) => void
}

/**
 * Names and keys stay in the digest once an answer has used them: a digest of the names in the cache now would differ
 * whenever the cache changes, and a drop itself changes the cache.
 */
export function createDigests(keptTags: (prefix: string) => readonly Tag[]): Digests {
  const seen = createSeenRows()
  /** Filters of the digests' own plans, whose rows no answer uses. */
  const own = new WeakSet<readonly Filter[]>()
  const lookedAt = new Map<string, Set<string>>()
  const namesOf = (table: string, prefix: string): readonly string[] | null => {
    const names = lookedAt.get(table) ?? new Set<string>()
    lookedAt.set(table, names)
    const kept = keptTags(prefix).map((tag) => tag.slice(prefix.length))
    for (const name of kept) if (name !== whichever) names.add(name)
    return names.size > namesMax || kept.includes(whichever) ? null : [...names].toSorted()
  }
  const digestOf = async (
    table: Digested,
    names: readonly string[],
    sinceMs: number,
    reading: Reading,
  ): Promise<string | null | Failure> => {
    if (names.length === 0) return ''
    const plan = planOf(table, names)
    own.add(plan.filters)
    const page = await reading.list(plan)
    if (isFailure(page)) return page
    const isWhole = page.rows.length <= rowsMax && seen.areStill(table, names, page.rows, sinceMs)
    return isWhole ? hash('sha1', JSON.stringify([names, page.rows])) : null
  }
  return {
    note: (plan, found) => {
      if (!own.has(plan.filters)) seen.note(plan, found)
    },
    digest: async (table, sinceMs, reading) => {
      switch (table) {
        case 'options': {
          const names = namesOf(table, 'option:')
          return names && digestOf(table, names, sinceMs, reading)
        }
        case 'postmeta':
        case 'usermeta': {
          // A list filtered by meta depends on rows that no `key:` tag names
          if (keptTags(`list:${ownersOf[table][0]}/meta:`).length > 0) return null
          const keys = namesOf(table, `key:${table}:`)
          return keys && digestOf(table, keys, sinceMs, reading)
        }
        default:
          return null
      }
    },
  }
}

function planOf(source: Digested, names: readonly string[]): ListPlan {
  const { by, columns } = digested[source]
  return {
    kind: 'list',
    source,
    columns,
    filters: [{ kind: 'in', column: by, values: names }],
    visible: null,
    order: [{ kind: 'column', column: source === 'options' ? 'name' : 'id', descending: false }],
    page: { kind: 'offset', offset: 0, limit: rowsMax + 1 },
  }
}
