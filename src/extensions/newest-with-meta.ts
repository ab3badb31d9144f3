// The newest posts that hold a value under a key of meta, in a bounded number of reads and rows at any table size. The
// newest posts are looked through first, which is enough where the value is common; else the last rows of the key are as
// well, which is enough where it is rare: what was marked before all of these is not found. Measured: docs/extensions.md.
import { isFailure, type Failure } from '../core/failure.ts'
import { toIdValue, type Filter } from '../database/filter.ts'
import { integerOf, textOf, type Row } from '../database/tables.ts'
import type { Reading, Rows } from '../query/execute.ts'
import type { ListPlan } from '../query/plan.ts'

/** Posts that are looked through from the newest. */
const newestMax = 512
/** Rows of the key that are looked through from the last. */
const metaRowsMax = 10_000

interface MetaWanted {
  readonly key: string
  readonly value: string
}

export async function newestWithMeta(
  reading: Reading,
  plan: ListPlan,
  wanted: MetaWanted,
): Promise<Rows | Failure> {
  const { page } = plan
  const limit = page.kind === 'all' ? newestMax : page.limit
  const newest = await reading.list({
    ...plan,
    columns: ['id'],
    page: { kind: 'keyset', after: null, before: null, direction: 'forward', limit: newestMax },
  })
  if (isFailure(newest)) return newest
  const among = await carriers(reading, wanted, newest.rows)
  if (isFailure(among)) return among
  if (!newest.more || among.length >= limit) {
    const first = newest.rows.map((row) => integerOf(row, 'id')).filter((id) => among.includes(String(id)))
    return readThese(reading, plan, first.slice(0, limit).map(String))
  }
  const last = await carriers(reading, wanted, null)
  return isFailure(last) ? last : readThese(reading, plan, [...new Set([...among, ...last])])
}

/** The ids of posts that hold the value, of these posts, or of the last that hold anything under the key. */
async function carriers(
  reading: Reading,
  { key, value }: MetaWanted,
  posts: readonly Row[] | null,
): Promise<readonly string[] | Failure> {
  if (posts?.length === 0) return []
  const underKey: Filter = { kind: 'in', column: 'key', values: [key] }
  const ofPosts: Filter | null = posts && {
    kind: 'in',
    column: 'post_id',
    values: posts.map((row) => toIdValue(integerOf(row, 'id'))),
  }
  const found = await reading.list({
    kind: 'list',
    source: 'postmeta',
    columns: ['id', 'post_id', 'value'],
    filters: ofPosts ? [underKey, ofPosts] : [underKey],
    visible: null,
    order: posts ? [] : [{ kind: 'column', column: 'id', descending: true }],
    page: posts ? { kind: 'all' } : { kind: 'offset', offset: 0, limit: metaRowsMax },
  })
  if (isFailure(found)) return found
  const those = found.rows.filter((row) => textOf(row, 'value') === value)
  return [...new Set(those.map((row) => textOf(row, 'post_id')))]
}

async function readThese(reading: Reading, plan: ListPlan, ids: readonly string[]): Promise<Rows | Failure> {
  if (ids.length === 0) return { rows: [], found: 0, more: false }
  const these: Filter = { kind: 'in', column: 'id', values: ids.map(toIdValue) }
  return reading.list({ ...plan, filters: [...plan.filters, these] })
}
