// The presentation of an answer: plain, in an envelope with its status and headers (`_envelope`), as a script that calls a
// function (`_jsonp`), or indented (`_pretty`). It depends only on the address, which is part of the cache key.
import { decodeEntities } from '../../core/entities.ts'
import { fail, type Failure } from '../../core/failure.ts'
import type { Query } from '../../core/query-string.ts'
import { replyOf, type Header, type Paging, type Reply } from '../../core/reply.ts'
import type { Tag } from '../../core/tag.ts'
import { WrittenJson } from '../../core/written-json.ts'
import { element, xmlDocument } from '../../core/xml.ts'

export interface Presentation {
  readonly isEnveloped: boolean
  readonly isPretty: boolean
  /** The function that the script calls; null for JSON, empty for JSON with a script's media type. */
  readonly callback: string | null
  /** The root element of an answer in XML, which is neither indented nor a script; null for JSON. */
  readonly xmlRoot: string | null
}

export const plain: Presentation = { isEnveloped: false, isPretty: false, callback: null, xmlRoot: null }

/** The answer of a route, with the headers for this address. */
export interface Responded {
  readonly status: number
  readonly body: unknown
  /** Headers of this answer: totals, links, allowed methods. */
  readonly headers: readonly Header[]
  readonly totalsAs?: 'text' | undefined
  readonly paging?: Paging | undefined
  readonly tags: ReadonlySet<Tag>
  readonly store: Reply['store']
  readonly ran?: Reply['ran'] | undefined
  readonly address?: string
  readonly caching?: Reply['caching'] | undefined
}

export function parsePresentation(given: Query, xmlRoot: string | null = null): Presentation | Failure {
  const asked = given.get('_jsonp')
  // PHP treats `0` as empty
  const callback = !asked || asked === '0' ? null : asked
  // wp_check_jsonp_callback allows letters, digits, underscores and dots only
  if (callback !== null && (typeof callback !== 'string' || !/^[\w.]*$/.test(callback)))
    return fail('rest_callback_invalid')
  return { isEnveloped: given.has('_envelope'), isPretty: given.has('_pretty'), callback, xmlRoot }
}

/** Headers that all answers share, and the links of this one. */
export interface CommonHeaders {
  readonly common: readonly Header[]
  /** Replaces links where an answer has none of its own. */
  readonly rootLink: Header
  readonly linkOf: (paging: Paging) => Header
}

/** Builds the reply. Links to other pages are part of an envelope; otherwise they are written when the reply is sent. */
export function present(
  { status, body, headers: ofAnswer, totalsAs, paging, tags, store, ran, address, caching }: Responded,
  presentation: Presentation,
  { common, rootLink, linkOf }: CommonHeaders,
): Reply {
  const { isEnveloped, isPretty, callback, xmlRoot } = presentation
  const isPaged = paging !== undefined && paging.pages.length > 0
  const headers = isEnveloped && isPaged ? withLink(ofAnswer, linkOf(paging), rootLink) : ofAnswer
  const isLinked = !isEnveloped && isPaged
  const own = isEnveloped ? [] : headers
  const isPlain = !isEnveloped && !isPretty && callback === null && xmlRoot === null
  const enveloped = () => ({ body: valueOf(body), status, headers: namedHeaders(headers, totalsAs) })
  const written = () => {
    const value = isEnveloped ? enveloped() : valueOf(body)
    if (xmlRoot !== null) return xmlDocument(xmlRoot, elementsOf(value, xmlRoot))
    const json = JSON.stringify(value, null, isPretty ? 4 : 0)
    return callback ? script(callback, json) : json
  }
  const asWritten = isPlain && body instanceof WrittenJson ? body : null
  return replyOf(isEnveloped ? 200 : status, asWritten?.bytes ?? written(), {
    digest: asWritten?.digest,
    headers: [
      ['Content-Type', `${mediaTypeOf(presentation)}; charset=UTF-8`],
      ...common,
      ...own,
      ...(isLinked || own.some(([name]) => name === 'Link') ? [] : [rootLink]),
    ],
    ...(isLinked ? { paging } : {}),
    tags,
    store,
    ran,
    address,
    caching,
  })
}

function mediaTypeOf({ callback, xmlRoot }: Presentation): string {
  if (xmlRoot !== null) return 'text/xml'
  return callback === null ? 'application/json' : 'application/javascript'
}

/** Names elements after members, and members of lists after the root. */
function elementsOf(value: unknown, root: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).map(([key, member]: readonly [string, unknown]) => {
    const name = Array.isArray(value) ? root : key
    if (typeof member === 'object' && member !== null) return element(name, elementsOf(member, root))
    return element(name, typeof member === 'string' ? inCharacters(member) : (JSON.stringify(member) ?? ''))
  })
}

/**
 * Replaces entities by their characters, as WordPress does, except those that would read as markup: WordPress turns such text
 * of a title into tags.
 */
function inCharacters(text: string): string {
  return text.replace(/&[#\w]{2,8};/g, (entity) => {
    const character = decodeEntities(entity)
    return /[<>"']/.test(character) ? entity : character
  })
}

function valueOf(body: unknown): unknown {
  return body instanceof WrittenJson ? body.value() : body
}

/** Inserts the link where WordPress places it: before the allowed methods. */
function withLink(headers: readonly Header[], link: Header, rootLink: Header): readonly Header[] {
  if (link === rootLink) return headers
  const allowed = headers.findIndex(([name]) => name === 'Allow')
  return headers.toSpliced(allowed < 0 ? headers.length : allowed, 0, link)
}

/** Headers in an envelope, with totals as numbers unless `totalsAs` is `text`; PHP encodes an empty map as an empty list. */
function namedHeaders(headers: readonly Header[], totalsAs: 'text' | undefined): unknown {
  if (headers.length === 0) return []
  return Object.fromEntries(
    headers.map(([name, value]) => [
      name,
      totalsAs === undefined && /-Total(?:Pages)?$/.test(name) ? Number(value) : value,
    ]),
  )
}

/** A call of the function with JSON as PHP encodes it: in ASCII, with escaped slashes (wp_json_encode). */
function script(callback: string, json: string): string {
  const safe = json.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  // The comment separates the name from any text before it
  return `/**/${callback}(${safe.replaceAll('/', '\\/')})`
}
