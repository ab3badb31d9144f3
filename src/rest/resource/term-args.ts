// Arguments that filter content by terms: a list of ids, or a query that may include descendants of the terms, and that
// content matches with any or all of them (as in WordPress's taxonomy queries).
import { Type, type TProperties } from 'typebox'
import { isFailure, type Failure } from '../../core/failure.ts'
import { toIdValue, toIdValues, type Filter } from '../../database/filter.ts'
import type { ResourceLists } from '../../registry/resource.ts'
import type { TaxonomyDefinition } from '../../registry/taxonomy.ts'
import type { Reading } from '../../read/execute.ts'
import { withDescendants } from '../../related/descendant-terms.ts'

type Addressed = Pick<TaxonomyDefinition, 'base' | 'isHierarchical'>

export function termArgs(taxonomies: readonly Addressed[]): TProperties {
  if (taxonomies.length === 0) return {}
  const ofTaxonomies = taxonomies.flatMap((taxonomy) => [
    [taxonomy.base, termArg(taxonomy, true)] as const,
    [`${taxonomy.base}_exclude`, termArg(taxonomy, false)] as const,
  ])
  return {
    tax_relation: Type.Optional(
      Type.Enum(['AND', 'OR'], {
        type: 'string',
        description: 'Whether items have to meet what is asked of every taxonomy, or of one.',
      }),
    ),
    ...Object.fromEntries(ofTaxonomies),
  }
}

function termArg({ base, isHierarchical }: Addressed, including: boolean) {
  const ids = { description: `Ids of ${base}.`, type: 'array', items: { exact: 'integer', idOf: 'terms' } }
  const properties = {
    terms: { ...ids, default: [] },
    ...(isHierarchical
      ? { include_children: { description: 'With what lies below them.', type: 'boolean', default: false } }
      : {}),
    ...(including
      ? {
          operator: {
            description: 'Whether items carry all of them or any.',
            type: 'string',
            enum: ['AND', 'OR'],
            default: 'OR',
          },
        }
      : {}),
  }
  return Type.Optional(
    Type.Unsafe<unknown>({
      description: including ? `Only items with these ${base}.` : `No items with these ${base}.`,
      type: ['object', 'array'],
      oneOf: [
        { title: 'Term ID List', ...ids },
        {
          title: 'Term ID Taxonomy Query',
          description: `A query for ${base}.`,
          type: 'object',
          properties,
          additionalProperties: false,
        },
      ],
    }),
  )
}

/** Combines the filters of each taxonomy and those `beside` them by `tax_relation`: content must match all, or one. */
export async function termFilters(
  taxonomies: readonly TaxonomyDefinition[],
  args: Readonly<Record<string, unknown>>,
  reading: Reading,
  beside: readonly (readonly Filter[])[],
): Promise<readonly Filter[] | Failure> {
  const oneSuffices = args['tax_relation'] === 'OR'
  const perTaxonomy: (readonly Filter[])[] = []
  for (const taxonomy of taxonomies) {
    for (const [name, excluded] of [
      [taxonomy.base, false],
      [`${taxonomy.base}_exclude`, true],
    ] as const) {
      const query = termQuery(args[name])
      if (query === null) continue
      const isMissing = excluded && oneSuffices && (await areMissing(taxonomy, query, reading))
      if (isFailure(isMissing)) return isMissing
      if (isMissing) continue
      const filter = await termFilter(taxonomy, query, reading)
      if (isFailure(filter)) return filter
      perTaxonomy.push(excluded ? [{ kind: 'none', filters: filter }] : filter)
    }
  }
  perTaxonomy.push(...beside)
  const isAny = oneSuffices && perTaxonomy.length > 1
  return isAny ? [{ kind: 'any', filters: perTaxonomy.map(all) }] : perTaxonomy.flat()
}

/** True where none of the terms exists: their exclusion is then ignored, instead of matching all content (WP_Tax_Query). */
async function areMissing(
  { name }: TaxonomyDefinition,
  { ids }: TermQuery,
  reading: Reading,
): Promise<boolean | Failure> {
  const term = await reading.item({
    kind: 'item',
    source: 'terms',
    columns: ['id'],
    filters: [
      { kind: 'in', column: 'taxonomy', values: [name] },
      { kind: 'in', column: 'id', values: ids.map(toIdValue) },
    ],
    visible: null,
  })
  return isFailure(term) ? term : term === null
}

/**
 * True for the list of a term: the request includes terms, or filters by no taxonomy but by an argument that counts as one
 * (the conditional tags of WP_Query, which ignore nested queries).
 */
export function isTermList(
  { taxonomies, args: own }: ResourceLists,
  args: Readonly<Record<string, unknown>>,
): boolean {
  const asks = (end: '' | '_exclude') => taxonomies.some(({ base }) => termQuery(args[base + end]) !== null)
  if (asks('')) return true
  if (asks('_exclude') || args['tax_relation'] !== undefined) return false
  return Object.entries(own).some(([name, { isTaxonomy }]) => isTaxonomy && termQuery(args[name]) !== null)
}

interface TermQuery {
  readonly ids: readonly string[]
  readonly withChildren: boolean
  readonly all: boolean
}

function termQuery(value: unknown): TermQuery | null {
  if (Array.isArray(value))
    return value.length === 0 ? null : { ids: idsIn(value), withChildren: false, all: false }
  if (typeof value !== 'object' || value === null) return null
  const { terms, include_children: withChildren, operator }: Readonly<Record<string, unknown>> = { ...value }
  if (!Array.isArray(terms) || terms.length === 0) return null
  return { ids: idsIn(terms), withChildren: withChildren === true, all: operator === 'AND' }
}

function idsIn(given: readonly unknown[]): readonly string[] {
  return toIdValues(given.map(String)).map(String)
}

async function termFilter(
  { name }: TaxonomyDefinition,
  { ids, withChildren, all: everyOne }: TermQuery,
  reading: Reading,
): Promise<readonly Filter[] | Failure> {
  const wanted = withChildren ? await withDescendants(ids, name, reading) : ids
  if (isFailure(wanted)) return wanted
  const carrying = (values: readonly string[]): Filter => ({
    kind: 'term',
    taxonomy: name,
    by: 'id',
    values: values.map(toIdValue),
  })
  return everyOne ? wanted.map((id) => carrying([id])) : [carrying(wanted)]
}

/** Combines filters into one that matches where all of them do. */
export function all(filters: readonly Filter[]): Filter {
  const [only] = filters
  return only && filters.length === 1
    ? only
    : { kind: 'none', filters: filters.map((filter) => ({ kind: 'none', filters: [filter] })) }
}
