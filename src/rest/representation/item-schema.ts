// The schema of an item for OPTIONS: each field with its contexts, and whether it is read-only.
import { Type, type TSchema } from 'typebox'
import type { Source } from '../../database/source.ts'
import { argSchema, type ArgSchema } from '../../registry/arg-schema.ts'
import { withDeprecation } from '../../registry/deprecation.ts'
import type { Context, Field } from '../../registry/field.ts'
import type { ResourceDefinition } from '../../registry/resource.ts'
import { fieldDescription } from './field-descriptions.ts'

type Document = Readonly<Record<string, unknown>>

/** `described` has schemas of fields that depend on stored values, by name; null where there is no such field. */
export function itemSchema(
  resource: ResourceDefinition,
  described: ReadonlyMap<string, unknown> = new Map(),
): TSchema {
  const { name, source, fields, within } = resource
  const schema = schemaOf(titleOf(name), fields, contextOrders.get(source), described)
  const isActedOn = source === 'posts' && within === null
  return isActedOn ? Type.Unsafe<unknown>({ ...schema, links: actionLinks(resource) }) : schema
}

/** The members of a field on which its schema depends. */
export type Described = Pick<
  Field,
  'name' | 'schema' | 'contexts' | 'texts' | 'isReadOnly' | 'isUnlisted' | 'deprecationReason'
>

/** The schema of an item with these fields; `order` is WordPress's order of contexts. */
export function schemaOf(
  title: string,
  fields: readonly Described[],
  order: readonly Context[] = ['view', 'edit', 'embed'],
  described: ReadonlyMap<string, unknown> = new Map(),
): TSchema {
  return Type.Unsafe<unknown>({
    $schema: 'http://json-schema.org/draft-04/schema#',
    title,
    type: 'object',
    properties: Object.fromEntries(
      fields
        .filter(({ isUnlisted }) => !isUnlisted)
        .filter(({ name }) => described.get(name) !== null)
        .map((field) => [field.name, described.get(field.name) ?? fieldDocument(field, order)]),
    ),
  })
}

/** Links by which WordPress shows editors which actions they may take; their addresses are below the interface's version. */
function actionLinks({ name, base, fields, taxonomies }: ResourceDefinition): readonly Document[] {
  const has = (field: string) => fields.some((each) => each.name === field)
  const action = (verb: string, title: string, property: string, schema: Document) => ({
    rel: `https://api.w.org/action-${verb}`,
    title: `The current user can ${title}.`,
    href: `/${base}/{id}`,
    targetSchema: { type: 'object', properties: { [property]: schema } },
  })
  const ids = { type: 'array', items: { type: 'integer' } }
  return [
    ...(name === 'attachment'
      ? []
      : [action('publish', 'publish this post', 'status', { type: 'string', enum: ['publish', 'future'] })]),
    action('unfiltered-html', 'post unfiltered HTML markup and JavaScript', 'content', {
      raw: { type: 'string' },
    }),
    ...(has('sticky') ? [action('sticky', 'sticky this post', 'sticky', { type: 'boolean' })] : []),
    ...(has('author')
      ? [action('assign-author', 'change the author on this post', 'author', { type: 'integer' })]
      : []),
    ...taxonomies.flatMap((taxonomy) => [
      action(`assign-${taxonomy.base}`, `assign terms in the ${taxonomy.name} taxonomy`, taxonomy.base, ids),
      action(`create-${taxonomy.base}`, `create terms in the ${taxonomy.name} taxonomy`, taxonomy.base, ids),
    ]),
    ...(name === 'nav_menu_item' ? [linkedObject(base)] : []),
  ]
}

/** The link of a menu item to its target. */
function linkedObject(base: string): Document {
  return {
    rel: 'https://api.w.org/menu-item-object',
    title: 'Get linked object.',
    href: `/${base}/{id}`,
    targetSchema: { type: 'object', properties: { object: { type: 'integer' } } },
  }
}

/** The title of a resource's schema: tags have a short one, and autosaves that of revisions. */
function titleOf(name: string): string {
  return name === 'post_tag' ? 'tag' : name.replace(/-autosave$/, '-revision')
}

/** Sources for which WordPress lists the contexts in another order. */
const contextOrders: ReadonlyMap<Source, readonly Context[]> = new Map([
  ['terms', ['view', 'embed', 'edit']],
  ['users', ['embed', 'view', 'edit']],
  ['options', ['embed', 'view', 'edit']],
])

/** Fields that WordPress sets itself, and clients cannot set. */
const readOnly: ReadonlySet<string> = new Set([
  'id',
  'author_avatar_urls',
  'avatar_urls',
  'capabilities',
  'class_list',
  'count',
  'exif_orientation',
  'extra_capabilities',
  'filename',
  'filesize',
  'generated_slug',
  'guid',
  'image_output_format',
  'image_quality',
  'image_save_progressive',
  'link',
  'media_details',
  'media_type',
  'mime_type',
  'missing_image_sizes',
  'modified',
  'modified_gmt',
  'permalink_template',
  'registered_date',
  'source_url',
  'taxonomy',
  'type',
])

function fieldDocument(
  { name, schema, deprecationReason, contexts: shownIn, texts, isReadOnly = readOnly.has(name) }: Described,
  order: readonly Context[],
): Document {
  const those = (wanted: readonly Context[]) => order.filter((context) => wanted.includes(context))
  const contexts = those(shownIn)
  const raw = those(texts?.raw ?? ['edit'])
  const { properties, required, ...own } = argSchema(withDeprecation(schema, deprecationReason))
  return {
    description: fieldDescription(name),
    ...own,
    ...(required === true ? { required } : {}),
    context: contexts,
    ...(isReadOnly ? { readonly: true } : {}),
    ...(properties
      ? {
          properties: partsOf(properties, {
            name,
            contexts,
            raw,
            isRendered: texts?.rendered.length !== 0,
            isReadOnly,
            order,
          }),
        }
      : {}),
  }
}

interface Of {
  readonly name: string
  readonly contexts: readonly Context[]
  /** The contexts that show the stored text, and whether there is a rendered one. */
  readonly raw: readonly Context[]
  readonly isRendered: boolean
  readonly isReadOnly: boolean
  readonly order: readonly Context[]
}

/** The parts of a text: stored for editors, and rendered. PHP encodes an object without members as an empty list. */
function partsOf(properties: NonNullable<ArgSchema['properties']>, of: Of): unknown {
  const names = Object.keys(properties)
  if (names.length === 0) return []
  if (!names.includes('rendered')) return properties
  const part = (words: string, type: string, contexts: readonly Context[], isReadOnly: boolean) => ({
    description: `${words} of the item's ${of.name}.`,
    type,
    context: contexts,
    ...(isReadOnly ? { readonly: true } : {}),
  })
  return {
    raw: part('What is stored', 'string', of.raw, of.isReadOnly),
    ...(of.isRendered ? { rendered: part('What is shown', 'string', of.contexts, true) } : {}),
    ...(of.name === 'content' && names.includes('protected')
      ? {
          block_version: part(
            'The version',
            'integer',
            of.raw.filter((context) => context !== 'view'),
            true,
          ),
        }
      : {}),
    ...(names.includes('protected')
      ? {
          protected: part('Whether a password protects what is shown', 'boolean', of.order, true),
        }
      : {}),
  }
}
