// How long reading a post takes, or how many words it has (render_block_core_post_time_to_read).
import { numberAttribute, sideClass, textAttribute, wrapped } from './block-wrapper.ts'
import type { BlockRenderer } from './context.ts'
import { plainText } from '../core/plain-text.ts'

/** Words that people read in a minute. */
const usualSpeed = 189

export const timeToRead: BlockRenderer = ({ name, attributes }, context) => {
  const words = wordsIn(context.isLocked === true ? '' : context.post().content)
  const text =
    textAttribute(attributes, 'displayMode') === 'words' ? wordText(words) : timeText(words, attributes)
  return wrapped(name, attributes, { tag: 'div', classes: sideClass(attributes) }, text)
}

function wordsIn(content: string): number {
  return plainText(content)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

function wordText(words: number): string {
  return words === 1 ? '1 word' : `${words} words`
}

function timeText(words: number, attributes: Parameters<typeof numberAttribute>[0]): string {
  const speed = numberAttribute(attributes, 'averageReadingSpeed', usualSpeed)
  const minutes = (share: number) => Math.max(1, Math.round((words / Math.max(speed, 1)) * share))
  if (attributes['displayAsRange'] === false) return minutes(1) === 1 ? '1 minute' : `${minutes(1)} minutes`
  const least = minutes(0.8)
  const most = Math.max(minutes(1.2), least + 1)
  return `${least}–${most} minutes`
}
