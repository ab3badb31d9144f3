// Resources for a search of the site: content or terms, shown with few fields, whose links lead to the items
// themselves.
import { Type } from 'typebox'
import { integerOf, textOf } from '../database/tables.ts'
import { has, type ContentTypeDefinition } from '../registry/content-type.ts'
import type { Derived, Field } from '../registry/field.ts'
import type { Link } from '../registry/link.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import { everywhere, field, integer, stored } from './derived.ts'
import { link } from './content/post-address.ts'
import { title } from './content/post-text.ts'
import { termAddress } from './terms/term-node.ts'

/** True for content types that the site's search covers: those with pages on the site, except files. */
export function isSearched({
  name,
  isViewable = true,
  isSearched: isWanted = isViewable,
}: ContentTypeDefinition): boolean {
  return isWanted && name !== 'attachment'
}

/** The served resources, by name. */
type Served = ReadonlyMap<string, Pick<ResourceDefinition, 'closed'>>

/** Content of these types as search results; `posts` is the resource of posts. */
export function foundContent(
  posts: ResourceDefinition,
  types: readonly ContentTypeDefinition[],
  served: Served,
): ResourceDefinition {
  const open = (name: string, of: Derived) => unlessClosed(name, of, 'type', served)
  const untitled = new Set(types.filter((type) => !has(type, 'title')).map(({ name }) => name))
  const shownTitle: Derived = {
    columns: [...title.columns, 'type'],
    value: (input) => (untitled.has(textOf(input.row, 'type')) ? '' : title.value(input)),
  }
  return {
    ...posts,
    where: {},
    fields: [
      ...words(open('title', shownTitle), open('link', link)),
      named('type', fixed('post')),
      named('subtype', stored('type')),
    ],
    links: leading((row) => textOf(row, 'type'), 'types', ['id', 'type']),
    computed: {},
    servedWhole: 'all',
    page: null,
    itemFilter: null,
  }
}

/** Terms as search results; `terms` is the resource of a taxonomy. */
export function foundTerms(terms: ResourceDefinition, served: Served): ResourceDefinition {
  const open = (name: string, of: Derived) => unlessClosed(name, of, 'taxonomy', served)
  return {
    ...terms,
    where: {},
    fields: [
      ...words(open('name', stored('name')), open('link', termAddress)),
      named('type', stored('taxonomy')),
    ],
    links: leading((row) => textOf(row, 'taxonomy'), 'taxonomies', ['id', 'taxonomy']),
    page: null,
    itemFilter: null,
  }
}

/** The value, or an empty text where the owner closed the equivalent REST field of the row's kind. */
function unlessClosed(name: string, of: Derived, by: 'type' | 'taxonomy', served: Served): Derived {
  return {
    ...of,
    columns: [...new Set([...of.columns, by])],
    value: (input) => (served.get(textOf(input.row, by))?.closed?.has(name) ? '' : of.value(input)),
  }
}

function words(name: Derived, url: Derived): readonly Field[] {
  return [field('id', everywhere, Type.Integer(), integer('id')), named('title', name), named('url', url)]
}

function named(name: string, of: Derived): Field {
  return field(name, everywhere, Type.String(), of)
}

function fixed(value: string): Derived {
  return { columns: [], value: () => value }
}

function leading(
  kindOf: (row: Parameters<typeof textOf>[0]) => string,
  directory: string,
  columns: readonly string[],
): readonly Link[] {
  return [
    {
      rel: 'self',
      columns,
      targets: ({ row }) => [
        {
          kind: 'item',
          resource: kindOf(row),
          id: integerOf(row, 'id'),
          attributes: { targetHints: { allow: ['GET'] } },
        },
      ],
      embed: { kind: 'item' },
    },
    {
      rel: 'about',
      columns,
      targets: ({ row }) => [{ kind: 'path', path: `${directory}/${kindOf(row)}` }],
      embed: null,
    },
    { rel: 'collection', columns: [], targets: () => [{ kind: 'path', path: 'search' }], embed: null },
  ]
}
