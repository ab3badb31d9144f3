// Text with blank lines → paragraphs, as wpautop makes them for text without blocks. Its results for mixed text and HTML,
// unbalanced tags included, are part of the output; so its steps are kept one by one, and each of them is linear: no
// pattern begins with blanks, and none runs over a `<`.
import { lineEnd, outOfTheWay, withoutBreaksInScripts } from './set-aside.ts'

const blockLevel =
  '(?:address|area|article|aside|blockquote|caption|col|colgroup|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|legend|li|map|menu|nav|ol|p|pre|section|style|summary|table|tbody|td|tfoot|th|thead|tr|ul)'

/**
 * Makes paragraphs of HTML of a text with blank lines.
 *
 * @example
 * ```ts
 * import { defineExtension, defineRoute, everybody, paragraphs } from 'lectern'
 *
 * const two = defineRoute({
 *   namespace: 'texts/v1',
 *   path: '/two',
 *   methods: ['GET'],
 *   permission: everybody,
 *   handle: async () => paragraphs('One.\n\nTwo.'),
 * })
 *
 * export default defineExtension({ name: 'texts', routes: [two] })
 * ```
 */
export function paragraphs(text: string): string {
  if (!/[^ \t\n\r\v\0]/.test(text)) return ''
  const { rest, restore } = outOfTheWay(`${text}\n`, withBlankLines)
  const html = inParagraphs(withoutLooseBlanks(rest))
  // Most steps are about tags, which a short text often lacks
  return restore(withBreaks(rest.includes('<') ? repaired(html) : html.replace(emptyParagraph, '')))
}

const twoBreaks = /<br[ \t\n]*\/?>[ \t\n]*<br[ \t\n]*\/?>/g
const blockOpening = new RegExp(`<${blockLevel}(?=[\\s/>])`, 'g')
const blockClosing = new RegExp(`</${blockLevel}>`, 'g')

/** Puts a blank line before the opening tag of a block-level element, and one after its closing tag. */
function withBlankLines(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n')
  if (!lines.includes('<')) return lines
  return lines
    .replace(twoBreaks, '\n\n')
    .replace(blockOpening, '\n\n$&')
    .replace(blockClosing, '$&\n\n')
    .replace(/<hr\s*\/?>/g, '$&\n\n')
}

const blank = '[ \\t\\n\\v\\f]'
/** Blanks before tags, which are removed; a line end inside a tag that is matched with them leaves a blank (measured). */
const blanksBefore = (tags: string) => new RegExp(`(${lineEnd}?)(?<!${blank})${blank}*(?=${tags})`, 'g')
const blanksAfter = (tags: string) => new RegExp(`(${tags})${blank}*`, 'g')

/** The tags of some names, up to their first line end. */
const tagsOf = (names: string) => `${names}[^<>${lineEnd}]*[>${lineEnd}]`
const parts = tagsOf('</?(?:param|embed)')
const sources = tagsOf('<(?:source|track)')

interface Tight {
  readonly where: string
  readonly before: string
  readonly after: string
}

/** Tags around which blanks are removed: those of options, captions of figures, and players. */
const tight: readonly Tight[] = [
  { where: '<option', before: '<option', after: '</option>' },
  { where: '</object>', before: `</object>|${parts}`, after: `${tagsOf('<object')}|${parts}` },
  ...['<source', '<track'].map((where) => ({
    where,
    before: `[<[]/(?:audio|video)[>\\]]|${sources}`,
    after: `[<[](?:audio|video)[^<>[\\]${lineEnd}]*[>\\]${lineEnd}]|${sources}`,
  })),
  { where: '<figcaption', before: tagsOf('<figcaption'), after: '</figcaption>' },
]

const loose = tight.map(({ where, before, after }) => ({
  where,
  before: blanksBefore(before),
  after: blanksAfter(after),
}))

function withoutLooseBlanks(text: string): string {
  return loose.reduce(
    (html, { where, before, after }) =>
      html.includes(where)
        ? html
            .replace(before, (_, end: string) => (end === '' ? '' : ` ${end}`))
            .replace(after, (_, tag: string) =>
              tag.endsWith(lineEnd) ? `${tag.slice(0, -1)} ${lineEnd}` : tag,
            )
        : html,
    text,
  )
}

function inParagraphs(text: string): string {
  return text
    .split(/\n[ \t\v\f]*(?:\n[ \t\v\f]*)*\n/)
    .map(withoutOuterLineEnds)
    .filter((piece) => piece !== '')
    .map((piece) => `<p>${piece}</p>\n`)
    .join('')
}

function withoutOuterLineEnds(piece: string): string {
  let [start, end] = [0, piece.length]
  while (piece[start] === '\n') start += 1
  while (end > start && piece[end - 1] === '\n') end -= 1
  return piece.slice(start, end)
}

/**
 * The tag of a block-level element. WordPress accepts any name that begins like one of these: `<param>`. A tag goes to the next
 * `>`, whatever begins before it; one of several lines ends with its first line.
 */
