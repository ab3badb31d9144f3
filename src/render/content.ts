// Stored text → served HTML: the rules that apply to each kind of text, and their order (the filters of the_content, the_title,
// the_excerpt and comment_text).
import { htmlAmpersands } from './ampersand.ts'
import { balancedTags } from './balanced-tags.ts'
import { hasBlocks, type Block } from './block-tree.ts'
import { renderBlocks, renderPart as renderStored } from './blocks.ts'
import { clickableLinks } from './clickable-links.ts'
import type { RenderContext, Stage } from './context.ts'
import { withAddresses } from './embeds.ts'
import { beginning, excerptSource, firstWords } from './first-words.ts'
import { withLoading } from './image-tags.ts'
import { paragraphs } from './paragraphs.ts'
import { englishMarks, type Marks } from './marks.ts'
import { phpTrim } from '../core/php-trim.ts'
import { plainText } from '../core/plain-text.ts'
import { isTooLong, lettersMax, noteUnrendered, shortcodesWritten } from '../core/unrendered.ts'
import { withEmbeds, withShortcodes } from './shortcodes.ts'
import { smilies } from './smilies.ts'
import { spelling, titleSpelling } from './spelling.ts'
import { typography } from './typography.ts'
import { unwrappedShortcodes } from './unwrapped-shortcodes.ts'

export function renderTitle(text: string, context: Pick<RenderContext, 'shortcodes' | 'marks'>): string {
  const { shortcodes, marks = englishMarks } = context
  const byShortcodes =
    keptTitles.get(marks) ?? new WeakMap<RenderContext['shortcodes'], Map<string, string>>()
  const titles = byShortcodes.get(shortcodes) ?? new Map<string, string>()
  const known = titles.get(text)
  if (known !== undefined || text.length > lettersMax) return known ?? text
  const title = titleSpelling(trimmed(htmlAmpersands(typography(text, context))))
  if (titles.size === titlesMax) titles.clear()
  if (text.length <= titleLengthMax)
    keptTitles.set(marks, byShortcodes.set(shortcodes, titles.set(text, title)))
  return title
}

/** Rendered titles, which lists repeat, by all that a title depends on: marks, registered shortcodes and text. */
const keptTitles = new WeakMap<Marks, WeakMap<RenderContext['shortcodes'], Map<string, string>>>()
/** At most this many titles are kept, and only short ones (characters). */
const titlesMax = 2048
const titleLengthMax = 256

/** `before` (the link to an attachment's file) is put in front of the text before shortcodes are rendered. */
export function renderContent(text: string, context: RenderContext, before = ''): string {
  if (isTooLong(text, context.count)) return before + text
  for (const [name, times] of shortcodesWritten(text))
    if (!context.shortcodes.has(name))
      for (let time = 0; time < times; time += 1) noteUnrendered(`[${name}]`, context.count)
  return contentOf(text, context, before)
}

function contentOf(text: string, context: RenderContext, before: string): string {
  const { own, all } = stagesFor(text, context)
  const html = through(own, text, context)
  // Texts that its blocks show are rendered before this mark
  if (own === blockStages) context.count.mark('texts with blocks')
  return through(all, before + html, context)
}

/** Renders one block of a content by itself; text that is in no block is rendered as the classic editor's. */
export function renderPart(part: string | Block, context: RenderContext): string {
  if (typeof part === 'string') return renderContent(part, context)
  const html = renderStored(part, context)
  return isTooLong(html, context.count) ? html : through([...partStages, ...contentStages], html, context)
}

/** Renders rich text that is no post's content in the same way, except that its blocks stay as they are. */
export function renderRichText(text: string, context: RenderContext): string {
  if (isTooLong(text, context.count)) return text
  return through([...classicStages, ...contentStages], text, context).replaceAll(']]>', ']]&gt;')
}

interface Around {
  /** HTML in front of the content. */
  readonly before?: string
  /** The content as HTML, where it is rendered already and would come out the same again. */
  readonly shown?: string | undefined
}

/** The written excerpt, else the first words of what `before` and the content show together. */
export function renderExcerpt(
  written: string,
  content: string,
  context: RenderContext,
  wordsMax = 55,
  around: Around = {},
): string {
  const summary = renderSummary(written, content, context, wordsMax, around)
  return isTooLong(summary, context.count) ? summary : through(excerptStages, summary, context)
}

/** The excerpt before it becomes paragraphs. */
export function renderSummary(
  written: string,
  content: string,
  context: RenderContext,
  wordsMax = 55,
  around: Around = {},
): string {
  return isBlank(written) ? autoExcerpt(content, context, wordsMax, around) : written
}

export function renderComment(text: string, context: RenderContext): string {
  return isTooLong(text, context.count) ? text : through(commentStages, text, context)
}

const blanks = ' \t\n\r\0\v'

function trimmed(text: string): string {
  const isTrimmed = !blanks.includes(text.charAt(0)) && !blanks.includes(text.charAt(text.length - 1))
  return isTrimmed ? text : phpTrim(text)
}

const blockStages: readonly Stage[] = [
  withEmbeds,
  withAddresses,
  renderBlocks,
  typography,
  unwrappedShortcodes,
]
const partStages: readonly Stage[] = [withEmbeds, withAddresses, typography, unwrappedShortcodes]
const classicStages: readonly Stage[] = [
  withEmbeds,
  withAddresses,
  typography,
  paragraphs,
  unwrappedShortcodes,
]
const contentStages: readonly Stage[] = [spelling, withShortcodes, withLoading, smilies]
const excerptStages: readonly Stage[] = [
  typography,
  smilies,
  htmlAmpersands,
  paragraphs,
  unwrappedShortcodes,
  withLoading,
]
const commentStages: readonly Stage[] = [
  clickableLinks,
  typography,
  htmlAmpersands,
  smilies,
  balancedTags,
  paragraphs,
  spelling,
]

/** The characters from which an excerpt is made where the text is too long to be rendered. */
const startMax = 100_000

function autoExcerpt(
  content: string,
  context: RenderContext,
  wordsMax: number,
  { before = '', shown }: Around,
): string {
  const source = excerptSource(content.length > lettersMax ? content.slice(0, startMax) : content, context)
  const start = beginning(source, wordsMax)
  const html = shown !== undefined && start === content ? shown : contentOf(start, context, before)
  return firstWords(plainText(html.replaceAll(']]>', ']]&gt;')), wordsMax, context)
}

/** True where the text has no other characters than blanks. */
export function isBlank(text: string): boolean {
  return !/[^ \t\n\r\0\v]/.test(text)
}

/** Stages for the text by itself, and then for the text together with `before`. */
interface Stages {
  readonly own: readonly Stage[]
  readonly all: readonly Stage[]
}

/** Once a request has rendered a text with blocks, further texts become paragraphs later, together with `before`. */
function stagesFor(text: string, { count }: RenderContext): Stages {
  if (hasBlocks(text)) return { own: blockStages, all: contentStages }
  return count.isMarked('texts with blocks')
    ? { own: partStages, all: [paragraphs, ...contentStages] }
    : { own: classicStages, all: contentStages }
}

function through(stages: readonly Stage[], text: string, context: RenderContext): string {
  return stages.reduce((html, stage) => stage(html, context), text)
}
