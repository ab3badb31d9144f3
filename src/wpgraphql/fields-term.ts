// Fields of categories, tags, formats and terms of other taxonomies; and of menus, which are terms as well.
import { integerOf, textOf } from '../database/tables.ts'
import type { Derived } from '../registry/field.ts'
import { idIn, rowId, stored } from '../resources/derived.ts'
import { termAddress } from '../resources/terms/term-node.ts'
import { closed, uriOf } from '../site/permalink.ts'
import type { Site } from '../site/site.ts'
import { decoded } from '../core/decoded.ts'
import { changed, constant, kindOfAddress, orNull, type WpFields } from './fields.ts'
import { globalId, globalIdOrNull } from './ids.ts'
import { decodeEntities } from '../core/entities.ts'
import { enumName } from './names.ts'

export function termFields(single: string): WpFields {
  return {
    ...kindOfAddress('term'),
    ...named(single),
    count: nullIfZero('count'),
    description: orNull(stored('description')),
    taxonomyName: stored('taxonomy'),
    taxonomy: stored('taxonomy'),
    termGroupId: nullIfZero('group'),
    termTaxonomyId: nullIfZero('taxonomy_id'),
    link: address,
    uri: changed(address, (url, { site }) => uriOf(String(url), site)),
    parent: idIn('parent_id'),
    parentId: changed(idIn('parent_id'), (id) => globalIdOrNull('term', Number(id))),
    parentDatabaseId: nullIfZero('parent_id'),
    ancestors: rowId,
    children: rowId,
    contentNodes: rowId,
  }
}

/** Post formats have addresses, although their taxonomy is not registered as a resource. */
const address: Derived = {
  ...termAddress,
  value: (input) =>
    textOf(input.row, 'taxonomy') === 'post_format'
      ? formatLink(textOf(input.row, 'slug'), input.site)
      : termAddress.value(input),
}

export function formatLink(slug: string, site: Site): string {
  const name = slug.replace(/^post-format-/, '')
  return site.option('permalink_structure') === ''
    ? `${site.home}/?post_format=${name}`
    : site.home + closed(`/type/${name}`, site)
}

export function menuFields(): WpFields {
  return {
    ...named('menu'),
    count: nullIfZero('count'),
    locations: {
      columns: ['id'],
      value: ({ row, site }) => placesOf(textOf(row, 'id'), site.menuLocations),
    },
  }
}

/** The locations that show a menu, by their names in the enum; null where there are none. */
export function placesOf(id: string, locations: ReadonlyMap<string, string>): readonly string[] | null {
  const places = [...locations].flatMap(([place, menu]) => (menu === id ? [enumName(place)] : []))
  return places.length === 0 ? null : places
}

function named(single: string): WpFields {
  const databaseId = changed(rowId, (id) => Number(id))
  return {
    id: { columns: ['id'], value: ({ row }) => globalId('term', integerOf(row, 'id')) },
    databaseId,
    [`${single}Id`]: databaseId,
    name: { columns: ['name', 'slug', 'taxonomy'], value: ({ row }) => decodeEntities(nameOf(row)) || null },
    slug: changed(stored('slug'), (slug) => decoded(String(slug)) || null),
    isRestricted: constant(false),
  }
}

/** The name of a term; a format is named after its slug: `post-format-aside` → `Aside`. */
function nameOf(row: Parameters<Derived['value']>[0]['row']): string {
  const name = textOf(row, 'name')
  if (row['taxonomy'] !== 'post_format') return name
  const format = textOf(row, 'slug').replace(/^post-format-/, '')
  return format.charAt(0).toUpperCase() + format.slice(1)
}

/** A number, null where it is 0. */
function nullIfZero(column: string) {
  return changed({ columns: [column], value: ({ row }) => Number(integerOf(row, column)) }, (n) => n || null)
}
