// Arguments of lists for the filters that an owner declares: `where: { price: { gte: 10 } }` and `sortBy: price`. Kinds without
// declared filters have none of them.
import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLScalarType,
  GraphQLString,
  type GraphQLArgumentConfig,
  type GraphQLInputType,
} from 'graphql'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { memberAt } from '../core/json-value.ts'
import type { DeclaredFilter, FilterType, Operator } from '../database/declared-filter.ts'
import type { Filter } from '../database/filter.ts'
import type { NodeOrder } from '../registry/node.ts'
import { comparedFilters, filterValue, valuesMax, type Comparison } from '../registry/filter-value.ts'
import type { ResourceLists } from '../registry/resource.ts'
import type { Kind } from './kinds.ts'
import { Direction } from './scalars.ts'

type Args = Readonly<Record<string, GraphQLArgumentConfig>>

/** The arguments of a kind's lists; none where its owner declares nothing. */
export function declaredArgs({ node, resource }: Kind): Args {
  const filters = resource.filters ?? []
  const where = filters.filter(({ operators }) => operators.length > 0)
  const sorts = filters.filter(({ isSorted }) => isSorted)
  return {
    ...(where.length > 0
      ? {
          where: {
            type: whereType(node.type, where),
            description: 'Only items that meet all of these conditions are listed.',
          },
        }
      : {}),
    ...(sorts.length > 0
      ? {
          sortBy: {
            type: sortType(node.type, sorts),
            description: 'The declared filter whose values sort the list, in place of the dates.',
          },
          order: { type: Direction, description: 'The direction of the order.' },
        }
      : {}),
  }
}

function whereType(type: string, filters: readonly DeclaredFilter[]): GraphQLInputObjectType {
  return new GraphQLInputObjectType({
    name: `${type}Where`,
    description: 'Conditions on items, by the filters that the owner of the site declared.',
    fields: Object.fromEntries(
      filters.map((filter) => [
        filter.graphName,
        { type: operatorsType(type, filter), description: `By ${filter.name}.` },
      ]),
    ),
  })
}

function operatorsType(type: string, filter: DeclaredFilter): GraphQLInputObjectType {
  const name = filter.graphName
  return new GraphQLInputObjectType({
    name: `${type}${name.charAt(0).toUpperCase()}${name.slice(1)}Is`,
    description: `Comparisons of ${filter.name}; the same value has to meet all of them.`,
    fields: Object.fromEntries(
      filter.operators.map((operator) => [
        operator,
        { type: valueType(filter.by.type, operator), description: words[operator] },
      ]),
    ),
  })
}

function sortType(type: string, sorts: readonly DeclaredFilter[]): GraphQLEnumType {
  return new GraphQLEnumType({
    name: `${type}Sort`,
    description:
      'Orders that the owner of the site declared. A list in the order of a meta key has only the items with a value for it.',
    values: Object.fromEntries(
      sorts.map((filter) => [filter.graphName, { description: `By ${filter.name}, the lowest first.` }]),
    ),
  })
}

const words: Readonly<Record<Operator, string>> = {
  eq: 'Equal to this.',
  ne: 'Other than this.',
  gt: 'Greater than this.',
  gte: 'Greater than or equal to this.',
  lt: 'Less than this.',
  lte: 'Less than or equal to this.',
  in: 'Equal to one of these.',
  exists: 'Whether there is a value.',
}

/** A decimal number as its digits, because a double may not hold it exactly; clients may send a string, too. */
const Decimal = new GraphQLScalarType<string>({
  name: 'Decimal',
  description: 'An exact decimal number, written as a number or as a text: 10, 12.50, "0.1".',
  coerceInputValue: (value) => digitsOf(value),
  coerceInputLiteral: (literal) => digitsOf('value' in literal ? literal.value : undefined),
})

function digitsOf(value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  if (filterValue('decimal', text) === null) throw new TypeError('a decimal is written in plain digits')
  return text
}

const valueTypes: Readonly<Record<FilterType, GraphQLScalarType>> = {
  integer: Decimal,
  decimal: Decimal,
  text: GraphQLString,
  boolean: GraphQLBoolean,
  date: GraphQLString,
}

function valueType(type: FilterType, operator: Operator): GraphQLInputType {
  if (operator === 'exists') return GraphQLBoolean
  const one = valueTypes[type]
  return operator === 'in' ? new GraphQLList(new GraphQLNonNull(one)) : one
}

/** Converts `where` to filters. */
export function whereFilters({ filters = [] }: ResourceLists, where: unknown): readonly Filter[] | Failure {
  const found: Filter[] = []
  for (const filter of filters) {
    const given = memberAt(where, filter.graphName)
    if (given === undefined || given === null) continue
    const comparisons = comparisonsIn(filter, given)
    if (isFailure(comparisons)) return comparisons
    if (comparisons.length > 0) found.push(...comparedFilters(filter, comparisons))
  }
  return found
}

function comparisonsIn(filter: DeclaredFilter, given: unknown): readonly Comparison[] | Failure {
  const comparisons: Comparison[] = []
  for (const operator of filter.operators) {
    const value = memberAt(given, operator)
    if (value === undefined || value === null) continue
    const type = operator === 'exists' ? 'boolean' : filter.by.type
    const texts: readonly unknown[] = Array.isArray(value) ? value : [value]
    const values = texts.map((each) => filterValue(type, String(each))).filter((each) => each !== null)
    if (texts.length === 0 || texts.length > valuesMax || values.length < texts.length)
      return fail(
        'invalid_argument',
        `where.${filter.graphName}.${operator} is not of the type ${type}, or has no value or too many.`,
      )
    comparisons.push({ operator, values })
  }
  return comparisons
}

/** Converts `sortBy` to an order; null where it is absent. */
export function sortOrder(
  { filters = [] }: ResourceLists,
  sortBy: unknown,
  order: unknown,
): NodeOrder | null {
  const filter = filters.find((each) => each.graphName === sortBy)
  if (filter === undefined) return null
  const { on } = filter.by
  return { column: 'meta' in on ? filter.name : on.column, descending: order === 'DESC', declared: filter.by }
}
