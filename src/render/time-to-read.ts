// How long reading a post takes, or how many words it has (render_block_core_post_time_to_read).
import { decimalAttribute, sideClass, textAttribute, wrapped } from './block-wrapper.ts'
import type { BlockRenderer } from './context.ts'
import { firstPart } from './first-part.ts'
import { grouped } from './grouped-number.ts'
import { piecesOf, tagName } from './markup.ts'

/** Words that people read in a minute. */
const usualSpeed = 189

export const timeToRead: BlockRenderer = ({ name, attributes }, context) => {
  const { content } = context.setUp.post ?? context.post()
  const shown = context.allows(content.length) ? firstPart(content, linkOf) : ''
  const words = wordsIn(shown)
  const text =
    textAttribute(attributes, 'displayMode') === 'words' ? wordText(words) : timeText(words, attributes)
  return wrapped(name, attributes, { tag: 'div', classes: sideClass(attributes) }, text)
}

/** The words of the link to the rest are counted, too. */
function linkOf(words: string | null): string {
  return ` ${words ?? '(more…)'}`
}

/** Tags and two dashes part words; entities, digits and marks are none (wp_word_count). */
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

function wordText(words: number): string {
  return words === 1 ? '1 word' : `${grouped(words)} words`
}

function timeText(words: number, attributes: Parameters<typeof decimalAttribute>[0]): string {
  const speed = decimalAttribute(attributes, 'averageReadingSpeed', usualSpeed) || usualSpeed
  const minutes = (share: number) => Math.max(1, Math.round((words / speed) * share))
  if (attributes['displayAsRange'] === false) return minutes(1) === 1 ? '1 minute' : `${minutes(1)} minutes`
  const least = minutes(0.8)
  const most = Math.max(minutes(1.2), least + 1)
  return `${least}–${most} minutes`
}
