// Tags of HTML as text: reads their attributes, replaces tags, adds and removes classes, and escapes text and addresses.
import { decodeEntities, escapedOnce } from '../core/entities.ts'
import { attributeOf, withAttributes } from './first-tag.ts'

const attribute = /\s([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

/** Attributes by name, in lower case; the first of a name counts. */
export function attributesIn(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single, bare] of tag.matchAll(attribute)) {
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, double ?? single ?? bare ?? '')
  }
  return found
}

/** Replaces every tag of these names; a tag without an end stays. Takes time linear in the HTML. */
export function replaceTags(
  html: string,
  names: readonly string[],
  replace: (tag: string) => string,
): string {
  const opening = new RegExp(`<(?:${names.join('|')})\\s`, 'g')
  let made = ''
  let at = 0
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    const end = html.indexOf('>', match.index) + 1
    if (end === 0) break
    made += html.slice(at, match.index) + replace(html.slice(match.index, end))
    at = end
    opening.lastIndex = end
  }
  return made + html.slice(at)
}

/** Replaces the first tag of this name alone. */
export function replaceFirst(html: string, name: string, replace: (tag: string) => string): string {
  let isDone = false
  return replaceTags(html, [name], (tag) => {
    if (isDone) return tag
    isDone = true
    return replace(tag)
  })
}

export const tags = /<(\/?)([a-z][a-z0-9-]*)(?:\s[^<>]*)?>/gi
/** Void elements. */
export const emptyElements: ReadonlySet<string> = new Set(
  'area br col embed hr img input link meta source track wbr'.split(' '),
)

/** True where each element ends before the one around it. */
export function isBalanced(html: string): boolean {
  const open: string[] = []
  /** The number of elements that are open around the current `<svg>`, in which a tag can close itself. */
  let drawnIn: number | null = null
  for (const [whole, slash, tag = ''] of html.matchAll(tags)) {
    const name = tag.toLowerCase()
    if (slash === '/') {
      if (open.pop() !== name) return false
      if (open.length === drawnIn) drawnIn = null
    } else if (!emptyElements.has(name)) {
      if (name === 'svg') drawnIn ??= open.length
      if (drawnIn === null || !whole.endsWith('/>')) open.push(name)
      else if (open.length === drawnIn) drawnIn = null
    }
  }
  return open.length === 0
}

const anyTag = /<[a-zA-Z]/

/** Adds classes to the text's first tag, or to the first one that `opening` matches. */
export function withClasses(text: string, classes: readonly string[], opening = anyTag): string {
  if (classes.length === 0) return text
  return withTag(text, opening, (tag) => tagWithClasses(tag, classes))
}

/** Removes classes from the text's first tag. */
export function withoutClasses(text: string, isGone: (name: string) => boolean): string {
  return withTag(text, anyTag, (tag) => tagWithClasses(tag, [], isGone))
}

function withTag(text: string, opening: RegExp, make: (tag: string) => string): string {
  const start = text.search(opening)
  const end = start < 0 ? -1 : tagEnd(text, start)
  return end < 0 ? text : text.slice(0, start) + make(text.slice(start, end)) + text.slice(end)
}

function tagWithClasses(
  tag: string,
  classes: readonly string[],
  isGone: (name: string) => boolean = () => false,
): string {
  const own = decodeEntities(attributeOf(tag, 'class') ?? '').trim()
  const held = new Set<string>()
  let text = ''
  let left = 0
  // Names alternate with the blanks between them, which WordPress keeps as they are written
  const pieces = own.split(/(\s+)/)
  for (const [place, name] of pieces.entries()) {
    if (place % 2 === 1 || name === '' || held.has(name)) continue
    if (isGone(name)) {
      left += 1
      continue
    }
    held.add(name)
    text += (text === '' ? '' : (pieces[place - 1] ?? '')) + name
  }
  const added = [...new Set(classes)].filter((name) => !held.has(name))
  // A tag that has all the classes stays as it is written
  return added.length + left === 0
    ? tag
    : withAttributes(tag, { class: [text, ...added].filter((name) => name !== '').join(' ') || null })
}

