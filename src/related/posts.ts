// Reads posts and terms that rows need besides their own: parents, ancestors, and the targets that their meta names. Each
// level is one query for all rows.
import { areWhole, failureIn, isFailure, type Failure } from '../core/failure.ts'
import type { Scalar } from '../database/filter.ts'
import { integerOf, textOf, type Integer, type Row } from '../database/tables.ts'
import { ancestorsMax } from '../site/permalink.ts'
import { addressColumns } from '../site/surroundings.ts'
import { belonging, belongingPlan } from './belonging.ts'
import type { MetaOf, MetaPart } from './meta.ts'
import type { RelatedReads } from './reads.ts'
import { firstOf, isAny, reached, type Page, type Relation } from './relation.ts'
import type { Texts, TextsPart } from './texts.ts'
import type { ListPlan } from '../plan/plan.ts'

const postColumns = [...addressColumns, 'title', 'password']

export interface PostsPart {
  readonly needs: {
    /** The column with the ids of the posts to which the rows belong; these are read with the columns of their addresses. */
    readonly posts?: 'parent_id' | 'post_id' | undefined
    /** Requests the ancestors of the rows, which are posts. */
    readonly ancestors?: boolean
    /** Finds in a row's meta the post or term that it names, which is read with the columns of its address. */
    readonly target?: TargetOf | undefined
  }
  readonly found: { readonly posts: Promise<Posts | Failure> }
  readonly needed: {
    /** A post that rows need, by id: an ancestor, a parent, or a post that a row names. */
    readonly postOf: (postId: Integer) => Row | null
    /** The term of a taxonomy that a row names. */
    readonly termOf: (termId: Integer, taxonomy: string) => Row | null
  }
}

type TargetOf = (row: Row, metaOf: MetaOf) => Target | null

interface Target {
  readonly kind: 'post' | 'term'
  readonly id: Integer
}

export interface Posts {
  readonly byId: ReadonlyMap<string, Row>
  readonly targetTerms: readonly Row[]
  /** Every post whose address is shown, whether it is a row of the page or not: addresses need its terms and author. */
  readonly addressed: readonly Row[]
}

type Before = TextsPart & MetaPart

export const posts: Relation<Before, PostsPart> = {
  unite: (needs) => ({
    posts: firstOf(needs.map((need) => need.posts)),
    ancestors: isAny(needs.map((need) => need.ancestors)),
    target: firstOf(needs.map((need) => need.target)),
  }),
  columns: (needs) => (needs.posts ? [needs.posts] : needs.ancestors ? ['parent_id'] : []),
  read: (page, needs, before) => {
    const found = readPosts(page, needs, before)
    return {
      found: { posts: found },
      reach: reached(found, ({ byId, targetTerms }, use) => ({
        postOf: (postId) => {
          use.row('posts', postId)
          return byId.get(String(postId)) ?? null
        },
        termOf: (termId, taxonomy) => {
          use.row('terms', termId)
          const isTerm = (row: Row) => textOf(row, 'id') === String(termId) && row['taxonomy'] === taxonomy
          return targetTerms.find(isTerm) ?? null
        },
      })),
    }
  },
}

async function readPosts(
  { reading, rows }: Page,
  needs: PostsPart['needs'],
  before: Before['found'],
): Promise<Posts | Failure> {
  const byId = new Map<string, Row>()
  const texts = await before.texts
  if (isFailure(texts)) return texts
  const failure = await readAround(reading, rows, { texts, needs }, byId)
  if (failure !== null) return failure
  const metaOf = await before.meta
  if (isFailure(metaOf)) return metaOf
  const targetTerms = await readTargets(reading, rows, byId, needs.target, metaOf)
  if (isFailure(targetTerms)) return targetTerms
  const own = needs.posts === undefined ? rows : rows.filter((row) => 'type' in row)
  return { byId, targetTerms, addressed: [...own, ...byId.values(), ...texts.listedPosts] }
}

/** Adds the posts to which rows and their texts' comments belong, and the ancestors of all. */
async function readAround(
  reading: RelatedReads,
  rows: readonly Row[],
  { texts, needs }: { readonly texts: Texts; readonly needs: PostsPart['needs'] },
  found: Map<string, Row>,
): Promise<Failure | null> {
  const { files, listedPosts, listedComments } = texts
  const first = needs.posts === undefined ? rows : await readLevel(reading, rows, needs.posts, found)
  if (isFailure(first)) return first
  const discussed = await readLevel(reading, listedComments, 'post_id', found)
  if (isFailure(discussed)) return discussed
  const below = [...first, ...discussed, ...files.values(), ...listedPosts]
  return needs.ancestors ? readAncestors(reading, below, found) : null
}

/** Adds to `found` the posts that these rows name in a column. */
async function readLevel(
  reading: RelatedReads,
  rows: readonly Row[],
  column: string,
  found: Map<string, Row>,
): Promise<readonly Row[] | Failure> {
  const unknown = rows.filter((row) => !found.has(textOf(row, column)) && integerOf(row, column) !== 0)
  const next = await belonging(reading, unknown, column, postsPlan)
  if (!isFailure(next)) for (const row of next) found.set(textOf(row, 'id'), row)
  return next
}

/** Adds the ancestors, one level at a time. */
async function readAncestors(
  reading: RelatedReads,
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

/** Reads the terms that rows name in their meta, and adds the named posts to `found`. */
async function readTargets(
  reading: RelatedReads,
  rows: readonly Row[],
  found: Map<string, Row>,
  targetOf: TargetOf | undefined,
  metaOf: MetaOf,
): Promise<readonly Row[] | Failure> {
  if (targetOf === undefined) return []
  const targets = rows.map((row) => targetOf(row, metaOf)).filter((target) => target !== null)
  const idsOf = (kind: Target['kind']) =>
    targets.filter((target) => target.kind === kind).map(({ id }): Row => ({ id }))
  const read = await Promise.all([
    readLevel(reading, idsOf('post'), 'id', found),
    belonging(reading, idsOf('term'), 'id', targetTermsPlan),
  ])
  if (!areWhole(read)) return failureIn(read)
  const [named, terms] = read
  return (await readAncestors(reading, named, found)) ?? terms
}

function postsPlan(ids: readonly Scalar[]): ListPlan {
  return belongingPlan('posts', postColumns, 'id', ids)
}

function targetTermsPlan(ids: readonly Scalar[]): ListPlan {
  return belongingPlan('terms', ['id', 'name', 'slug', 'parent_id', 'taxonomy'], 'id', ids)
}
