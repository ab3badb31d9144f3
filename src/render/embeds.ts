// Addresses alone on a line or in a paragraph, and those in `[embed]` (WP_Embed): files get a player; other addresses become
// the oEmbed HTML that WordPress stored with the post. No provider is requested.
import { createHash } from 'node:crypto'
import type { RenderContext, Shortcode } from './context.ts'
import { attributeText, attributeUrl } from './html-tag.ts'
import { piecesOf } from './markup.ts'
import { shortcodesIn } from './shortcode-parser.ts'

/** The size of embeds in pixels, where the theme defines no other (wp_embed_defaults). */
const room = { width: 500, height: 750 }
const noSize: ReadonlyMap<string, string> = new Map()
const unknown = '{{unknown}}'

/** The embed of an address, or a link where there is none. */
export const embed: Shortcode = (attributes, inner, context) => {
  const url = (attributes.get('src') ?? inner ?? '').trim()
  if (url === '') return ''
  return shown(url, attributes, context) ?? `<a href="${attributeUrl(url)}">${attributeText(url)}</a>`
}

/** Replaces addresses alone on a line or in a paragraph (autoembed); those without an embed stay. */
export function withAddresses(html: string, context: RenderContext): string {
  return eachAddress(html, (url) => shown(url, noSize, context) ?? url.replaceAll('&amp;', '&'))
}

/** The keys of postmeta under which WordPress stores the oEmbed responses for a text's addresses. */
export function embedKeysIn(text: string): readonly string[] {
  const keys = [...shortcodesIn(text, (name) => name === 'embed')].map(({ attributes, inner }) =>
    keyOf((inner ?? '').trim(), attributes),
  )
  eachAddress(text, (url) => {
    keys.push(keyOf(url, noSize))
    return url
  })
  return [...new Set(keys.filter((key) => key !== null))]
}

function shown(
  url: string,
  size: ReadonlyMap<string, string>,
  { embedded, allows }: Pick<RenderContext, 'embedded' | 'allows'>,
): string | null {
  const played = player(url, size)
  if (played !== null) return played
  const key = keyOf(url, size)
  const kept = key === null ? null : embedded(key)
  return kept === null || kept === '' || kept === unknown || !allows(kept.length) ? null : kept
}

const sounds = /^https?:\/\/.+?\.(?:mp3|ogg|flac|m4a|wav)$/i
const films = /^https?:\/\/.+?\.(?:mp4|m4v|webm|ogv|flv)$/i

function player(url: string, size: ReadonlyMap<string, string>): string | null {
  if (sounds.test(url)) return `[audio src="${url}" /]`
  if (!films.test(url)) return null
  const [width, height] = [size.get('width'), size.get('height')]
  const sides = width && height ? `width="${width}" height="${height}" ` : ''
  return `[video ${sides}src="${url}" /]`
}

/** The meta key of the stored oEmbed response; null where the shortcode has attributes besides the size. */
function keyOf(url: string, size: ReadonlyMap<string, string>): string | null {
  if (url === '' || [...size.keys()].some((name) => !(name in room))) return null
  const sides = Object.entries(room).map(([name, usual]) => {
    const given = size.get(name)
    const value = given === undefined ? `i:${usual};` : `s:${Buffer.byteLength(given)}:"${given}";`
    return `s:${name.length}:"${name}";${value}`
  })
  const asked = `${url.replaceAll('&amp;', '&')}a:${sides.length}:{${sides.join('')}}`
  return `_oembed_${createHash('md5').update(asked).digest('hex')}`
}

const blank = '[ \\t\\r\\f\\v]*'
const address = 'https?://[^ \\t\\n\\r\\f\\v<>"]+'
const line = new RegExp(`(?<![^\\n])(${blank})(${address})(${blank})(?![^\\n])`, 'gi')
const only = new RegExp(`^(\\s*)(${address})(\\s*)$`, 'i')

function eachAddress(html: string, replace: (url: string) => string): string {
  if (!/https?:\/\//i.test(html)) return html
  return inParagraphs(onLines(html, replace), replace)
}

/** Replaces addresses that are a line; lines inside tags do not count. */
function onLines(html: string, replace: (url: string) => string): string {
  let made = ''
  let at = 0
  for (const { kind, text } of piecesOf(html)) {
    const [start, end] = [at, at + text.length]
    at = end
    made +=
      kind === 'text'
        ? text.replace(line, (whole: string, before: string, url: string, after: string, place: number) => {
            const isCut =
              (place === 0 && start > 0) || (place + whole.length === text.length && end < html.length)
            return isCut ? whole : before + replace(url) + after
          })
        : text
  }
  return made
}

function inParagraphs(html: string, replace: (url: string) => string): string {
  let made = ''
  let at = 0
  for (const { index } of html.matchAll(/<\/p>/gi)) {
    const opened = html.lastIndexOf('>', index) + 1
    const found = opened > at ? only.exec(html.slice(opened, index)) : null
    if (found === null || !/^<p(?: [^>]*)?>$/i.test(html.slice(html.lastIndexOf('<', opened - 1), opened)))
      continue
    const [, before = '', url = '', after = ''] = found
    made += html.slice(at, opened) + before + replace(url) + after
    at = index
  }
  return made + html.slice(at)
}
