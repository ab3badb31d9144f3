// Reads posts and terms that rows need besides their own: parents, ancestors, and targets that their meta names. Each
// level is one query for all rows.
import { areWhole, failureIn, isFailure, type Failure } from '../core/failure.ts'
import type { Scalar } from '../database/filter.ts'
import { integerOf, textOf, type Row } from '../database/tables.ts'
import type { Needed, Needs } from '../registry/field.ts'
import { addressColumns, ancestorsMax } from '../site/permalink.ts'
import { belonging, belongingPlan } from './belonging.ts'
import type { Reading } from '../read/execute.ts'
import type { Texts } from './needed-texts.ts'
import type { ListPlan } from '../plan/plan.ts'

const postColumns = [...addressColumns, 'title', 'password']

/** Reads the posts that rows belong to, and their ancestors. */
export async function readPosts(
  reading: Reading,
  rows: readonly Row[],
  { files, listedPosts, listedComments }: Texts,
  { posts, ancestors }: Needs,
): Promise<Map<string, Row> | Failure> {
  const found = new Map<string, Row>()
  const first = posts === undefined ? rows : await readLevel(reading, rows, posts, found)
  if (isFailure(first)) return first
  const discussed = await readLevel(reading, listedComments, 'post_id', found)
  if (isFailure(discussed)) return discussed
  const below = [...first, ...discussed, ...files.values(), ...listedPosts]
  const failure = ancestors ? await readAncestors(reading, below, found) : null
  return failure ?? found
}

/** Adds to `found` the posts that these rows name in a column. */
async function readLevel(
  reading: Reading,
  rows: readonly Row[],
  column: string,
  found: Map<string, Row>,
): Promise<readonly Row[] | Failure> {
  const unknown = rows.filter((row) => !found.has(textOf(row, column)) && integerOf(row, column) !== 0)
  const next = await belonging(reading, unknown, column, postsPlan)
  if (!isFailure(next)) for (const row of next) found.set(textOf(row, 'id'), row)
  return next
}

/** Adds the ancestors, a level at a time. */
async function readAncestors(
  reading: Reading,
  rows: readonly Row[],
  found: Map<string, Row>,
): Promise<Failure | null> {
  let level = rows
  for (let depth = 0; depth < ancestorsMax && level.length > 0; depth += 1) {
    const next = await readLevel(reading, level, 'parent_id', found)
    if (isFailure(next)) return next
    level = next
  }
  return null
}

/** Reads the terms that rows name in their meta, and adds the posts that they name to `posts`. */
export async function readNamed(
  reading: Reading,
  rows: readonly Row[],
  posts: Map<string, Row>,
  { needs, metaOf: metaAt }: { readonly needs: Needs; readonly metaOf: Needed['metaOf'] },
): Promise<readonly Row[] | Failure> {
  const { target } = needs
  if (!target) return []
  const targets = rows.map((row) => target(row, metaAt)).filter((named) => named !== null)
  const idsOf = (kind: 'post' | 'term') =>
    targets.filter((named) => named.kind === kind).map(({ id }): Row => ({ id }))
  const found = await Promise.all([
    readLevel(reading, idsOf('post'), 'id', posts),
    belonging(reading, idsOf('term'), 'id', namedTermsPlan),
  ])
  if (!areWhole(found)) return failureIn(found)
  const [named, terms] = found
  return (await readAncestors(reading, named, posts)) ?? terms
}

function postsPlan(ids: readonly Scalar[]): ListPlan {
  return belongingPlan('posts', postColumns, 'id', ids)
}

function namedTermsPlan(ids: readonly Scalar[]): ListPlan {
  return belongingPlan('terms', ['id', 'name', 'slug', 'parent_id', 'taxonomy'], 'id', ids)
}
