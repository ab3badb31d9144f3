// `[audio]` and `[video]`: players of files by their addresses, and a link to a file that no player plays.
import type { RenderContext, Shortcode } from './context.ts'
import { attributeText, attributeUrl } from './html-tag.ts'
import { endingOf, mediaTypes } from './media-types.ts'
import { phpInteger } from '../core/php-integer.ts'

interface Kind {
  readonly name: 'audio' | 'video'
  /** Extensions of files that it plays, in the order of its sources. */
  readonly endings: readonly string[]
}

const sounds: Kind = { name: 'audio', endings: ['mp3', 'ogg', 'flac', 'm4a', 'wav'] }
const films: Kind = { name: 'video', endings: ['mp4', 'm4v', 'webm', 'ogv', 'flv'] }

export const audio: Shortcode = (attributes, _inner, context) => {
  const player = playerOf(sounds, attributes, context)
  if (player === null) return ''
  if ('href' in player) return unplayed('audio', player.href)
  const style = attributeText(attributes.get('style') ?? 'width: 100%;')
  const opening = [
    ...player.opening,
    ...flags(attributes),
    ...preloadOf(attributes, 'none'),
    `style="${style}"`,
  ]
  return `<audio ${opening.join(' ')} controls="controls">${player.sources}${player.link}</audio>`
}

export const video: Shortcode = (attributes, inner, context) => {
  const player = playerOf(films, attributes, context)
  if (player === null) return ''
  if ('href' in player) return unplayed('video', player.href)
  const width = pixels(attributes.get('width'), 640)
  const height = pixels(attributes.get('height'), 360)
  const poster = attributes.get('poster') ?? ''
  const opening = [
    ...player.opening.filter((each) => each !== 'class=""'),
    ...(width === 0 ? [] : [`width="${width}"`]),
    ...(height === 0 ? [] : [`height="${height}"`]),
    ...(poster === '' ? [] : [`poster="${attributeUrl(poster)}"`]),
    ...flags(attributes),
    ...preloadOf(attributes, 'metadata'),
  ]
  return `<div style="${width === 0 ? '' : `width: ${width}px;`}" class="wp-video"><video ${opening.join(' ')} controls="controls">${player.sources}${tracksIn(inner)}${player.link}</video></div>`
}

/** The enclosed HTML, such as subtitles, in one line. */
function tracksIn(inner: string | null): string {
  if (inner === null || inner === '0') return ''
  return (inner.includes('\n') ? inner.replace(/\r?\n|\t/g, '') : inner).trim()
}

type Player =
  | { readonly opening: readonly string[]; readonly sources: string; readonly link: string }
  /** A file that no player plays. */
  | { readonly href: string }

/** True where a player names its file: without a name it plays one that is attached to the post. */
export function playsNamed(attributes: ReadonlyMap<string, string>): boolean {
  return ['src', ...sounds.endings, ...films.endings].some((name) => attributes.has(name))
}

/** The player; null where it names no file and none is attached to the post. */
function playerOf(
  kind: Kind,
  attributes: ReadonlyMap<string, string>,
  context: RenderContext,
): Player | null {
  const number = context.count(kind.name)
  const src = attributes.get('src') ?? ''
  if (src !== '' && typeOf(kind, src) === null) return { href: src }
  const named = kind.endings.map((ending) => ({ ending, url: attributes.get(ending) ?? '' }))
  const isNamed = src !== '' || named.some(({ ending, url }) => endingOf(url) === ending)
  const first = isNamed ? asPlayed(src, attributes) : attachedTo(kind, context)
  if (first === undefined) return null
  const urls = [first, ...named.map(({ url }) => url)].filter(Boolean)
  const [link = ''] = urls
  const sources = urls.map(
    (url) =>
      `<source type="${typeOf(kind, url) ?? mediaTypes.get(endingOf(url)) ?? ''}" src="${attributeUrl(numbered(url, number))}" />`,
  )
  return {
    opening: [
      `class="${attributeText(attributes.get('class') ?? `wp-${kind.name}-shortcode`)}"`,
      `id="${kind.name}-${context.postId}-${number}"`,
    ],
    sources: sources.join(''),
    link: `<a href="${attributeUrl(link)}">${attributeUrl(link)}</a>`,
  }
}

/** The address of the first sound or film that is attached to the post. */
function attachedTo({ name }: Kind, context: RenderContext): string | undefined {
  return context.attachments(context.postId).find(({ mimeType }) => mimeType.startsWith(`${name}/`))?.url
}

function typeOf({ name, endings }: Kind, url: string): string | null {
  const hosted = name === 'video' ? (hosts.find(({ address }) => address.test(url))?.type ?? null) : null
  const ending = endingOf(url)
  return hosted ?? (endings.includes(ending) ? (mediaTypes.get(ending) ?? null) : null)
}

/** Hosts of films that are played by their address. */
const hosts = [
  { type: 'video/youtube', address: /^https?:\/\/(?:www\.)?(?:youtube\.com\/watch|youtu\.be\/)/ },
  { type: 'video/vimeo', address: /^https?:\/\/(?:[^/]+\.)?vimeo\.com\/./ },
] as const

/** The address as the player needs it: one of Vimeo has `loop` as its only parameter. */
function asPlayed(url: string, attributes: ReadonlyMap<string, string>): string {
  if (!hosts[1].address.test(url)) return url
  return `${url.replace(/^http:/, 'https:').replace(/\?.*/, '')}?loop=${isSet(attributes.get('loop')) ? 1 : 0}`
}

/** Numbers the address, so that browsers keep two players of one file apart. */
function numbered(url: string, number: number): string {
  return `${url}${url.includes('?') ? '&' : '?'}_=${number}`
}

function flags(attributes: ReadonlyMap<string, string>): readonly string[] {
  return ['loop', 'autoplay', 'muted'].filter((name) => isSet(attributes.get(name)))
}

export function isSet(flag: string | undefined): boolean {
  return flag !== undefined && !['', '0', 'false'].includes(flag.toLowerCase())
}

function preloadOf(attributes: ReadonlyMap<string, string>, otherwise: string): readonly string[] {
  const preload = (attributes.get('preload') ?? otherwise).toLowerCase()
  return ['none', 'auto', 'metadata'].includes(preload) ? [`preload="${preload}"`] : []
}

function unplayed(name: Kind['name'], url: string): string {
  return `<a class="wp-embedded-${name}" href="${attributeUrl(url)}">${attributeText(url)}</a>`
}

function pixels(given: string | undefined, otherwise: number): number {
  return given === undefined ? otherwise : phpInteger(given)
}
