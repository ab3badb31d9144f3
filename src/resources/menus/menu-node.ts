// Menus and their items as GraphQL nodes: menus with a location, for viewers who may read menus.
import { toIdValue } from '../../database/filter.ts'
import { integerOf, textOf } from '../../database/tables.ts'
import { parsePhpList } from '../../database/php-value.ts'
import type { Derived } from '../../registry/field.ts'
import type { NodeDefinition } from '../../registry/node.ts'
import { uriOf } from '../../site/permalink.ts'
import type { Site } from '../../site/site.ts'
import { nodeField, prefixedId, rowId, stored, textField } from '../derived.ts'
import {
  aimColumns,
  aimNeeds,
  aimOf,
  description,
  isInvalid,
  shownTitle,
  typeLabel,
  url,
  type MenuTargets,
} from './menu-item-values.ts'
import { meta } from '../content/post-meta.ts'

export function menuNode(locationsOf: (id: string, site: Site) => readonly string[]): NodeDefinition {
  return {
    type: 'Menu',
    description: 'A menu with a location on the site.',
    prefix: 'term:',
    isContent: false,
    connection: 'menus',
    single: 'menu',
    order: { column: 'name', descending: false },
    statuses: null,
    only: (site) => [{ kind: 'in', column: 'id', values: assigned(site) }],
    fields: [
      prefixedId('term:'),
      nodeField('name', 'String', 'Its name.', stored('name')),
      nodeField('slug', 'String', 'Its slug.', stored('slug')),
      nodeField('description', 'String', 'Its description.', stored('description')),
      nodeField('locations', '[String!]', 'The locations of the site that show it.', {
        columns: ['id'],
        value: ({ row, site }) => locationsOf(textOf(row, 'id'), site),
      }),
      nodeField(
        'items',
        { connection: 'nav_menu_item', carrying: 'nav_menu' },
        'Its items in order; each has its parent.',
        rowId,
      ),
    ],
  }
}

export function menuItemNode(targets: MenuTargets): NodeDefinition {
  return {
    type: 'MenuItem',
    description: 'An item of a menu.',
    prefix: '',
    isContent: false,
    connection: null,
    single: null,
    order: { column: 'menu_order', descending: false },
    statuses: null,
    only: (site) => [{ kind: 'term', taxonomy: 'nav_menu', by: 'id', values: assigned(site) }],
    fields: [
      nodeField('id', 'ID!', 'Its decimal id.', stored('id')),
      textField('title', 'Its text, as HTML or as plain text.', shownTitle(targets)),
      nodeField('url', 'String', 'The address that it leads to.', url(targets)),
      nodeField('uri', 'String', "The path of its address, below the site's own.", {
        ...url(targets),
        value: (input) => uriOf(String(url(targets).value(input)), input.site),
      }),
      nodeField('typeLabel', 'String', 'The name of the kind of its target.', typeLabel(targets)),
      nodeField('description', 'String', 'Its description.', description(targets)),
      nodeField('attrTitle', 'String', 'The text of its tooltip.', stored('excerpt')),
      nodeField(
        'target',
        'String',
        'The window that it opens in: `_blank`.',
        meta('_menu_item_target', same),
      ),
      nodeField('classes', '[String!]', 'Its own CSS classes.', meta('_menu_item_classes', parsePhpList)),
      nodeField(
        'isInvalid',
        'Boolean!',
        'True where its target does not exist any more.',
        isInvalid(targets),
      ),
      nodeField('menuOrder', 'Int!', 'Its position in the menu.', {
        columns: ['menu_order'],
        value: ({ row }) => Number(textOf(row, 'menu_order')),
      }),
      nodeField(
        'parent',
        { node: 'nav_menu_item' },
        'Its parent item.',
        meta('_menu_item_menu_item_parent', same),
      ),
      nodeField('content', { content: true }, 'The content that it leads to.', aimOfKind('post_type')),
      nodeField('term', { term: true }, 'The term that it leads to.', aimOfKind('taxonomy')),
    ],
  }
}

function assigned({ menuLocations }: Site) {
  return [...new Set(menuLocations.values())].map(toIdValue)
}

function same(value: string): string {
  return value
}

/** The target's id, if it is of this kind, else 0. */
function aimOfKind(wanted: string): Derived {
  return {
    columns: aimColumns,
    needs: aimNeeds,
    closedWith: ['object_id'],
    value: ({ row, needed }) => {
      const { kind, objectId } = aimOf(integerOf(row, 'id'), needed.metaOf)
      return kind === wanted ? objectId : 0
    },
  }
}
