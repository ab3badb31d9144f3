// Fields of menu items: how each field's value is made of a row and of its link's target.
import { parsePhpList, storedInteger } from '../database/php-value.ts'
import { integerOf, textOf } from '../database/tables.ts'
import type { Derived } from '../registry/field.ts'
import { rowId, stored } from '../resources/derived.ts'
import {
  aimColumns,
  aimNeeds,
  aimOf,
  menuOf,
  rawTitle,
  url,
  type MenuTargets,
} from '../resources/menus/menu-item-values.ts'
import { meta } from '../resources/content/post-meta.ts'
import { uriOf } from '../site/permalink.ts'
import { decodeEntities } from '../core/entities.ts'
import { changed, constant, orNull, type WpFields } from './fields.ts'
import { placesOf } from './fields-term.ts'
import { globalId, globalIdOrNull } from './ids.ts'

export function menuItemFields(targets: MenuTargets): WpFields {
  const databaseId = changed(rowId, (id) => Number(id))
  const parent = meta('_menu_item_menu_item_parent', (id) => Number(storedInteger(id)))
  const to = url(targets)
  const path = changed(to, (address, { site }) => uriOf(String(address), site) || null)
  return {
    id: { columns: ['id'], value: ({ row }) => globalId('post', integerOf(row, 'id')) },
    databaseId,
    menuItemId: databaseId,
    isRestricted: constant(false),
    label: changed(rawTitle(targets), (title) => decodeEntities(String(title)) || null),
    title: orNull(stored('excerpt')),
    description: changed(stored('content'), (about) => String(about).trim() || null),
    url: orNull(to),
    uri: path,
    // Removes the query of a plain permalink (`/?p=1`), whose path is that of the front page
    path: changed(path, (address) =>
      typeof address === 'string' && address.startsWith('/') ? (address.split('?', 1)[0] ?? null) : address,
    ),
    target: orNull(meta('_menu_item_target', (target) => target)),
    linkRelationship: orNull(meta('_menu_item_xfn', (relation) => relation)),
    cssClasses: meta('_menu_item_classes', (classes) => parsePhpList(classes).filter((each) => each !== '')),
    order: { columns: ['menu_order'], value: ({ row }) => Number(textOf(row, 'menu_order')) },
    parentId: changed(parent, (id) => globalIdOrNull('post', Number(id))),
    parentDatabaseId: parent,
    menu: menuOf,
    childItems: rowId,
    connectedNode: aim,
    connectedObject: aim,
  }
}

/** The locations that show the menu of an item, which are a field of that menu. */
export const itemLocations: WpFields = {
  locations: changed(menuOf, (menu, { site }) => placesOf(String(menu), site.menuLocations)),
}

/** The row that a menu item links to. */
export interface MenuAim {
  readonly kind: 'post' | 'term'
  readonly id: string
}

const aim: Derived = {
  columns: aimColumns,
  needs: aimNeeds,
  value: ({ row, needed }): MenuAim | null => {
    const { kind, objectId } = aimOf(integerOf(row, 'id'), needed.metaOf)
    if (kind === 'post_type') return { kind: 'post', id: String(objectId) }
    return kind === 'taxonomy' ? { kind: 'term', id: String(objectId) } : null
  },
}
