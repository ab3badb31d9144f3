// `[audio]` and `[video]`: players of files by their address, and a link where nothing plays them.
import type { RenderContext, Shortcode } from './context.ts'
import { attributeText, attributeUrl } from './html-tag.ts'

interface Kind {
  readonly name: 'audio' | 'video'
  /** File endings and their types, in the order in which sources stand. */
  readonly types: ReadonlyMap<string, string>
}

const sounds: Kind = {
  name: 'audio',
  types: new Map([
    ['mp3', 'audio/mpeg'],
    ['ogg', 'audio/ogg'],
    ['flac', 'audio/flac'],
    ['m4a', 'audio/mpeg'],
    ['wav', 'audio/wav'],
  ]),
}

const films: Kind = {
  name: 'video',
  types: new Map([
    ['mp4', 'video/mp4'],
    ['m4v', 'video/mp4'],
    ['webm', 'video/webm'],
    ['ogv', 'video/ogg'],
    ['flv', 'video/x-flv'],
  ]),
}

export const audio: Shortcode = (attributes, _inner, context) => {
  const player = playerOf(sounds, attributes, context)
  if (player === null) return ''
  if ('href' in player) return unplayed('audio', player.href)
  const style = attributeText(attributes.get('style') ?? 'width: 100%;')
  const preload = attributeText(attributes.get('preload') ?? 'none')
  const opening = [...player.opening, ...flags(attributes), `preload="${preload}"`, `style="${style}"`]
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
    ...player.opening,
    `width="${width}" height="${height}"`,
    ...(poster === '' ? [] : [`poster="${attributeUrl(poster)}"`]),
    ...flags(attributes),
    `preload="${attributeText(attributes.get('preload') ?? 'metadata')}"`,
  ]
  return `<div style="width: ${width}px;" class="wp-video"><video ${opening.join(' ')} controls="controls">${player.sources}${tracksIn(inner)}${player.link}</video></div>`
}

/** Subtitles, or what else is enclosed, in one line. */
function tracksIn(inner: string | null): string {
  if (inner === null || inner === '0') return ''
  return (inner.includes('\n') ? inner.replace(/\r?\n|\t/g, '') : inner).trim()
}

type Player =
  | { readonly opening: readonly string[]; readonly sources: string; readonly link: string }
  /** A file that no player plays. */
  | { readonly href: string }

/** A list of sounds or films: nothing, where there are none (the player itself is made by scripts of the theme's). */
export const playlist: Shortcode = () => ''

/** True where a player says which file it plays: else it plays one that belongs to the post. */
export function playsNamed(attributes: ReadonlyMap<string, string>): boolean {
  return ['src', ...sounds.types.keys(), ...films.types.keys()].some((name) => attributes.has(name))
}

/** Null where no address is given, and the post has no such file. */
function playerOf(
  kind: Kind,
  attributes: ReadonlyMap<string, string>,
  context: RenderContext,
): Player | null {
  const number = context.count(kind.name)
  const src = attributes.get('src') ?? ''
  if (src !== '' && typeOf(kind, src) === null) return { href: src }
  const urls = [src, ...[...kind.types.keys()].map((ending) => attributes.get(ending) ?? '')].filter(Boolean)
  const own = urls.length > 0 ? undefined : attachedTo(kind, context)
  if (own !== undefined) urls.push(own)
  const [first] = urls
  if (first === undefined) return null
  const sources = urls.map(
    (url) => `<source type="${typeOf(kind, url) ?? ''}" src="${attributeUrl(numbered(url, number))}" />`,
  )
  return {
    opening: [
      `class="${attributeText(attributes.get('class') ?? `wp-${kind.name}-shortcode`)}"`,
      `id="${kind.name}-${context.postId}-${number}"`,
    ],
    sources: sources.join(''),
    link: `<a href="${attributeUrl(first)}">${attributeUrl(first)}</a>`,
  }
}

/** The first sound or film that belongs to the post. */
function attachedTo({ name }: Kind, context: RenderContext): string | undefined {
  return context.attachments().find(({ mimeType }) => mimeType.startsWith(`${name}/`))?.url
}

function typeOf({ types }: Kind, url: string): string | null {
  const ending = /\.([a-z0-9]{2,4})$/i.exec(url.split(/[?#]/, 1)[0] ?? '')?.[1]
  return types.get(ending?.toLowerCase() ?? '') ?? null
}

/** Two players of one file are not taken for one by browsers. */
function numbered(url: string, number: number): string {
  return `${url}${url.includes('?') ? '&' : '?'}_=${number}`
}

function flags(attributes: ReadonlyMap<string, string>): readonly string[] {
  return ['loop', 'autoplay', 'muted'].flatMap((name) => {
    const value = attributes.get(name)
    return value === undefined || ['', '0', 'false', 'off'].includes(value) ? [] : [`${name}="1"`]
  })
}

function unplayed(name: Kind['name'], url: string): string {
  return `<a class="wp-embedded-${name}" href="${attributeUrl(url)}">${attributeText(url)}</a>`
}

function pixels(given: string | undefined, otherwise: number): number {
  return Math.trunc(Number(given)) || otherwise
}
