// Conditions of `where` on the terms that content carries.
import { isFailure, type Failure } from '../core/failure.ts'
import { storedSlugs, toIdValue, type Filter, type Scalar } from '../database/filter.ts'
import { textOf } from '../database/tables.ts'
import type { GraphContext } from '../graphql/context.ts'
import type { Where } from './connection.ts'
import type { WpKind } from './fields.ts'
import { rowIdIn } from './ids.ts'
import type { WpKinds } from './kinds.ts'
import { isOpen } from './open-fields.ts'
import type { ResourceLists } from '../registry/resource.ts'
import { withDescendants } from '../related/descendant-terms.ts'
import { idsIn, textIn, textsIn, wholeIn } from './where.ts'

/** Conditions on categories and tags, by ids and slugs; `categoryId` and `categoryName` include the descendants. */
export async function termConditions(
  { resource }: WpKind,
  asked: Where,
  kinds: Pick<WpKinds, 'named'>,
  context: GraphContext,
): Promise<readonly Filter[] | Failure> {
  const where = withoutClosed(asked, resource, kinds)
  const category = carrying('category')
  const tag = carrying('post_tag')
  const name = textIn(where, 'categoryName')
  const id = wholeIn(where, 'categoryId')
  const below = await Promise.all([
    name === null ? null : idsNamed(name, 'category', context),
    id === null || id === 0 ? null : idsWithin([String(id)], 'category', context),
  ])
  const failed = below.find(isFailure)
  if (failed) return failed
  const held = below.flatMap((ids) => (ids === null || isFailure(ids) ? [] : [category('id', ids)]))
  const slugs = textIn(where, 'tag')
  const tagId = rowIdIn(textIn(where, 'tagId') ?? '', 'term')
  return [
    ...held,
    ...some(category, 'id', idsIn(where, 'categoryIn', 'term')),
    ...without(category, 'id', idsIn(where, 'categoryNotIn', 'term')),
    ...(slugs === null ? [] : ofSlugs(slugs, tag)),
    ...(tagId === null || tagId === '0' ? [] : [tag('id', [toIdValue(tagId)])]),
    ...some(tag, 'id', idsIn(where, 'tagIn', 'term')),
    ...without(tag, 'id', idsIn(where, 'tagNotIn', 'term')),
    ...some(tag, 'slug', textsIn(where, 'tagSlugIn')?.flatMap(storedSlugs) ?? null),
    ...(textsIn(where, 'tagSlugAnd') ?? []).map((slug) => tag('slug', storedSlugs(slug))),
  ]
}

/** The conditions by slugs, which could be tried where they are closed. */
const bySlug: ReadonlySet<string> = new Set(['categoryName', 'tag', 'tagSlugAnd', 'tagSlugIn'])

/** Leaves out conditions on taxonomies that the content does not show, and by slugs of terms that show none. */
function withoutClosed(
  where: Where,
  { taxonomies }: ResourceLists,
  { named }: Pick<WpKinds, 'named'>,
): Where {
  const hasSlugs = (taxonomy: string) => {
    const of = named.get(taxonomy)?.resource
    return of === undefined || isOpen(of, 'slug')
  }
  const shows = (taxonomy: string) => taxonomies.some(({ name }) => name === taxonomy)
  const open = Object.entries(where).filter(([name]) => {
    const taxonomy = name.startsWith('category') ? 'category' : name.startsWith('tag') ? 'post_tag' : null
    return taxonomy === null || (shows(taxonomy) && (!bySlug.has(name) || hasSlugs(taxonomy)))
  })
  return Object.fromEntries(open)
}

type Carrying = (by: 'id' | 'slug', values: readonly Scalar[]) => Filter

function carrying(taxonomy: string): Carrying {
  return (by, values) => ({ kind: 'term', taxonomy, by, values })
}

function some(of: Carrying, by: 'id' | 'slug', values: readonly Scalar[] | null): readonly Filter[] {
  return values === null ? [] : [of(by, values)]
}

function without(of: Carrying, by: 'id' | 'slug', values: readonly Scalar[] | null): readonly Filter[] {
  return values === null || values.length === 0 ? [] : [{ kind: 'none', filters: [of(by, values)] }]
}

/** Content has one of the slugs where commas separate them, and all of them where plus signs do. */
function ofSlugs(text: string, tag: Carrying): readonly Filter[] {
  if (text.includes('+')) return text.split('+').map((slug) => tag('slug', storedSlugs(slug)))
  return [tag('slug', text.split(/[,\s]+/).flatMap(storedSlugs))]
}

async function idsNamed(
  slug: string,
  taxonomy: string,
  context: GraphContext,
): Promise<readonly Scalar[] | Failure> {
  // The last slug of a path names the term
  const last = slug.split('/').findLast((part) => part !== '') ?? slug
  const found = await context.reading.list({
    kind: 'list',
    source: 'terms',
    columns: ['id'],
    filters: [
      { kind: 'in', column: 'taxonomy', values: [taxonomy] },
      { kind: 'in', column: 'slug', values: last.split(',').flatMap(storedSlugs) },
    ],
    visible: null,
    order: [],
    page: { kind: 'all' },
  })
  if (isFailure(found)) return found
  const ids = found.rows.map((row) => textOf(row, 'id'))
  return ids.length === 0 ? [] : idsWithin(ids, taxonomy, context)
}

async function idsWithin(
  ids: readonly string[],
  taxonomy: string,
  { reading }: GraphContext,
): Promise<readonly Scalar[] | Failure> {
  const found = await withDescendants(ids, taxonomy, reading)
  return isFailure(found) ? found : found.map(toIdValue)
}
