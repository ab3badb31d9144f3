// Lists of terms: `where` → filters and order.
import { isFailure, type Failure } from '../core/failure.ts'
import { storedSlugs, toIdValue, type Filter, type SearchWord } from '../database/filter.ts'
import type { GraphContext } from '../graphql/context.ts'
import type { Order } from '../plan/plan.ts'
import { orderBy } from '../planner/planner.ts'
import { searchFilters } from '../planner/search.ts'
import { visibilityOf } from '../planner/visibility.ts'
import { searchedAs } from '../registry/exposed.ts'
import { descendantsOf, parentsIn, termsAboveFilled, withDescendants } from '../related/descendant-terms.ts'
import { addedFilters } from './added-types.ts'
import type { ListSpec, Where } from './connection.ts'
import type { WpKind } from './fields.ts'
import { rowIdIn } from './ids.ts'
import { enumName } from './names.ts'
import { openWhere } from './open-where.ts'
import { idsIn, just, noneOf, oneOf, textIn, textsIn, wholeIn } from './where.ts'

const termColumns: ReadonlyMap<string, string> = new Map([
  ['COUNT', 'count'],
  ['DESCRIPTION', 'description'],
  ['NAME', 'name'],
  ['SLUG', 'slug'],
  ['TERM_GROUP', 'group'],
  ['TERM_ID', 'id'],
  ['TERM_ORDER', 'id'],
])

export async function termList(
  asked: readonly WpKind[],
  given: Where,
  also: readonly Filter[],
  context: GraphContext,
): Promise<ListSpec | null | Failure> {
  const types = textsIn(given, 'taxonomies')
  const kinds = types ? asked.filter(({ type }) => types.includes(enumName(type))) : asked
  const [first] = kinds
  if (!first) return null
  const where = openWhere(given, kinds)
  const searched = searchedAs(
    first.resource,
    kinds.map(({ resource }) => resource),
  )
  const taxonomies = kinds.flatMap(({ discriminator }) => discriminator?.value ?? [])
  const search = textIn(where, 'search')
  const orderby = textIn(where, 'orderby')
  const column = termColumns.get(orderby ?? 'NAME') ?? 'name'
  // Without a direction names ascend, and all other columns descend
  const isDown = (textIn(where, 'order') ?? (column === 'name' ? 'ASC' : 'DESC')) === 'DESC'
  const order = orderBy(column, isDown, column === 'id' ? isDown : true)
  const below = await belowOf(where, { taxonomies, order }, context)
  if (isFailure(below)) return below
  const apart = await apartFrom(where, taxonomies, context)
  if (isFailure(apart)) return apart
  const filled = await filledOf(where, kinds, context)
  if (isFailure(filled)) return filled
  return {
    kinds,
    source: 'terms',
    visible: visibilityOf(first.resource, context.viewer),
    filters: [
      { kind: 'in', column: 'taxonomy', values: taxonomies },
      ...also,
      ...below,
      ...apart,
      ...filled,
      ...oneOf('id', idsIn(where, 'include', 'term')),
      ...noneOf('id', idsIn(where, 'exclude', 'term')),
      ...just('parent_id', wholeIn(where, 'parent')),
      ...oneOf('slug', textsIn(where, 'slug')?.flatMap(storedSlugs) ?? null),
      ...oneOf('name', textsIn(where, 'name')),
      ...oneOf('taxonomy_id', idsIn(where, 'termTaxonomyId', 'term')),
      ...ofObjects(where, context, first),
      ...addedFilters(kinds, where, context.site),
      ...holding('name', textIn(where, 'nameLike')),
      ...holding('description', textIn(where, 'descriptionLike')),
      ...(search === null ? [] : searchFilters(searched, { text: search, viewer: context.viewer })),
    ],
    // Descendants of a term are in the order of the tree
    order: below.length === 0 ? order : [{ kind: 'as-given', column: 'id' }, ...orderBy('id', true)],
  }
}

async function belowOf(
  where: Where,
  { taxonomies, order }: { readonly taxonomies: readonly string[]; readonly order: readonly Order[] },
  { reading }: GraphContext,
): Promise<readonly Filter[] | Failure> {
  const above = wholeIn(where, 'childOf')
  const [taxonomy] = taxonomies
  if (!above || taxonomy === undefined) return []
  const ids = await descendantsOf(String(above), { taxonomy, order }, reading)
  return isFailure(ids) ? ids : oneOf('id', ids.map(toIdValue))
}

/** Limits a list to terms with items, and to their ancestors unless `hierarchical` is false (get_terms). */
async function filledOf(
  where: Where,
  kinds: readonly WpKind[],
  { reading }: GraphContext,
): Promise<readonly Filter[] | Failure> {
  if (where['hideEmpty'] !== true) return []
  const filled = noneOf('count', [0])
  if (where['hierarchical'] === false) return filled
  const trees = kinds.flatMap(({ resource: { taxonomy } }) =>
    taxonomy?.isHierarchical ? [taxonomy.name] : [],
  )
  const above = await Promise.all([...new Set(trees)].map((name) => termsAboveFilled(name, reading)))
  const failed = above.find(isFailure)
  if (failed) return failed
  const ids = above.flatMap((some) => (isFailure(some) ? [] : some))
  return ids.length === 0 ? filled : [{ kind: 'any', filters: [...filled, ...oneOf('id', ids)] }]
}

/** Leaves out the terms of `excludeTree` with their descendants, and for `childless` all parents. */
async function apartFrom(
  where: Where,
  taxonomies: readonly string[],
  { reading }: GraphContext,
): Promise<readonly Filter[] | Failure> {
  const [taxonomy] = taxonomies
  const trees = textsIn(where, 'excludeTree')?.flatMap((text) => rowIdIn(text, 'term') ?? []) ?? []
  if (taxonomy === undefined || (trees.length === 0 && where['childless'] !== true)) return []
  const [ids, parents] = await Promise.all([
    trees.length === 0 ? [] : withDescendants(trees, taxonomy, reading),
    where['childless'] === true ? parentsIn(taxonomy, reading) : [],
  ])
  if (isFailure(ids)) return ids
  return isFailure(parents) ? parents : noneOf('id', [...new Set([...ids, ...parents])].map(toIdValue))
}

function ofObjects(where: Where, { viewer }: GraphContext, { resource }: WpKind): readonly Filter[] {
  const ids = idsIn(where, 'objectIds', 'post')
  const visible = { ...visibilityOf(resource, viewer), resource: 'post' }
  return ids === null ? [] : [{ kind: 'of-post', visible, values: ids }]
}

function holding(column: string, text: string | null): readonly Filter[] {
  if (text === null) return []
  const word: SearchWord = { text, excluded: false, match: 'part' }
  return [{ kind: 'search', columns: [column], words: [word] }]
}
