// The time that reading a post takes, or the number of its words (render_block_core_post_time_to_read).
import { decimalAttribute, sideClass, textAttribute, wrapped } from './block-wrapper.ts'
import { plainText } from '../core/plain-text.ts'
import type { BlockAttributes } from './block-tree.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import { firstPart } from './first-part.ts'
import { grouped } from './grouped-number.ts'
import { piecesOf, tagName } from './markup.ts'
import { counted, said, saidAs } from './words.ts'

/** The default reading speed in words per minute. */
const usualSpeed = 189

export const timeToRead: BlockRenderer = ({ name, attributes }, context) => {
  const { content } = context.setUp.post ?? context.post()
  // The words of the link to the rest are counted, too
  const shown = context.allows(content.length)
    ? firstPart(content, (stated) => ` ${stated ?? plainText(said(context, '(more&hellip;)'))}`)
    : ''
  const words = wordsIn(shown)
  const text =
    textAttribute(attributes, 'displayMode') === 'words'
      ? counted(context, '%s word', words, grouped(words, context))
      : timeText(words, attributes, context)
  return wrapped(name, attributes, { tag: 'div', classes: sideClass(attributes) }, text)
}

/** Counts words (wp_word_count): tags and two dashes separate them; entities, digits and punctuation are removed. */
export function wordsIn(content: string): number {
  const text = [...piecesOf(content)]
    .map(({ kind, text: piece }) =>
      kind === 'comment' ? '' : kind === 'tag' && tagName(piece) !== '' ? ' ' : piece,
    )
    .join('')
    .replace(/&nbsp;|&#160;|--|—/gi, ' ')
    .replace(/&[^\s;]{1,32};/g, '')
    .replace(marks, '')
  return text.match(/\S+/g)?.length ?? 0
}

const marks = /[\u0021-\u0040\u005b-\u0060\u007b-\u007e\u0080-\u00bf\u00d7\u00f7\u2000-\u2bff\u2e00-\u2e7f]/g

function timeText(words: number, attributes: BlockAttributes, context: RenderContext): string {
  const speed = decimalAttribute(attributes, 'averageReadingSpeed', usualSpeed) || usualSpeed
  const minutes = (share: number) => Math.max(1, Math.round((words / speed) * share))
  if (attributes['displayAsRange'] === false) return counted(context, '%s minute', minutes(1))
  const least = minutes(0.8)
  const most = Math.max(minutes(1.2), least + 1)
  return saidAs(context, 'Range of minutes to read', '%1$s–%2$s minutes', least, most)
}
