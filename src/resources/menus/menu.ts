// Menus are terms whose posts are their items, and which a theme shows at its locations. Only viewers with a right to edit
// read them, or all viewers if the owner allows it.
import { Type } from 'typebox'
import { idToJson } from '../../core/json.ts'
import { integerOf, textOf, type Row } from '../../database/tables.ts'
import type { ContentTypeDefinition } from '../../registry/content-type.ts'
import type { Derived, Field } from '../../registry/field.ts'
import type { Link } from '../../registry/link.ts'
import { defineResource, type ResourceDefinition } from '../../registry/resource.ts'
import type { TaxonomyDefinition } from '../../registry/taxonomy.ts'
import type { Site } from '../../site/site.ts'
import { toItem } from '../content/content-links.ts'
import { everywhere, field, outsideEmbeds, stored } from '../derived.ts'
import { menuNode } from './menu-node.ts'
import { everything, nothing } from '../../registry/conditions.ts'
import { taxonomyResource } from '../terms/taxonomy.ts'

/** The capability to change the site's appearance, menus included. */
export const appearanceCapability = 'edit_theme_options'

/** `readers` are capabilities, each of which suffices to read menus; null where all viewers may. */
export function menuResource(
  menus: TaxonomyDefinition,
  types: readonly ContentTypeDefinition[],
  readers: readonly string[] | null,
): ResourceDefinition {
  const terms = taxonomyResource(menus, types)
  const kept = terms.fields.filter(({ name }) => ['id', 'description', 'name', 'slug', 'meta'].includes(name))
  return defineResource({
    ...terms,
    ...readBy(readers, 'Sorry, you are not allowed to view menus.'),
    capabilities: [...(readers ?? []), appearanceCapability],
    visible: ({ can }) => (readers === null || readers.some(can) ? everything : nothing),
    editable: ({ can }) => (can(appearanceCapability) ? everything : nothing),
    editing: { ...terms.editing, capability: appearanceCapability },
    fields: [
      ...kept,
      field('locations', outsideEmbeds, Type.Array(Type.String()), {
        columns: ['id'],
        value: ({ row, site }) => locationsOf(textOf(row, 'id'), site),
      }),
      field('auto_add', outsideEmbeds, Type.Boolean(), {
        columns: ['id'],
        value: ({ row, site }) => site.growingMenus.has(textOf(row, 'id')),
      }),
    ],
    links: [...terms.links, shownAt],
    node: menuNode(locationsOf),
  })
}

/** The locations in the theme's options, with or without a menu; only the theme's files name further ones. */
export function menuLocationResource(readers: readonly string[] | null): ResourceDefinition {
  return defineResource({
    name: 'menu-location',
    base: 'menu-locations',
    source: 'options',
    where: {},
    listed: {},
    ...readBy(readers, 'Sorry, you are not allowed to view menu locations.'),
    optionRows: ({ menuPlaces, menuLocations }) =>
      menuPlaces.map((id): Row => ({ id, menu_id: menuLocations.get(id) ?? '0' })),
    capabilities: [],
    visible: () => everything,
    editable: () => everything,
    password: null,
    notFound: 'rest_menu_location_invalid',
    notVisible: 'rest_cannot_view',
    editing: { capability: '', list: '', item: '' },
    statuses: null,
    hasSelf: false,
    within: null,
    beyondLastPage: 'empty',
    offset: null,
    search: { columns: [], named: null, splits: false, where: {} },
    orders: {},
    order: { by: 'id', descending: false },
    args: {},
    taxonomies: [],
    fields: [
      readOnly('name', Type.String(), stored('id')),
      readOnly('description', Type.String(), {
        columns: ['id'],
        value: ({ row }) => inWords(textOf(row, 'id')),
      }),
      readOnly('menu', Type.Integer(), {
        columns: ['menu_id'],
        value: ({ row }) => idToJson(integerOf(row, 'menu_id')),
      }),
    ],
    links: [toItem(':menu', 'nav_menu', 'menu_id', 'menu')],
    page: null,
    node: null,
  })
}

function readBy(
  capabilities: readonly string[] | null,
  refusal: string,
): Pick<ResourceDefinition, 'readers'> {
  return capabilities === null ? {} : { readers: { capabilities, refusal } }
}

function readOnly(name: string, schema: Field['schema'], of: Derived): Field {
  return { ...field(name, everywhere, schema, of), isReadOnly: true }
}

/** The name as the beginning of a sentence: themes keep descriptions of locations in PHP, and most of them read like this. */
function inWords(name: string): string {
  const words = name.replaceAll(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function locationsOf(menu: string, { menuLocations }: Site): readonly string[] {
  return [...menuLocations].filter(([, id]) => id === menu).map(([name]) => name)
}

const shownAt: Link = {
  rel: ':menu-location',
  field: 'locations',
  columns: ['id'],
  targets: ({ row, site }) =>
    locationsOf(textOf(row, 'id'), site).map(
      (id) => ({ kind: 'item', resource: 'menu-location', id }) as const,
    ),
  embed: { kind: 'item' },
}
