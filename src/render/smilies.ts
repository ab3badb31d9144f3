// Smilies that stand alone → emoji, and the one that has none → its image (convert_smilies). Code and what people typed
// into fields is left alone.
import type { RenderContext } from './context.ts'
import { piecesOf, tagName } from './markup.ts'

export function smilies(html: string, { hasSmilies, siteUrl }: RenderContext): string {
  if (!hasSmilies || !candidate.test(html)) return html
  const picture = (word: string) =>
    word === ':mrgreen:'
      ? `<img src="${siteUrl}/wp-includes/images/smilies/mrgreen.png" alt=":mrgreen:" class="wp-smiley" style="height: 1em; max-height: 1em;" />`
      : (emoji.get(word) ?? word)
  /** The element whose text is left alone, until it is closed. */
  let within = ''
  let made = ''
  for (const { kind, text } of piecesOf(html)) {
    if (kind === 'tag') {
      const name = tagName(text)
      if (within === '') within = verbatim.has(name) ? name : ''
      else if (name === `/${within}`) within = ''
    }
    made += kind === 'text' && within === '' ? text.replace(alone, picture) : text
  }
  return made
}

/** No other text has one: pieces begin at an end of the text, or behind a tag. */
const candidate = /[:;8](?<=(?:^|[\r\n\t \u00a0>]|&nbsp;)[:;8])[^\s&]/

/** Between blanks, or at an end of the text. */
const alone = /(?<=^|[\r\n\t \u00a0]|&nbsp;)[:;8][^\s&]{1,9}(?=$|[\r\n\t \u00a0]|&nbsp;)/g

const verbatim: ReadonlySet<string> = new Set(['code', 'pre', 'style', 'script', 'textarea'])

const emoji: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '🙂': [':)', ':-)', ':smile:'],
    '😉': [';)', ';-)', ':wink:'],
    '🙁': [':(', ':-(', ':sad:'],
    '😀': [':D', ':-D', ':grin:'],
    '😎': ['8-)', ':cool:'],
    '😛': [':P', ':-P', ':razz:'],
    '😯': ['8O', '8-O', ':shock:'],
    '😮': [':o', ':-o', ':eek:'],
    '😡': [':x', ':-x', ':mad:'],
    '😐': [':|', ':-|', ':neutral:'],
    '😕': [':?', ':-?', ':???:'],
    '😥': [':cry:'],
    '😆': [':lol:'],
    '😳': [':oops:'],
    '🙄': [':roll:'],
    '😈': [':twisted:'],
    '👿': [':evil:'],
    '💡': [':idea:'],
    '➡': [':arrow:'],
    '❗': [':!:'],
    '❓': [':?:'],
  }).flatMap(([picture, words]) => words.map((word) => [word, picture] as const)),
)
