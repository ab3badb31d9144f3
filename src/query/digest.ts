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

/** Null where there is none: for other tables, and where too much would have to be read. */
export async function digestOf(
  table: string,
  keptTags: (prefix: string) => readonly Tag[],
  reading: Reading,
): Promise<string | null | Failure> {
  switch (table) {
    case 'options':
      return digestRows('options', 'name', namesIn(keptTags('option:'), 'option:'), reading)
    case 'postmeta':
    case 'usermeta': {
      const keys = namesIn(keptTags(`key:${table}:`), `key:${table}:`)
      return keys.includes('*') ? null : digestRows(table, 'key', keys, reading)
    }
    default:
      return null
  }
}

function namesIn(tags: readonly Tag[], prefix: string): readonly string[] {
  return [...new Set(tags.map((tag) => tag.slice(prefix.length)))].toSorted()
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