const block = `</?${blockLevel}[^>${lineEnd}]*[>${lineEnd}]`

const emptyParagraph = /<p>[ \t\n\v\f]*<\/p>/g

/** Patterns that take elements out of a paragraph which cannot stand in one, and their replacements. */
const repairs: readonly (readonly [RegExp, string])[] = [
  [emptyParagraph, ''],
  [new RegExp(`<p>([^<${lineEnd}]+)</(div|address|form)>`, 'g'), '<p>$1</p></$2>'],
  [new RegExp(`<p>[ \\t\\n\\v\\f]*(${block})[ \\t\\n\\v\\f]*</p>`, 'g'), '$1'],
]

const laterRepairs: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`<p><blockquote([^>${lineEnd}]*)${lineEnd}`, 'g'), `<blockquote$1 ${lineEnd}<p> `],
  [new RegExp(`<p><blockquote([^>${lineEnd}]*)>`, 'g'), '<blockquote$1><p>'],
  [/<\/blockquote><\/p>/g, '</p></blockquote>'],
  [new RegExp(`<p>[ \\t\\n\\v\\f]*(${block})`, 'g'), '$1'],
]

function repaired(html: string): string {
  return withoutAfterBlocks(replaced(withoutParagraphsOfItems(replaced(html, repairs)), laterRepairs), ends)
}

function replaced(html: string, rules: readonly (readonly [RegExp, string])[]): string {
  return rules.reduce((text, [pattern, put]) => text.replace(pattern, put), html)
}

/** Unwraps list items; each line is searched up to its last `</p>` only, so that a `<p>` without an end takes linear time. */
function withoutParagraphsOfItems(html: string): string {
  const withoutItems = (line: string) => {
    const end = line.lastIndexOf('</p>') + '</p>'.length
    const ended = line.slice(0, end).replace(/<p>(<li.*?)<\/p>/gs, '$1')
    return line.includes('</p>') ? ended + line.slice(end) : line
  }
  return html.includes('<p><li') ? html.split('\n').map(withoutItems).join('\n') : html
}

const blockStart = new RegExp(`</?${blockLevel}`)
const behindTag = (tag: string) => new RegExp(`[>${lineEnd}][ \\t\\n\\v\\f]*${tag}`, 'g')
const ends = behindTag('</p>')
const breaks = behindTag('<br />')

/** Removes each of these tags, and the blanks before it, right after a block-level tag; a second one behind it stays. */
function withoutAfterBlocks(html: string, tags: RegExp): string {
  let made = ''
  let at = 0
  tags.lastIndex = 0
  for (let found = tags.exec(html); found; found = tags.exec(html)) {
    const start = found.index + 1
    if (!blockStart.test(html.slice(startOfPiece(html, found.index), start))) tags.lastIndex -= 1
    else {
      made += html.slice(at, start)
      at = tags.lastIndex
    }
  }
  return made + html.slice(at)
}

/** The start of the piece that a tag's end closes: the index behind the end before it. */
function startOfPiece(html: string, end: number): number {
  let start = end
  while (start > 0 && html[start - 1] !== '>' && html[start - 1] !== lineEnd) start -= 1
  return start
}

const breakBeforeBlock = new RegExp(
  `<br />([ \\t\\n\\v\\f]*</?(?:p|li|div|dl|dd|dt|th|pre|td|ul|ol)[^>${lineEnd}]*[>${lineEnd}])`,
  'g',
)

function withBreaks(html: string): string {
  const broken = withBrokenLines(withoutBreaksInScripts(html.replace(/<br\/?>/g, '<br />')))
  return withoutAfterBlocks(broken, breaks)
    .replace(breakBeforeBlock, '$1')
    .replace(/\n<\/p>(?=\n?$)/, '</p>')
}

const lineEndAtEnd = new RegExp(`${lineEnd}$`)

/** Makes a break of each run of blanks with a line end in it, up to the last line end. */
function withBrokenLines(html: string): string {
  let made = ''
  let at = 0
  for (let end = html.indexOf('\n'); end >= 0; end = html.indexOf('\n', at)) {
    let start = end
    while (isBlank(html[start - 1])) start -= 1
    for (let next = end + 1; isBlank(html[next]); next += 1) if (html[next] === '\n') end = next
    // Inside a tag, the line end before them leaves a blank
    const before = html.slice(at, start).replace(lineEndAtEnd, ` ${lineEnd}`)
    made += before + brokenLine(html.slice(start, end + 1), start, html)
    at = end + 1
  }
  return made + html.slice(at)
}

function isBlank(character: string | undefined): boolean {
  return character !== undefined && ' \t\n\v\f'.includes(character)
}

/** Adds no second break to a line that ends in one, unless blanks follow that: of these the first stays. */
function brokenLine(blanks: string, at: number, html: string): string {
  const isBroken = html.startsWith('<br />', at - 6) && at >= 6
  return isBroken ? (blanks === '\n' ? blanks : `${blanks[0]}<br />\n`) : '<br />\n'
}
