// Parses shortcodes in text: `[name attributes]`, `[name attributes /]`, `[name attributes]inner[/name]`; in two pairs of
// brackets they are shown as text. Only registered names are shortcodes. Takes time linear in the text.

export interface FoundShortcode {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** The text inside; null where nothing is enclosed. */
  readonly inner: string | null
  /** True in two pairs of brackets: the shortcode is shown as text, with one pair. */
  readonly isEscaped: boolean
  readonly start: number
  readonly end: number
}

/** True where a registered name stands behind a bracket, whatever follows it: other texts need not be parsed. */
export function namesShortcode(text: string, isRegistered: (name: string) => boolean): boolean {
  return (
    text.includes('[') && text.matchAll(/\[([^\s<>&/[\]=]+)/g).some(([, name = '']) => isRegistered(name))
  )
}

/** Every shortcode of the text in its order, those inside of others left out. */
export function* shortcodesIn(
  text: string,
  isRegistered: (name: string) => boolean,
): Generator<FoundShortcode> {
  const first = text.indexOf('[')
  if (first < 0) return
  const closers = new Map<string, number>()
  const lastEnd = text.lastIndexOf(']')
  for (let at = first; at >= 0 && at < lastEnd; at = text.indexOf('[', at)) {
    const found = shortcodeAt(text, at, isRegistered, closers)
    if (found) yield found
    at = found ? found.end : at + 1
  }
}

function shortcodeAt(
  text: string,
  start: number,
  isRegistered: (name: string) => boolean,
  closers: Map<string, number>,
): FoundShortcode | null {
  const isTwice = text.charAt(start + 1) === '['
  const nameStart = isTwice ? start + 2 : start + 1
  const name = /^[^\s<>&/[\]="']+/.exec(text.slice(nameStart, nameStart + nameMax))?.[0]
  if (name === undefined || !isRegistered(name)) return null
  const close = text.indexOf(']', nameStart)
  const isAlone = text.charAt(close - 1) === '/'
  const body = close + 1
  const isWhole = isAlone || (isTwice && text.charAt(body) === ']')
  const closer = isWhole ? -1 : closerFrom(text, body, name, closers)
  const end = closer < 0 ? body : closer + name.length + 3
  const isEscaped = isTwice && text.charAt(end) === ']'
  return {
    name,
    attributes: attributesIn(text.slice(nameStart + name.length, isAlone ? close - 1 : close)),
    inner: closer < 0 ? null : text.slice(body, closer),
    isEscaped,
    start: isTwice && !isEscaped ? start + 1 : start,
    end: isEscaped ? end + 1 : end,
  }
}

/** The length in characters up to which names are read. */
const nameMax = 100

/** The index of the next `[/name]`, or -1: searched for once, as long as it lies ahead. */
function closerFrom(text: string, from: number, name: string, closers: Map<string, number>): number {
  const known = closers.get(name)
  if (known !== undefined && (known < 0 || known >= from)) return known
  const closer = text.indexOf(`[/${name}]`, from)
  closers.set(name, closer)
  return closer
}

/** An attribute or a word. A value must end before a blank or the end; otherwise the text is a word as it stands. */
const attribute = /(?:(?:([\w-]+)\s*=\s*)?(?:"([^"]*)"|'([^']*)')|([\w-]+)\s*=\s*([^\s"']+)|(\S+))(?=\s|$)/g

/** A value in which no tag is left open; any other becomes empty. */
const isClosed = /^[^<]*(?:<[^>]*>[^<]*)*$/

/** Attributes by name in lower case; those without a name by their position, from `0`. */
function attributesIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  let place = 0
  const plain = text.slice(0, attributesMax).replace(/[\u00a0\u200b]+/g, ' ')
  for (const [, quotedName, double, single, bareName, bare, word] of plain.matchAll(attribute)) {
    const key = (quotedName ?? bareName)?.toLowerCase() ?? String(place++)
    const value = double ?? single ?? bare ?? word ?? ''
    found.set(key, value.includes('<') && !isClosed.test(value) ? '' : value)
  }
  return found
}

/** The length of attributes that is read, in characters; authors write nothing longer. */
const attributesMax = 20_000
