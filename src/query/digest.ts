// What of a table the kept answers are made of, as a text: tables that the owning system writes to all the time for reasons
// of its own (transients, sessions, locks) have not changed for us as long as it stays the same.
import { hash } from 'node:crypto'
import { isFailure, type Failure } from '../core/failure.ts'
import type { Tag } from '../core/tag.ts'
import type { Scalar } from '../database/filter.ts'
import type { Source } from '../database/source.ts'
import type { Reading } from './execute.ts'
import type { ListPlan } from './plan.ts'

/** Of more rows than these no digest is made. */
const rowsMax = 5000
/** Nor of more names and keys. */
const namesMax = 2000

/** What is kept depends on every key. */
const whichever = '*'

/** Null where there is none: for other tables, and where too much would have to be read. */
export type DigestOf = (table: string, reading: Reading) => Promise<string | null | Failure>

/**
 * Names and keys that answers were made of once are looked at from then on: a digest of what is kept now alone would be
 * another whenever something else is kept, and what is kept is what a drop changes.
 */
export function createDigests(keptTags: (prefix: string) => readonly Tag[]): DigestOf {
  const lookedAt = new Map<string, Set<string>>()
  const namesOf = (table: string, prefix: string): readonly string[] | null => {
    const names = lookedAt.get(table) ?? new Set<string>()
    lookedAt.set(table, names)
    const kept = keptTags(prefix).map((tag) => tag.slice(prefix.length))
    for (const name of kept) if (name !== whichever) names.add(name)
    return names.size > namesMax || kept.includes(whichever) ? null : [...names].toSorted()
  }
  return async (table, reading) => {
    switch (table) {
      case 'options': {
        const names = namesOf(table, 'option:')
        return names && digestRows(table, 'name', names, reading)
      }
      case 'postmeta':
      case 'usermeta': {
        const keys = namesOf(table, `key:${table}:`)
        return keys && digestRows(table, 'key', keys, reading)
      }
      default:
        return null
    }
  }
}

const columnsOf: Readonly<Record<'options' | 'postmeta' | 'usermeta', readonly string[]>> = {
  options: ['name', 'value'],
  postmeta: ['id', 'post_id', 'key', 'value'],
  usermeta: ['id', 'user_id', 'key', 'value'],
}

async function digestRows(
  source: Extract<Source, 'options' | 'postmeta' | 'usermeta'>,
  by: string,
  names: readonly Scalar[],
  reading: Reading,
): Promise<string | null | Failure> {
  if (names.length === 0) return ''
  const plan: ListPlan = {
    kind: 'list',
    source,
    columns: columnsOf[source],
    filters: [{ kind: 'in', column: by, values: names }],
    visible: null,
    order: [{ kind: 'column', column: source === 'options' ? 'name' : 'id', descending: false }],
    page: { kind: 'offset', offset: 0, limit: rowsMax + 1 },
  }
  const page = await reading.list(plan)
  if (isFailure(page)) return page
  return page.rows.length > rowsMax ? null : hash('sha1', JSON.stringify([names, page.rows]))
}
