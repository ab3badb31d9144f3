// The arguments of a collection: those of every collection, and those of its resource.
import { mapValues } from '../../core/map-values.ts'
import { searchArg } from './search-arg.ts'
import { Type, type TProperties } from 'typebox'
import { idTableOf } from '../../database/source.ts'
import { Ids } from '../../registry/args.ts'
import { isRefused, type Parse } from '../../registry/arg-schema.ts'
import { compileValue } from '../../registry/arg-value.ts'
import type { ResourceDefinition, ResourceLists, ResourceAccess } from '../../registry/resource.ts'
import { slugOf } from '../../site/slug.ts'
import { cursorArg, hasCursors } from './cursor-page.ts'
import { excerptLengthArg } from './excerpt-length.ts'
import { contextArg } from './resource-route.ts'
import { termArgs } from './term-args.ts'

/** WordPress reports errors in these arguments first, without those in others. */
const early = true

const offset = Type.Optional(
  Type.Integer({ description: 'How many items the list leaves out at its beginning.' }),
)

export function collectionArgs(resource: ResourceDefinition) {
  const args = commonArgs(resource)
  const paged = resource.offset !== null ? { ...args, offset } : args
  return hasCursors(resource) ? { ...paged, cursor: cursorArg } : paged
}

function commonArgs(resource: ResourceDefinition) {
  const { order, orders, search, statuses, taxonomies } = resource
  return {
    context: contextArg,
    page: Type.Integer({ description: 'Which page of the list.', default: 1, minimum: 1, early }),
    per_page: Type.Integer({
      description: 'How many items a page has.',
      default: resource.perPage ?? 10,
      minimum: 1,
      maximum: 100,
      early,
    }),
    search: searchArg,
    exclude: Ids('No items with these ids.', idTableOf(resource.source)),
    include: Ids('Only items with these ids.', idTableOf(resource.source)),
    order: Type.Enum(['asc', 'desc'], {
      type: 'string',
      default: order.descending ? 'desc' : 'asc',
      description: 'Ascending or descending.',
    }),
    orderby: Type.Enum(Object.keys(orders), {
      type: 'string',
      default: order.by,
      description: 'The order of the list.',
    }),
    ...(search.named ? searchArgs(Object.keys(search.named), search.splits) : {}),
    ...filterArgs(resource),
    ...resource.fieldArgs,
    ...excerptLengthArg(resource, 'list'),
    ...termArgs(taxonomies),
    ...(statuses ? statusArgs(resource) : {}),
  }
}

function searchArgs(columns: readonly string[], splits: boolean): TProperties {
  return {
    ...(splits
      ? {
          search_semantics: Type.Optional(
            Type.Enum(['exact'], {
              type: 'string',
              description: 'Whether a text has to be all that was given.',
            }),
          ),
        }
      : {}),
    search_columns: Type.Array(Type.Enum([...columns], { type: 'string' }), {
      default: [],
      description: 'Where the words are looked for.',
    }),
  }
}

function statusArgs({ statuses, listed }: ResourceAccess & ResourceLists): TProperties {
  const names = [...(statuses?.values ?? []), ...(statuses?.any ? ['any'] : [])]
  return {
    status: Type.Array(Type.Enum(names, { type: 'string' }), {
      default: listed['status'] ?? 'publish',
      description: 'Only items of these statuses.',
      parse: parseStatuses(names),
    }),
  }
}

/** Parses statuses as slugs, each checked as a list of its own (sanitize_post_statuses). */
function parseStatuses(names: readonly string[]): Parse {
  const parseWords = compileValue({ type: 'array', items: { type: 'string' } })
  const parseAlone = compileValue({ type: 'array', items: { type: 'string', enum: names } })
  return (argument, given) => {
    const words = parseWords(argument, given)
    if (isRefused(words) || !Array.isArray(words.value)) return words
    const statuses = new Set(words.value.map((word) => slugOf(String(word))))
    const refusal = statuses
      .values()
      .map((status) => parseAlone(argument, status))
      .find(isRefused)
    return refusal ?? { value: [...statuses] }
  }
}

function filterArgs({ args }: ResourceLists): TProperties {
  return mapValues(args, ({ schema }) => schema)
}
