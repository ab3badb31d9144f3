// Smilies that stand alone → emoji, and the one that has none → its image (convert_smilies). Code and the text of form
// fields stay as they are.
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
    // A text after a `<` that begins no tag is left alone as well
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

/** Splits HTML into tags and texts. A tag goes to the next `>`; a `<` without one begins no tag. */
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

/** A text without a match has no smiley: pieces begin at the start of the text, or behind a tag. */
const candidate = /[:;8](?<=(?:^|[\r\n\t \u00a0>]|&nbsp;)[:;8])[^\s&]/

/** A smiley between blanks, or at an end of the text. */
const alone = /(?<=^|[\r\n\t \u00a0]|&nbsp;)[:;8][^\s&]{1,9}(?=$|[\r\n\t \u00a0]|&nbsp;)/g

/** Elements whose text stays; any name that begins like one of these counts. */
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
