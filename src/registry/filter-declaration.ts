// Filters that an owner declares, in the config file or an extension, are checked and added to the resources that get them.
import {
  filterTypes,
  operators as allOperators,
  type DeclaredFilter,
  type FilterType,
  type Operator,
} from '../database/declared-filter.ts'
import { declaredArg, metaPrefix } from './declared-arg.ts'
import type { ResourceDefinition } from './resource.ts'

/**
 * A filter for clients, on a key of meta or a column of content.
 *
 * @example
 * ```ts
 * import { defineExtension, type FilterDeclaration } from 'lectern'
 *
 * const price: FilterDeclaration = { types: ['post'], meta: 'price', type: 'decimal', operators: ['eq', 'gte', 'lte'], sort: true }
 *
 * export default defineExtension({ name: 'prices', filters: [price] })
 * ```
 */
export interface FilterDeclaration {
  /** The content types whose lists get it: `['product']`. */
  readonly types: readonly string[]
  readonly meta?: string
  readonly column?: string
  /** The name of a filter on meta, for clients. Default: the key. */
  readonly name?: string
  readonly type: FilterType
  readonly operators: readonly Operator[]
  /** True where lists may be sorted by it. */
  readonly sort?: boolean
  /** Limits the rows read for it where no index narrows the list. */
  readonly scanMax?: number
}

/** Columns that reveal no text of hidden or protected content, and for which lists have no argument. */
const columnTypes: ReadonlyMap<string, FilterType> = new Map([
  ['author_id', 'integer'],
  ['parent_id', 'integer'],
  ['menu_order', 'integer'],
  ['comment_count', 'integer'],
  ['mime_type', 'text'],
  ['created_at', 'date'],
  ['created_at_utc', 'date'],
  ['modified_at', 'date'],
  ['modified_at_utc', 'date'],
])

/** The resources with the filter, or a sentence that says why it is impossible. */
export function withFilter(
  resources: readonly ResourceDefinition[],
  declaration: FilterDeclaration,
): readonly ResourceDefinition[] | string {
  const filter = declaredFilter(declaration)
  if (typeof filter === 'string') return filter
  const { name } = filter
  const { types } = declaration
  const lacking = types.find((type) => !resources.some((each) => isListed(each, type)))
  if (lacking !== undefined) return `${name}: there is no content type ${lacking} with lists`
  const clashing = resources.find(
    (each) => types.includes(each.name) && (name in each.args || name in each.orders || name in reserved),
  )
  const twin = resources.find(
    (each) =>
      types.includes(each.name) && each.filters?.some(({ graphName }) => graphName === filter.graphName),
  )
  if (twin) return `${name}: ${twin.name} has a filter called ${filter.graphName} in GraphQL already`
  if (clashing) return `${name}: lists of ${clashing.name} have an argument of this name already`
  return resources.map((each) => (types.includes(each.name) ? withOne(each, filter) : each))
}

const reserved: Readonly<Record<string, true>> = {
  slug: true,
  status: true,
  search: true,
  page: true,
  offset: true,
}

function isListed({ name, source, contentType, within }: ResourceDefinition, type: string): boolean {
  return name === type && source === 'posts' && contentType !== undefined && within === null
}

/** The resource without filters on meta, for databases where posts have none. */
export function withoutMetaFilters(resource: ResourceDefinition): ResourceDefinition {
  const lacking = new Set(resource.filters?.flatMap(({ name, by }) => ('meta' in by.on ? [name] : [])))
  if (lacking.size === 0) return resource
  const kept = <T>(members: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(members).filter(([name]) => !lacking.has(name)))
  return {
    ...resource,
    filters: (resource.filters ?? []).filter(({ name }) => !lacking.has(name)),
    args: kept(resource.args),
    orders: kept(resource.orders),
  }
}

function withOne(resource: ResourceDefinition, filter: DeclaredFilter): ResourceDefinition {
  const { name, by, isSorted } = filter
  const column = 'meta' in by.on ? name : by.on.column
  return {
    ...resource,
    filters: [...(resource.filters ?? []), filter],
    args: filter.operators.length === 0 ? resource.args : { ...resource.args, [name]: declaredArg(filter) },
    orders: isSorted
      ? { ...resource.orders, [name]: { by: 'column', column, declared: by } }
      : resource.orders,
  }
}

function declaredFilter(given: FilterDeclaration): DeclaredFilter | string {
  const { meta, column, type, operators, sort = false, scanMax = 0, name: own = meta } = given
  const shown = column ?? own ?? ''
  if ((meta === undefined) === (column === undefined))
    return `${shown}: it is of a meta key or of a column, one of both`
  if (column !== undefined && own !== undefined)
    return `${column}: a filter of a column has the name of the column`
  if (!filterTypes.includes(type)) return `${shown}: its type is one of ${filterTypes.join(', ')}`
  const unknown = operators.find((each) => !operatorsOf(given).includes(each))
  if (unknown !== undefined)
    return `${shown}: a filter of the type ${type} on a ${meta === undefined ? 'column' : 'meta key'} has no operator ${unknown}`
  if (operators.length === 0 && !sort) return `${shown}: it has neither an operator nor an order`
  if (meta === undefined) {
    if (columnTypes.get(shown) !== type)
      return `${shown}: the columns are ${[...columnTypes].map((pair) => pair.join(' of the type ')).join(', ')}`
  } else if (!/^[A-Za-z0-9_-]{1,64}$/.test(shown))
    return `${shown}: its name is of up to 64 letters, digits, _ and -`
  const name = meta === undefined ? shown : metaPrefix + shown
  const on = meta === undefined ? { column: shown } : { meta }
  return {
    name,
    graphName: graphNameOf(shown),
    by: { name, on, type, scanMax },
    operators: [...new Set(operators)],
    isSorted: sort,
  }
}

/** Joins words in camel case: `sale-price` becomes `salePrice`. */
function graphNameOf(name: string): string {
  const plain = name.replace(/[-_]+/g, '-').replace(/^-|-$/g, '')
  const joined = plain.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  return /^[A-Za-z]/.test(joined) ? joined : `_${joined}`
}

/** The operators that the type allows on meta, or on a column. */
function operatorsOf({ type, meta }: FilterDeclaration): readonly Operator[] {
  const ofType = type === 'boolean' ? (['eq', 'ne', 'exists'] as const) : allOperators
  return meta === undefined ? ofType.filter((each) => each !== 'exists') : ofType
}
