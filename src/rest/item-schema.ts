// What an item is made of, as OPTIONS says it: each field with its contexts, and what of it clients only read.
import { Type, type TSchema } from 'typebox'
import type { Source } from '../database/source.ts'
import { argSchema, type ArgSchema } from '../registry/arg-schema.ts'
import { withDeprecation } from '../registry/deprecation.ts'
import type { Context, Field } from '../registry/field.ts'
import type { ResourceDefinition } from '../registry/resource.ts'

type Document = Readonly<Record<string, unknown>>

export function itemSchema(resource: ResourceDefinition): TSchema {
  const { name, source, fields, within } = resource
  const schema = schemaOf(titleOf(name), fields, contextOrders.get(source))
  const isActedOn = source === 'posts' && within === null
  return isActedOn ? Type.Unsafe<unknown>({ ...schema, links: actionLinks(resource) }) : schema
}

/** What a schema says of a field. */
export type Described = Pick<
  Field,
  'name' | 'schema' | 'contexts' | 'texts' | 'isReadOnly' | 'isUnlisted' | 'deprecationReason'
>

/** The schema of what has these fields; `order` is that in which the original lists contexts. */
export function schemaOf(
  title: string,
  fields: readonly Described[],
  order: readonly Context[] = ['view', 'edit', 'embed'],
): TSchema {
  return Type.Unsafe<unknown>({
    $schema: 'http://json-schema.org/draft-04/schema#',
    title,
    type: 'object',
    properties: Object.fromEntries(
      fields
        .filter(({ isUnlisted }) => !isUnlisted)
        .map((field) => [field.name, fieldDocument(field, order)]),
    ),
  })
}

/** What editors may do, as the original says it; below the interface's version. */
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
  ]
}

/** Tags are called by their short name, and what was saved by itself as what was saved. */
function titleOf(name: string): string {
  return name === 'post_tag' ? 'tag' : name.replace(/-autosave$/, '-revision')
}

/** The original lists contexts of terms, users and options in other orders than those of all else. */
const contextOrders: ReadonlyMap<Source, readonly Context[]> = new Map([
  ['terms', ['view', 'embed', 'edit']],
  ['users', ['embed', 'view', 'edit']],
  ['options', ['embed', 'view', 'edit']],
])

/** What the owning system makes itself, and takes from nobody. */
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
    description: `What the item has as its ${name.replaceAll('_', ' ')}.`,
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
  /** Where the part as it is stored is shown, and whether there is one as it is shown. */
  readonly raw: readonly Context[]
  readonly isRendered: boolean
  readonly isReadOnly: boolean
  readonly order: readonly Context[]
}

/** A text has a part as it is stored, which editors see, beside the part as it is shown. No parts are PHP's empty list. */
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
