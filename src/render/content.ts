// Stored text → served HTML: which rules apply to which text, in which order (the filters of the_content, the_title,
// the_excerpt and comment_text).
import { hasBlocks, withoutDelimiters } from './blocks.ts'
import type { RenderContext, Stage } from './context.ts'
import { firstWords } from './first-words.ts'
import { paragraphs } from './paragraphs.ts'

export function renderTitle(text: string, context: RenderContext): string {
  return through(titleStages, text, context)
}

/** `before` stands in front of what is enclosed by shortcodes: the link to an attachment's file. */
export function renderContent(text: string, context: RenderContext, before = ''): string {
  const formatted = through(hasBlocks(text) ? blockStages : classicStages, text, context)
  return through(contentStages, before + formatted, context)
}

/** The written excerpt, else the content's first words. */
export function renderExcerpt(
  written: string,
  content: string,
  context: RenderContext,
  wordsMax?: number,
): string {
  return through(excerptStages, excerptText(written, content, wordsMax), context)
}

/** The same before it is made HTML. */
function excerptText(written: string, content: string, wordsMax = 55): string {
  return written.trim() === '' ? firstWords(content, wordsMax) : written
}

const titleStages: readonly Stage[] = [(text) => text.trim()]
const blockStages: readonly Stage[] = [withoutDelimiters]
const classicStages: readonly Stage[] = [paragraphs]
const contentStages: readonly Stage[] = []
const excerptStages: readonly Stage[] = [paragraphs]

function through(stages: readonly Stage[], text: string, context: RenderContext): string {
  return stages.reduce((html, stage) => stage(html, context), text)
}