/** The index behind the tag that begins at `start`, or -1. A `>` in quotes ends no tag. */
export function tagEnd(text: string, start: number): number {
  let quote = ''
  for (let at = start; at < text.length; at += 1) {
    const letter = text.charAt(at)
    if (quote !== '') {
      if (letter === quote) quote = ''
    } else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '>') return at + 1
  }
  return -1
}

/**
 * Escapes text for attributes and elements (esc_attr); existing entities stay.
 *
 * @example
 * ```ts
 * import { attributeText, defineExtension, type Shortcode } from 'lectern'
 *
 * const abbreviation: Shortcode = (attributes, inner) =>
 *   `<abbr title="${attributeText(attributes.get('title') ?? '')}">${inner ?? ''}</abbr>`
 *
 * export default defineExtension({ name: 'words', shortcodes: { abbr: abbreviation } })
 * ```
 */
export function attributeText(text: string): string {
  return escapedOnce(text)
}

/** Escapes ampersands that begin no entity. */
export function wholeEntities(text: string): string {
  return text.replace(/&(?!(?:[a-z][a-z0-9]*|#\d+|#x[0-9a-f]+);)/gi, '&amp;')
}

/** Schemes of addresses that may be linked to (wp_allowed_protocols). */
const schemes: ReadonlySet<string> = new Set(
  'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn'.split(
    ' ',
  ),
)

/**
 * Escapes an address for attributes (esc_url): blanks are encoded, characters that no address has are removed, an address that
 * begins with a host gets a scheme, and one whose scheme may not be linked to becomes empty.
 */
export function attributeUrl(url: string): string {
  const given = withoutLineEnds(
    url
      .replace(/^[ \t\n\r\0\v]+/, '')
      .replaceAll(' ', '%20')
      .replace(/[^\w\-~+.?#=!&;,/:%@$|*'()[\]\u0080-\uffff]/g, ''),
  ).replaceAll(';//', '://')
  const isWhole =
    given === '' || given.includes(':') || /^[/#?]/.test(given) || /^[a-z0-9-]+?\.php/i.test(given)
  const whole = withLinkedScheme(isWhole ? given : `http://${given}`)
  return withoutSquares(whole)
    .replace(/&#0*39;|'/g, '&#039;')
    .replace(/&(?:amp;|#0*38;)|&(?!(?:nbsp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi, '&#038;')
}

/** Removes encoded line ends, which would end a header's line; a `mailto:` address may have them. */
function withoutLineEnds(url: string): string {
  if (/^mailto:/i.test(url) || !/%0[ad]/i.test(url)) return url
  const left: string[] = []
  for (const character of url) {
    left.push(character)
    // Removing one may leave another one around it
    if (/[ad]/i.test(character) && left.at(-2) === '0' && left.at(-3) === '%') left.length -= 3
  }
  return left.join('')
}

/** The address; empty where a colon, also one written as an entity, follows anything but a scheme that may be linked to. */
function withLinkedScheme(url: string): string {
  if (url.startsWith('/')) return url
  const [colon] = /:|&(?:#0*58|#x0*3a|colon);/i.exec(url) ?? []
  if (colon === undefined) return url
  const scheme = url.slice(0, url.indexOf(colon))
  if (scheme.includes('/?')) return url
  const rest = url.slice(scheme.length)
  if (colon !== ':' || !schemes.has(scheme.toLowerCase())) return ''
  if (scheme.toLowerCase() === 'feed' && withLinkedScheme(rest.slice(1)) === '' && rest !== ':') return ''
  return scheme.toLowerCase() + rest
}

/** Encodes square brackets behind the host; an IPv6 host keeps its own. */
function withoutSquares(url: string): string {
  if (!/[[\]]/.test(url)) return url
  const [front = ''] = /^(?:[a-z\d]+:)?\/\/[^/?#]*/i.exec(url) ?? []
  return front + url.slice(front.length).replaceAll('[', '%5B').replaceAll(']', '%5D')
}

/** The characters of a text that a CSS class may have (sanitize_html_class). */
export function asClass(text: string): string {
  return text.replace(/%[a-f\d]{2}/gi, '').replace(/[^\w-]/g, '')
}
