// The arguments of closed routes, which WordPress documents, and checks before permissions.
import { Type, type TProperties } from 'typebox'
import { Ids } from '../../registry/args.ts'
import { contextArg as context } from '../resource/resource-route.ts'

export const only = (description: string) => Type.Optional(Type.String({ description }))
export const words = only('Only what these words are found in.')
const contentOrders = [
  'author',
  'date',
  'id',
  'include',
  'modified',
  'parent',
  'relevance',
  'slug',
  'include_slugs',
  'title',
]
const exclude = Ids('None with these ids.', 'posts')
const include = Ids('Only those with these ids.', 'posts')
const exactly = Type.Optional(
  Type.Enum(['exact'], { type: 'string', description: 'Whether a text has to be all that was given.' }),
)
const offset = Type.Optional(Type.Integer({ description: 'How many are left out at the beginning.' }))
const ordered = (direction: 'asc' | 'desc') =>
  Type.Enum(['asc', 'desc'], {
    type: 'string',
    default: direction,
    description: 'Ascending or descending.',
  })
const slugs = Type.Optional(Type.Array(Type.String(), { description: 'Only those with these slugs.' }))

function orderedBy(names: readonly string[], by: string) {
  return Type.Enum([...names], { type: 'string', default: by, description: 'The column of the order.' })
}

export const fontArgs: TProperties = {
  context,
  ...paging(10),
  exclude,
  include,
  search_semantics: exactly,
  offset,
  order: ordered('desc'),
  orderby: orderedBy(['id', 'include'], 'id'),
  slug: slugs,
}

export function statuses(names: readonly string[]) {
  const items = Type.Enum([...names], { type: 'string' })
  return Type.Optional(Type.Array(items, { description: 'Only those of these statuses.' }))
}

function paging(perPage: number) {
  return {
    page: Type.Integer({ description: 'Which page of the list.', default: 1, minimum: 1, early: true }),
    per_page: Type.Integer({
      description: 'How many a page has.',
      default: perPage,
      minimum: 1,
      maximum: 100,
      early: true,
    }),
  }
}

export const templateArgs: TProperties = {
  context,
  wp_id: Type.Optional(Type.Integer({ description: 'Only the one that is stored under this id.' })),
  area: only('Only those of this area.'),
  post_type: only('Only those for content of this type.'),
}

const numbered = (description: string) => Type.Optional(Type.Integer({ description, minimum: 1 }))

export const patternArgs: TProperties = {
  context,
  ...paging(100),
  search: Type.Optional(Type.String({ description: 'Only what these words are found in.', minLength: 1 })),
  category: numbered('Only patterns of this category.'),
  keyword: numbered('Only patterns with this keyword.'),
  slug: Type.Optional(Type.Unsafe<unknown>({ description: 'Only those with these slugs.', type: 'array' })),
  offset,
  order: ordered('desc'),
  orderby: orderedBy([...contentOrders, 'favorite_count'], 'date'),
}
