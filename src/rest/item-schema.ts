// What an item is made of, as OPTIONS says it: each field with its contexts, and what of it clients only read.
import { Type, type TSchema } from 'typebox'
import { argSchema, type ArgSchema } from '../registry/arg-schema.ts'
import type { Context, Field, ResourceDefinition } from '../registry/define.ts'

type Document = Readonly<Record<string, unknown>>

export function itemSchema({ name, source, fields }: ResourceDefinition): TSchema {
  // The original lists contexts of terms in another order than those of all else
  const order: readonly Context[] = source === 'terms' ? ['view', 'embed', 'edit'] : ['view', 'edit', 'embed']
  return Type.Unsafe<unknown>({
    $schema: 'http://json-schema.org/draft-04/schema#',
    title: name,
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldDocument(field, order)])),
  })
}

/** What the owning system makes itself, and takes from nobody. */
const readOnly: ReadonlySet<string> = new Set([
  'id',
  'author_avatar_urls',
  'avatar_urls',
  'capabilities',
  'class_list',
  'count',
  'extra_capabilities',
  'filename',
  'filesize',
  'generated_slug',
  'guid',
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

function fieldDocument({ name, schema, contexts: shownIn }: Field, order: readonly Context[]): Document {
  const contexts = order.filter((context) => shownIn.includes(context))
  const { properties, required, ...own } = argSchema(schema)
  const isReadOnly = readOnly.has(name)
  return {
    description: `What the item has as its ${name.replaceAll('_', ' ')}.`,
    ...own,
    ...(required === true ? { required } : {}),
    context: contexts,
    ...(isReadOnly ? { readonly: true } : {}),
    ...(properties ? { properties: partsOf(properties, { name, contexts, isReadOnly, order }) } : {}),
  }
}

interface Of {
  readonly name: string
  readonly contexts: readonly Context[]
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
    raw: part('What is stored', 'string', ['edit'], of.isReadOnly),
    rendered: part('What is shown', 'string', of.contexts, true),
    ...(of.name === 'content' ? { block_version: part('The version', 'integer', ['edit'], true) } : {}),
    ...(names.includes('protected')
      ? {
          protected: part('Whether a password protects what is shown', 'boolean', of.order, true),
        }
      : {}),
  }
}
