// How long reading a post takes, or how many words it has (render_block_core_post_time_to_read).
import { plainText } from '../core/plain-text.ts'
import { numberAttribute, sideClass, textAttribute, wrapped } from './block-wrapper.ts'
import type { BlockRenderer } from './context.ts'
import { withoutFirstBreak } from './first-words.ts'
import { grouped } from './grouped-number.ts'
import { piecesOf, tagName } from './markup.ts'

/** Words that people read in a minute. */
const usualSpeed = 189

export const timeToRead: BlockRenderer = ({ name, attributes }, context) => {
  const words = wordsIn(context.isLocked === true ? '' : shownPart(context.post().content))
  const text =
    textAttribute(attributes, 'displayMode') === 'words' ? wordText(words) : timeText(words, attributes)
  return wrapped(name, attributes, { tag: 'div', classes: sideClass(attributes) }, text)
}

/** The first page, as far as its first mark and with the words of the link that stands there (get_the_content). */
function shownPart(content: string): string {
  const [page = ''] = withoutFirstBreak(content).split('<!--nextpage-->', 1)
  let before = 0
  for (const line of page.split('\n')) {
    const start = line.indexOf(mark)
    const end = start < 0 ? -1 : line.indexOf('-->', start + mark.length)
    if (end >= 0) return `${page.slice(0, before + start)} ${linkText(line.slice(start + mark.length, end))}`
    before += line.length + 1
  }
  return page
}

const mark = '<!--more'

function linkText(stated: string): string {
  return stated === '' || stated === '0' ? '(more…)' : plainText(stated).trim().replace(/^0$/, '')
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

function timeText(words: number, attributes: Parameters<typeof numberAttribute>[0]): string {
  const speed = numberAttribute(attributes, 'averageReadingSpeed', usualSpeed)
  const minutes = (share: number) => Math.max(1, Math.round((words / Math.max(speed, 1)) * share))
  if (attributes['displayAsRange'] === false) return minutes(1) === 1 ? '1 minute' : `${minutes(1)} minutes`
  const least = minutes(0.8)
  const most = Math.max(minutes(1.2), least + 1)
  return `${least}–${most} minutes`
}
