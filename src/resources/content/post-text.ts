// Values made of a post's texts (title, content, excerpt): as HTML and as stored, with regard to the post's password.
import { watchedCount, withoutMarks } from '../../core/counter.ts'
import { asInPhp } from '../../core/json.ts'
import { textOf } from '../../database/tables.ts'
import type { ContentTypeDefinition, TextContexts } from '../../registry/content-type.ts'
import type { Context, Derived, FieldInput } from '../../registry/field.ts'
import { hasBlocks } from '../../render/block-tree.ts'
import type { Needs } from '../../related/relations.ts'
import {
  renderContent,
  renderExcerpt,
  renderRichText,
  renderSummary,
  renderTitle,
} from '../../render/content.ts'
import { needsOfText } from '../../render/needs.ts'
import { writtenBlocks } from '../../render/written-blocks.ts'
import { surroundingsFor } from '../../site/surroundings.ts'
import { everywhere, inEditing, outsideEmbeds } from '../derived.ts'
import { fileMeta } from '../media/media-values.ts'
import {
  builtInRenderers,
  renderContext,
  renderedColumns,
  renderNeeds,
  startNeeds,
} from '../rendering/render-context.ts'
import { isLockedRow } from '../rendering/shown.ts'
import { said } from '../../render/words.ts'

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
  value: ({ row, site }) => renderTitle(textOf(row, 'title'), site.renderers ?? builtInRenderers),
}

/** Rendered contents that used no counter: excerpts of the same text are cut from them. */
const shownContents = new WeakMap<FieldInput, string>()

/** The content as HTML; null while a password protects it. */
export const content: Derived = {
  columns: renderedColumns,
  needs: renderNeeds,
  value: (input) => {
    if (isLocked(input)) return null
    const { count, uses } = watchedCount(input.count)
    const shown = renderContent(textOf(input.row, 'content'), renderContext({ ...input, count }))
    // The one use is the text's own, which asks what kind of text it is
    if (uses() === 1) shownContents.set(input, shown)
    return shown
  },
}

/**
 * Text of an editor that is stored elsewhere than as a post's content, as HTML: paragraphs, shortcodes and images as there,
 * blocks as they are. Its row has the text as `content`, and the id of the post that it belongs to, or `0`.
 *
 * @example
 * ```ts
 * import { defineExtension, richText, textOf, type Derived } from 'lectern'
 *
 * const shout: Derived = {
 *   columns: ['id', 'excerpt'],
 *   value: (input) => richText.value({ ...input, row: { id: '0', content: textOf(input.row, 'excerpt') } }),
 * }
 *
 * const field = { name: 'marked', type: 'String', description: 'The excerpt as written.', ...shout } as const
 *
 * export default defineExtension({ name: 'marked', adds: { post: { nodeFields: [field] } } })
 * ```
 */
export const richText: Derived = {
  columns: ['id', 'content'],
  needs: (site) => ({
    // Addresses of files depend on the posts to which they are attached
    ...surroundingsFor(site),
    ancestors: true,
    texts: { of: (row) => needsOfText(textOf(row, 'content'), site.renderers?.asks), fileMeta },
  }),
  value: (input) => renderRichText(textOf(input.row, 'content'), renderContext(input)),
}

const excerptNeeds = (): Needs => ({ texts: { of: startNeeds, fileMeta: [], isPartial: true } })

/** The excerpt as HTML; null while a password protects it. */
export const excerpt: Derived = {
  columns: ['id', 'excerpt', 'content', 'password'],
  needs: excerptNeeds,
  value: (input) => {
    if (isLocked(input)) return null
    const { row, excerptWords } = input
    return renderExcerpt(textOf(row, 'excerpt'), textOf(row, 'content'), renderContext(input), excerptWords, {
      shown: shownContents.get(input),
    })
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
  needs: excerptNeeds,
  value: (input) =>
    isLocked(input)
      ? said(input.site.renderers ?? {}, 'There is no excerpt because this is a protected post.')
      : renderSummary(textOf(input.row, 'excerpt'), textOf(input.row, 'content'), renderContext(input)),
}

/** True where a password protects the post's texts. */
export const isProtectedText: Derived = { columns: ['password'], value: isProtected }

/** A type that shows stored texts in embeds shows its content there, too. */
export function contentContexts({ texts }: ContentTypeDefinition): readonly Context[] {
  return texts?.raw.includes('embed') === true ? everywhere : outsideEmbeds
}

/** The default contexts of stored and rendered texts. */
const usual: TextContexts = { raw: inEditing, rendered: everywhere }

/** An object with `rendered`; in contexts with stored texts also with `raw`. */
export function rendered(of: Derived, column: string, texts = usual): Derived {
  return { ...withStored(of, column), value: (input) => asInPhp(partsOf(of, column, input, texts)) }
}

export function protectable(of: Derived, column: string, texts = usual): Derived {
  return {
    ...withStored(of, column),
    ...(column === 'content' ? { anew: renderedAnew(of, texts) } : {}),
    value: (input) => ({
      ...partsOf(of, column, input, texts),
      protected: isProtected(input),
      // Contexts for editing also tell the version of the block format
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
  // Embedded items are public, so protected content is withheld even where embeds show stored texts
  const isHidden = context === 'embed' && column === 'content' && isLocked(input)
  const text = isHidden ? '' : textOf(row, column)
  return {
    ...(raw.includes(context)
      ? { raw: column === 'content' ? writtenBlocks(text, textOf(row, 'type')) : text }
      : {}),
    ...(shown.includes(context) ? { rendered: of.value(input) ?? '' } : {}),
  }
}

const renderedTwice: ReadonlySet<string> = new Set(['post', 'page', 'wp_block'])

/** Renders content that is sent with its source a second time, after all other fields: as in WordPress, its counters then go on (measured). */
function renderedAnew(of: Derived, { raw }: TextContexts): NonNullable<Derived['anew']> {
  return (input, value) => {
    const isMeant = raw.includes(input.context) && renderedTwice.has(textOf(input.row, 'type'))
    if (!isMeant || typeof value !== 'object' || value === null || !('raw' in value)) return value
    return 'rendered' in value && value.rendered !== ''
      ? { ...value, rendered: of.value(again(input)) }
      : value
  }
}

function again(input: FieldInput): FieldInput {
  return { ...input, count: withoutMarks(input.count) }
}

/** True where the type shows an excerpt: pages show one without supporting it. */
export function showsExcerpt({ name, supports }: ContentTypeDefinition): boolean {
  return supports.includes('excerpt') || name === 'page'
}

function isProtected({ row }: FieldInput): boolean {
  return textOf(row, 'password') !== ''
}

/** True where a password protects the post and the request lacks it. */
export function isLocked(input: FieldInput): boolean {
  return isLockedRow(input.row, input)
}
