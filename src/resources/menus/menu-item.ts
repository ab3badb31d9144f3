// Menu items: posts whose meta names their target.
import type { Statuses } from '../../core/status.ts'
import { Type } from 'typebox'
import { asClass } from '../../render/html-tag.ts'
import { parsePhpList, storedInteger, storedPhpValue } from '../../database/php-value.ts'
import { integerOf, textOf } from '../../database/tables.ts'
import type { ContentTypeDefinition } from '../../registry/content-type.ts'
import type { Field } from '../../registry/field.ts'
import type { Link } from '../../registry/link.ts'
import { defineResource, type ResourceDefinition } from '../../registry/resource.ts'
import { idToJson } from '../../core/json.ts'
import { about, termsOf } from '../content/content-links.ts'
import { capabilitiesOf } from '../content/content-rules.ts'
import { contentResource } from '../content/content-type.ts'
import { everywhere, field, integer, outsideEmbeds, stored } from '../derived.ts'
import { numberArg } from '../filter-args.ts'
import { appearanceCapability } from './menu.ts'
import { menuItemNode } from './menu-node.ts'
import {
  aimColumns,
  aimNeeds,
  aimOf,
  attributeTitle,
  description,
  isInvalid,
  menuOf,
  title,
  typeLabel,
  url,
  type MenuTargets,
} from './menu-item-values.ts'
import { meta, metaFields } from '../content/post-meta.ts'
import { nothing } from '../../registry/conditions.ts'

/** `readers` are capabilities, each of which suffices to read menus; null where all viewers may. */
export function menuItemResource(
  type: ContentTypeDefinition,
  targets: MenuTargets,
  readers: readonly string[] | null,
  statuses: Statuses,
): ResourceDefinition {
  const content = contentResource(type, targets.taxonomies, statuses)
  const { visible } = content
  const capabilities = capabilitiesOf('post', type.capabilities)
  return defineResource({
    ...content,
    ...(readers === null
      ? {}
      : { readers: { capabilities: readers, refusal: 'Sorry, you are not allowed to view menu items.' } }),
    capabilities: [...content.capabilities, ...(readers ?? []), appearanceCapability],
    visible: (build) => (readers === null || readers.some(build.can) ? visible(build) : nothing),
    editing: { ...content.editing, capability: capabilities.edit },
    password: null,
    perPage: 100,
    orders: { ...content.orders, menu_order: { by: 'column', column: 'menu_order' } },
    order: { by: 'menu_order', descending: false },
    args: { ...content.args, menu_order: numberArg('menu_order', 'Only items at this place.') },
    fields: [...fieldsOf(targets, statuses), ...metaFields(type)],
    links: [about(`types/${type.name}`), termsOf({ name: 'nav_menu', base: 'menus' }), toTarget],
    node: menuItemNode(targets),
  })
}

const text = Type.String()

function fieldsOf(targets: MenuTargets, statuses: Statuses): readonly Field[] {
  const number = (more: object) => Type.Integer({ minimum: 0, default: 0, ...more })
  const known = (name: string, schema: Field['schema'], of: Parameters<typeof field>[3]): Field => ({
    ...field(name, everywhere, schema, of),
    isReadOnly: true,
  })
  const titleSchema = Type.Unsafe<unknown>({
    type: ['string', 'object'],
    properties: { rendered: text },
    served: { type: 'object' },
  })
  return [
    field('title', everywhere, titleSchema, title(targets)),
    known('id', number({}), integer('id')),
    known('type_label', text, typeLabel(targets)),
    written('type', Type.Enum([...kinds], { type: 'string', default: 'custom' }), '_menu_item_type'),
    field(
      'status',
      everywhere,
      Type.Enum([...statuses.shown], { type: 'string', default: 'publish' }),
      stored('status'),
    ),
    field(
      'parent',
      everywhere,
      number({}),
      meta('_menu_item_menu_item_parent', (value) => idToJson(storedInteger(value))),
    ),
    field('attr_title', everywhere, text, attributeTitle),
    field('classes', everywhere, Type.Array(text), meta('_menu_item_classes', classesIn)),
    field('description', everywhere, text, description(targets)),
    field('menu_order', everywhere, number({ minimum: 1, default: 1 }), integer('menu_order')),
    written('object', text, '_menu_item_object'),
    field('object_id', everywhere, number({}), whole('_menu_item_object_id')),
    written('target', Type.Enum(['_blank', ''], { type: 'string' }), '_menu_item_target'),
    field('url', everywhere, Type.String({ format: 'uri' }), url(targets)),
    field('xfn', everywhere, Type.Array(text), meta('_menu_item_xfn', classNames)),
    known('invalid', Type.Boolean(), isInvalid(targets)),
    field('menus', outsideEmbeds, Type.Integer(), menuOf),
  ]
}

const kinds = ['taxonomy', 'post_type', 'post_type_archive', 'custom'] as const

function written(name: string, schema: Field['schema'], key: string): Field {
  return {
    ...field(
      name,
      everywhere,
      schema,
      meta(key, (value) => value),
    ),
    isReadOnly: false,
  }
}

/** A number without its sign: WordPress stores negative ids for items that link to an archive (absint). */
function whole(key: string) {
  return meta(key, (value) => idToJson(storedInteger(value).replace('-', '')))
}

/** The stored list of classes; a value that is not a list becomes its only member, as PHP casts it. */
function classesIn(classes: string): readonly string[] {
  const value = storedPhpValue(classes)
  return value instanceof Map ? parsePhpList(classes) : [typeof value === 'string' ? value : '']
}

/** Words without characters that are not allowed in CSS classes (sanitize_html_class). */
function classNames(value: string): readonly string[] {
  return value.split(' ').map((word) => asClass(word))
}

/** A link to the target, where that is content or a term that exists. */
const toTarget: Link = {
  rel: ':menu-item-object',
  field: 'object_id',
  columns: aimColumns,
  needs: aimNeeds,
  targets: ({ row, needed }) => {
    const { kind, object, objectId } = aimOf(integerOf(row, 'id'), needed.metaOf)
    switch (kind) {
      case 'post_type': {
        const post = needed.postOf(objectId)
        // The content's type may have changed since the item was made
        const type = post && textOf(post, 'type')
        return type === null
          ? []
          : [{ kind: 'item', resource: type, id: objectId, attributes: { post_type: type } }]
      }
      case 'taxonomy':
        return needed.termOf(objectId, object) === null
          ? []
          : [{ kind: 'item', resource: object, id: objectId, attributes: { taxonomy: object } }]
      default:
        return []
    }
  },
  embed: { kind: 'item' },
}
