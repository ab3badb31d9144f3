// What is made of a post's row: its address, its texts, its terms, its classes.
import { Type } from 'typebox'
import { integerToJson } from '../core/json.ts'
import { integerOf, textOf, type Row } from '../database/tables.ts'
import type { ComputedDefinition } from '../registry/computed.ts'
import type { ContentTypeDefinition, TextContexts } from '../registry/content-type.ts'
import type { Derived, Field, FieldInput } from '../registry/field.ts'
import type { MetaDefinition } from '../registry/stored-meta.ts'
import type { TaxonomyDefinition } from '../registry/taxonomy.ts'
import { withDeprecation } from '../registry/deprecation.ts'
import { hasBlocks } from '../render/blocks.ts'
import { renderContent, renderExcerpt, renderSummary, renderTitle } from '../render/content.ts'
import {
  addressColumns,
  permalinkTemplate as templateOf,
  postLink,
  surroundingsFor,
  uriOf,
} from '../site/permalink.ts'
import { decoded, slugOf } from '../site/slug.ts'
import { everywhere, inEditing, outsideEmbeds } from './derived.ts'
import { renderContext, renderedColumns, renderNeeds } from './render-context.ts'

export const link: Derived = {
  columns: [...addressColumns],
  needs: (site) => ({ ...surroundingsFor(site), ancestors: true }),
  value: ({ row, site, needed }) => postLink(row, site, needed),
}

/** The same without where the site is. */
export const uri: Derived = {
  ...link,
  value: (input) => uriOf(postLink(input.row, input.site, input.needed), input.site),
}

/**
 * A post's title as HTML, for values of an extension's own.
 *
 * @example
 * ```ts
 * import { defineExtension, defineRoute, everybody, title } from 'lectern'
 *
 * const titles = defineRoute({
 *   namespace: 'titles/v1',
 *   path: '/newest',
 *   methods: ['GET'],
 *   permission: everybody,
 *   handle: ({ read }) => read.list('post', { values: { id: 'id', title }, limit: 5 }),
 * })
 *
 * export default defineExtension({ name: 'titles', routes: [titles] })
 * ```
 */
export const title: Derived = {
  columns: ['id', 'title'],
  value: (input) => renderTitle(textOf(input.row, 'title'), renderContext(input)),
}

/** Null while a password protects it. */
export const content: Derived = {
  columns: renderedColumns,
  needs: renderNeeds,
  value: (input) =>
    isLocked(input) ? null : renderContent(textOf(input.row, 'content'), renderContext(input)),
}

/** Null while a password protects it. */
export const excerpt: Derived = {
  columns: ['id', 'excerpt', 'content', 'password'],
  value: (input) => {
    if (isLocked(input)) return null
    const { row, excerptWords } = input
    return renderExcerpt(textOf(row, 'excerpt'), textOf(row, 'content'), renderContext(input), excerptWords)
  },
}

/**
 * A post's excerpt before it is marked up as paragraphs (get_the_excerpt).
 *
 * @example
 * ```ts
 * import { defineExtension, defineRoute, everybody, summary } from 'lectern'
 *
 * const summaries = defineRoute({
 *   namespace: 'summaries/v1',
 *   path: '/newest',
 *   methods: ['GET'],
 *   permission: everybody,
 *   handle: ({ read }) => read.list('post', { values: { url: 'link', summary }, limit: 5 }),
 * })
 *
 * export default defineExtension({ name: 'summaries', routes: [summaries] })
 * ```
 */
export const summary: Derived = {
  columns: ['id', 'excerpt', 'content', 'password'],
  value: (input) =>
    isLocked(input)
      ? 'There is no excerpt because this is a protected post.'
      : renderSummary(textOf(input.row, 'excerpt'), textOf(input.row, 'content'), renderContext(input)),
}

/** Whether a password protects its texts. */
export const isProtectedText: Derived = { columns: ['password'], value: isProtected }

/** What of a text is shown where, unless its type says otherwise. */
const usual: TextContexts = { raw: inEditing, rendered: everywhere }

/** `{ rendered }`; in editing also what is stored. */
export function rendered(of: Derived, column: string, texts = usual): Derived {
  return { ...withStored(of, column), value: (input) => partsOf(of, column, input, texts) }
}

