// Smilies that stand alone → emoji, and the one that has none → its image (convert_smilies). Code and what people typed
// into fields is left alone.
import type { RenderContext } from './context.ts'

export function smilies(html: string, { hasSmilies, siteUrl }: RenderContext): string {
  if (!hasSmilies || !candidate.test(html)) return html
  const picture = (word: string) =>
    word === ':mrgreen:'
      ? `<img src="${siteUrl}/wp-includes/images/smilies/mrgreen.png" alt=":mrgreen:" class="wp-smiley" style="height: 1em; max-height: 1em;" />`
      : (emoji.get(word) ?? word)
  /** The element whose text is left alone, until it is closed. */
  let within = ''
  let made = ''
  for (const piece of tagsAndTexts(html)) {
    // Text after a `<` that nothing ends is left alone as well
    if (!piece.startsWith('<')) {
      made += within === '' ? piece.replace(alone, picture) : piece
      continue
    }
    made += piece
    if (within === '') within = verbatim.exec(piece)?.[1] ?? ''
    else if (piece === `</${within}>`) within = ''
  }
  return made
}

/** A tag goes to the next `>`, whatever it is; without one there is none. */
function* tagsAndTexts(html: string): Generator<string> {
  let at = 0
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at)) {
    const end = html.indexOf('>', open) + 1
    if (end === 0) break
    if (open > at) yield html.slice(at, open)
    yield html.slice(open, end)
    at = end
  }
  if (at < html.length) yield html.slice(at)
}

/** No other text has one: pieces begin at an end of the text, or behind a tag. */
const candidate = /[:;8](?<=(?:^|[\r\n\t \u00a0>]|&nbsp;)[:;8])[^\s&]/

/** Between blanks, or at an end of the text. */
const alone = /(?<=^|[\r\n\t \u00a0]|&nbsp;)[:;8][^\s&]{1,9}(?=$|[\r\n\t \u00a0]|&nbsp;)/g

/** Whatever begins like one of their names is taken for one. */
const verbatim = /^<(code|pre|style|script|textarea)/

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
