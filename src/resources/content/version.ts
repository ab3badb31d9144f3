// Versions of content: revisions, made by earlier saves, and autosaves, which the editor makes by itself. Viewers who may
// edit the content see them.
import { Type } from 'typebox'
import type { ContentTypeDefinition, TextContexts } from '../../registry/content-type.ts'
import type { Derived, Field } from '../../registry/field.ts'
import type { Link } from '../../registry/link.ts'
import type { MetaDefinition } from '../../registry/stored-meta.ts'
import { defineResource, type ResourceDefinition } from '../../registry/resource.ts'
import { integerOf, textOf } from '../../database/tables.ts'
import { everywhere, field, integer, localTime, outsideEmbeds, stored, utcTime } from '../derived.ts'
import { isZero } from '../../site/time-zone.ts'
import { capabilityNames, servedType, versionsSeen } from './content-rules.ts'
import { metaFields } from './post-meta.ts'
import { content, contentContexts, excerpt, rendered, showsExcerpt, title } from './post-text.ts'
import { everything } from '../../registry/conditions.ts'

const text = Type.String()
const number = Type.Integer()
const dateTime = Type.String({ format: 'date-time' })
const html = Type.Object({ rendered: text })
/** The schema names `protected`, which no answer contains. */
const protectedHtml = Type.Object({ rendered: text, protected: Type.Boolean() })

/** Versions show stored texts in the contexts in which their content does, and rendered texts in all. */
function textsOf({ texts }: ContentTypeDefinition): TextContexts | undefined {
  return texts && { raw: texts.raw, rendered: everywhere }
}

export function versionResources(type: ContentTypeDefinition): readonly ResourceDefinition[] {
  const autosaves = version(type, {
    name: `${type.name}-autosave`,
    base: 'autosaves',
    within: {
      resource: type.name,
      arg: 'id',
      listed: 'whole',
      refusal: 'Sorry, you are not allowed to view autosaves of this post.',
      missing: 'There is no autosave revision for this post.',
    },
  })
  const revisions = version(type, {
    name: `${type.name}-revision`,
    base: 'revisions',
    within: {
      resource: type.name,
      arg: 'parent',
      listed: 'paged',
      refusal: 'Sorry, you are not allowed to view revisions of this post.',
      missing: 'Invalid revision ID.',
    },
  })
  const { supports, savesItself = true } = type
  // The block editor saves drafts of the types that it edits
  const isSaved = supports.includes('editor') && savesItself
  return [...(supports.includes('revisions') ? [revisions] : []), ...(isSaved ? [autosaves] : [])]
}

/** A version always has `meta`: also keys that the item shows outside of `meta`, with null where nothing is stored. */
function withOwnMeta(type: ContentTypeDefinition): ContentTypeDefinition {
  return { ...type, showsMeta: true, ...(type.meta ? { meta: type.meta.map(inMeta) } : {}) }
}

function inMeta(meta: MetaDefinition): MetaDefinition {
  const { exposed, read } = meta
  // WordPress registers defaults for the type, to which versions do not belong
  if (!exposed?.includes('schema') || exposed.includes('rest')) return { ...meta, isNeverEmpty: false }
  return { ...meta, exposed: [...exposed, 'rest'], read: (value) => read(value) || null }
}

function version(
  type: ContentTypeDefinition,
  own: Pick<ResourceDefinition, 'name' | 'base' | 'within'>,
): ResourceDefinition {
  const served = servedType(type)
  return defineResource({
    ...own,
    source: 'posts',
    where: { type: 'revision' },
    listed: {},
    capabilities: capabilityNames([served]),
    // Lists need no rule: REST has checked their parent item before
    visible: () => everything,
    visibleAlone: versionsSeen(served),
    editable: () => everything,
    password: null,
    notFound: own.within?.listed === 'whole' ? 'rest_post_no_autosave' : 'rest_post_invalid_id',
    notVisible: 'rest_cannot_read',
    editing: { capability: '', list: '', item: '' },
    statuses: null,
    hasSelf: false,
    beyondLastPage: 'refused',
    offset: 'apart',
    search: { columns: ['title', 'excerpt', 'content'], named: null, splits: true, where: {} },
    orders: {
      date: { by: 'column', column: 'created_at' },
      id: { by: 'column', column: 'id' },
      include: { by: 'given', column: 'id' },
      relevance: { by: 'relevance', column: 'title' },
      slug: { by: 'column', column: 'slug' },
      include_slugs: { by: 'given', column: 'slug', otherwise: 'created_at' },
      title: { by: 'column', column: 'title' },
    },
    order: { by: 'date', descending: true },
    args: {},
    taxonomies: [],
    fields: [
      field('author', everywhere, number, integer('author_id')),
      field('date', everywhere, dateTime, unlessUnset('created_at', localTime('created_at'))),
      field('date_gmt', outsideEmbeds, dateTime, utcUnlessUnset('created_at')),
      field('guid', outsideEmbeds, html, rendered(stored('guid'), 'guid')),
      made('id', everywhere, number, integer('id')),
      made('modified', outsideEmbeds, dateTime, unlessUnset('modified_at', localTime('modified_at'))),
      made('modified_gmt', outsideEmbeds, dateTime, utcUnlessUnset('modified_at')),
      field('parent', everywhere, number, integer('parent_id')),
      field('slug', everywhere, text, stored('slug')),
      ...(type.supports.includes('title')
        ? [field('title', everywhere, html, rendered(title, 'title', textsOf(type)), type.texts)]
        : []),
      ...(type.supports.includes('editor')
        ? [
            field(
              'content',
              contentContexts(type),
              protectedHtml,
              rendered(content, 'content', textsOf(type)),
              type.texts,
            ),
          ]
        : []),
      ...(showsExcerpt(type)
        ? [field('excerpt', everywhere, protectedHtml, rendered(excerptOf, 'excerpt'))]
        : []),
      ...metaFields(withOwnMeta(type)),
    ],
    links: [parent(type.name)],
    page: null,
    node: null,
  })
}

/** A field that WordPress sets itself, although its schema for versions does not mark it read-only. */
function made(...of: Parameters<typeof field>): Field {
  return { ...field(...of), isReadOnly: false }
}

function utcUnlessUnset(column: string): Derived {
  return unlessUnset(column, utcTime(`${column}_utc`, column))
}

/** A time of a version is null unless its UTC column is set. */
function unlessUnset(column: string, time: Derived): Derived {
  const utcColumn = `${column}_utc`
  return {
    ...time,
    columns: [...new Set([...time.columns, utcColumn])],
    value: (input) => (isZero(textOf(input.row, utcColumn)) ? null : time.value(input)),
  }
}

/** The stored excerpt; none is generated from the content. */
const excerptOf = {
  ...excerpt,
  value: (input: Parameters<typeof excerpt.value>[0]) =>
    input.row['excerpt'] === '' ? '' : excerpt.value(input),
}

function parent(type: string): Link {
  return {
    rel: 'parent',
    field: 'parent',
    isKeptAlone: true,
    columns: ['parent_id'],
    targets: ({ row }) => [{ kind: 'item', resource: type, id: integerOf(row, 'parent_id') }],
    embed: null,
  }
}