export function protectable(of: Derived, column: string, texts = usual): Derived {
  return {
    ...withStored(of, column),
    ...(column === 'content' ? { anew: renderedAnew(of, texts) } : {}),
    value: (input) => ({
      ...partsOf(of, column, input, texts),
      protected: isProtected(input),
      // Whoever edits the text is told what it is written in
      ...(column === 'content' && input.context !== 'view' && texts.raw.includes(input.context)
        ? { block_version: hasBlocks(textOf(input.row, column)) ? 1 : 0 }
        : {}),
    }),
  }
}

function withStored(of: Derived, column: string): Derived {
  return { ...of, columns: [...new Set([...of.columns, column, ...(column === 'content' ? ['type'] : [])])] }
}

function partsOf(of: Derived, column: string, input: FieldInput, { raw, rendered: shown }: TextContexts) {
  const { row, context } = input
  return {
    ...(raw.includes(context) ? { raw: textOf(row, column) } : {}),
    ...(shown.includes(context) ? { rendered: of.value(input) ?? '' } : {}),
  }
}

const renderedTwice: ReadonlySet<string> = new Set(['post', 'page', 'wp_block'])

/** Content that goes out with its source is rendered once more after all else, so that the numbers in it go on (measured). */
function renderedAnew(of: Derived, { raw }: TextContexts): NonNullable<Derived['anew']> {
  return (input, value) => {
    const isMeant = raw.includes(input.context) && renderedTwice.has(textOf(input.row, 'type'))
    if (!isMeant || typeof value !== 'object' || value === null || !('raw' in value)) return value
    return 'rendered' in value && value.rendered !== '' ? { ...value, rendered: of.value(input) } : value
  }
}

export const permalinkTemplate: Derived = {
  ...link,
  value: ({ row, site, needed }) => templateOf(row, site, needed),
}

/** What would be made of the title; where the row's own slug is that, or that with a number, as it is. */
export const generatedSlug: Derived = {
  columns: ['id', 'slug', 'title'],
  value: ({ row }) => {
    const [own, made] = [decoded(textOf(row, 'slug')), slugOf(textOf(row, 'title'))]
    if (made === '') return textOf(row, 'id')
    return own.startsWith(made) && /^(?:-\d+)?$/.test(own.slice(made.length)) ? own : made
  },
}

/** Whether content has an excerpt to show: pages do, though they support none. */
export function showsExcerpt({ name, supports }: ContentTypeDefinition): boolean {
  return supports.includes('excerpt') || name === 'page'
}

/** How many comments it shows: none while a password protects it. */
export const commentCount: Derived = {
  columns: ['comment_count', 'password'],
  value: (input) => (isLocked(input) ? 0 : Number(integerOf(input.row, 'comment_count'))),
}

export const sticky: Derived = {
  columns: ['id'],
  value: ({ row, site }) => site.stickyPosts.has(textOf(row, 'id')),
}

/** The term of the taxonomy `post_format`, else standard. */
export const format: Derived = {
  columns: ['id'],
  needs: () => ({ terms: true }),
  value: (input) => {
    const [term] = termsIn(input, 'post_format')
    return term ? textOf(term, 'slug').replace('post-format-', '') : 'standard'
  },
}

export function meta(key: string, read: (stored: string) => unknown): Derived {
  return {
    columns: ['id'],
    needs: () => ({ meta: [key] }),
    value: ({ row, needed }) => read(needed.metaOf(integerOf(row, 'id'), key) ?? ''),
  }
}

export const footnotes: MetaDefinition = {
  key: 'footnotes',
  schema: Type.String({ title: '', description: '', default: '' }),
  read: (stored) => stored ?? '',
}

/** The field `meta`, of types that have such fields: what is registered; an empty list where nothing is. */
export function metaFields({ supports, meta: registered = [] }: ContentTypeDefinition): readonly Field[] {
  if (!supports.includes('custom-fields')) return []
  const shown = registered.filter(({ exposed }) => exposed?.includes('rest') ?? true)
  const properties = Object.fromEntries(
    shown.map(({ key, schema, deprecationReason }) => [key, withDeprecation(schema, deprecationReason)]),
  )
  const members = shown.map((definition) => ({ key: definition.key, ...storedMeta(definition) }))
  return [
    {
      name: 'meta',
      contexts: outsideEmbeds,
      schema: Type.Object(properties),
      columns: ['id'],
      needs: () => ({
        meta: shown.filter(({ isMultiple }) => isMultiple !== true).map(({ key }) => key),
        allMeta: shown.filter(({ isMultiple }) => isMultiple === true).map(({ key }) => key),
      }),
      value: (input) => {
        const values = members.map(({ key, value }) => [key, value(input)] as const)
        return values.length === 0 ? [] : Object.fromEntries(values)
      },
    },
  ]
}

/** What is stored under one registered key. */
export function storedMeta({
  key,
  read,
  isMultiple = false,
}: Pick<MetaDefinition, 'key' | 'read' | 'isMultiple'>): Derived {
  const columns = ['id']
  return isMultiple
    ? {
        columns,
        needs: () => ({ allMeta: [key] }),
        value: ({ row, needed }) => needed.allMetaOf(integerOf(row, 'id'), key).map(read),
      }
    : {
        columns,
        needs: () => ({ meta: [key] }),
        value: ({ row, needed }) => read(needed.metaOf(integerOf(row, 'id'), key)),
      }
}

/** What the column of a computed field is called. */
export function computedColumn(type: string, { name }: Pick<ComputedDefinition, 'name'>): string {
  return `${type}.${name}`
}

export function computedValue(type: string, computed: Pick<ComputedDefinition, 'name' | 'read'>): Derived {
  const column = computedColumn(type, computed)
  return { columns: [column], value: ({ row }) => computed.read(textOf(row, column)) }
}

export function termIds(taxonomy: string): Derived {
  return {
    columns: ['id'],
    needs: () => ({ terms: true }),
    value: (input) => termsIn(input, taxonomy).map((term) => integerToJson(integerOf(term, 'id'))),
  }
}

/** The classes that the site's own pages give content (get_post_class). */
export function classList(
  { supports }: ContentTypeDefinition,
  taxonomies: readonly TaxonomyDefinition[],
): Derived {
  const hasFormats = supports.includes('post-formats')
  // Formats are terms too, of a taxonomy that comes after those that the owning system begins with
  const [first, others] = [['category', 'post_tag'], taxonomies.map(({ name }) => name)]
  const named = [
    ...others.filter((name) => first.includes(name)),
    ...(hasFormats ? ['post_format'] : []),
    ...others.filter((name) => !first.includes(name)),
  ]
  return {
    columns: ['id', 'type', 'status', 'password'],
    needs: () => ({ terms: true, meta: ['_thumbnail_id'] }),
    value: (input) => {
      const { row, needed } = input
      const hasPassword = isProtected(input)
      const hasThumbnail =
        supports.includes('thumbnail') && Number(needed.metaOf(integerOf(row, 'id'), '_thumbnail_id')) > 0
      return [
        `post-${textOf(row, 'id')}`,
        textOf(row, 'type'),
        `type-${textOf(row, 'type')}`,
        `status-${textOf(row, 'status')}`,
        ...(hasFormats ? [`format-${String(format.value(input))}`] : []),
        ...(hasPassword ? ['post-password-required'] : []),
        ...(hasThumbnail && !hasPassword ? ['has-post-thumbnail'] : []),
        'hentry',
        ...named.flatMap((name) =>
          termsIn(input, name).map((term) => `${name === 'post_tag' ? 'tag' : name}-${classOf(term)}`),
        ),
      ]
    },
  }
}

/** What of a slug can be a class (sanitize_html_class); of one that leaves no word, the id. */
function classOf(term: Row): string {
  const name = textOf(term, 'slug').replace(/%[a-f0-9]{2}|[^\w-]/gi, '')
  return /^(?:-*|\s*[+-]?\d+)$/.test(name) ? textOf(term, 'id') : name
}

function termsIn({ row, needed }: FieldInput, taxonomy: string): readonly Row[] {
  return needed.termsOf(integerOf(row, 'id')).filter((term) => term['taxonomy'] === taxonomy)
}

function isProtected({ row }: FieldInput): boolean {
  return textOf(row, 'password') !== ''
}

function isLocked(input: FieldInput): boolean {
  return isProtected(input) && !input.unlocked
}
