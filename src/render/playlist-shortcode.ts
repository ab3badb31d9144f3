// `[playlist]`: the sounds or films that it names, as a player with tracks that WordPress's scripts read (wp_playlist_shortcode).
import { isEmpty } from '../core/php-empty.ts'
import { nameOf } from './attached-file.ts'
import { sizeNamed, urlOf, type Attachment } from './attachment.ts'
import type { RenderContext, Shortcode } from './context.ts'
import { namedFiles } from './galleries.ts'
import { attributeText, attributeUrl } from './html-tag.ts'
import { endingOf, mediaTypes } from './media-types.ts'
import { phpJson } from './php-json.ts'
import { isSet } from './players.ts'
import { safeHtml } from './safe-html.ts'

/** The width at which films are shown, and the height of those without a known size, in px. */
const [widthPx, heightPx] = [640, 360]

type Kind = 'audio' | 'video'

/** The player; empty where no file of its kind is named: files that are only attached to the post are not shown (measured). */
export const playlist: Shortcode = (attributes, _inner, context) => {
  const kind: Kind = (attributes.get('type') ?? 'audio') === 'audio' ? 'audio' : 'video'
  const files = namedFiles(attributes, context).filter(({ mimeType }) => mimeType.startsWith(`${kind}/`))
  if (files.length === 0) return ''
  const images = attributes.get('images') ?? 'true'
  // Only an empty text and `0` omit pictures; the flag for scripts is off for `false`, too
  const showsImages = !isEmpty(images)
  const flag = (name: string) => isSet(attributes.get(name) ?? 'true')
  const tracks = files.map((file) => trackOf(file, kind, showsImages, context))
  const data = {
    type: kind,
    tracklist: flag('tracklist'),
    tracknumbers: flag('tracknumbers'),
    images: flag('images'),
    artists: flag('artists'),
    tracks,
  }
  const links = files.map(
    ({ url, title }) => `<li><a href='${attributeUrl(url)}'>${safeHtml(title) || nameOf(url)}</a></li>`,
  )
  const style = attributeText(attributes.get('style') ?? 'light')
  const height = kind === 'video' ? ` height="${resized(files.at(-1)).height}"` : ''
  return `<div class="wp-playlist wp-${kind}-playlist wp-playlist-${style}">
${kind === 'audio' ? '\t\t\t<div class="wp-playlist-current-item"></div>\n' : ''}\t\t<${kind} controls="controls" preload="none" width="${widthPx}"
\t\t${height}\t></${kind}>
	<div class="wp-playlist-next"></div>
	<div class="wp-playlist-prev"></div>
	<noscript>
	<ol>
		${links.join('')}	</ol>
	</noscript>
	<script type="application/json" class="wp-playlist-script">${scriptJson(data)}</script>
</div>
	`
}

function trackOf(file: Attachment, kind: Kind, showsImages: boolean, context: RenderContext) {
  const { id, url, title, caption, description, said } = file
  return {
    src: url,
    type: mediaTypes.get(endingOf(url)) ?? false,
    title,
    caption,
    description,
    meta: Object.fromEntries(said),
    ...(kind === 'video' ? { dimensions: { original: original(file), resized: resized(file) } } : {}),
    ...(showsImages ? picturesOf(id, kind, context) : {}),
  }
}

/** The file's own cover image, or the icon of its kind; none where the cover image is not available. */
function picturesOf(id: string, kind: Kind, { coverIdOf, attachmentOf, siteUrl }: RenderContext) {
  const coverId = coverIdOf(id)
  if (coverId === null) {
    const icon = { src: `${siteUrl}/wp-includes/images/media/${kind}.svg`, width: 48, height: 64 }
    return { image: icon, thumb: icon }
  }
  const cover = attachmentOf(coverId)
  return cover?.status === 'inherit'
    ? { image: picture(cover, 'full'), thumb: picture(cover, 'thumbnail') }
    : {}
}

function original(file: Attachment | undefined) {
  const { width, height } = file?.image ?? { width: widthPx, height: heightPx }
  return { width, height }
}

function resized(file: Attachment | undefined) {
  const { width, height } = original(file)
  return { width: widthPx, height: Math.round((height * widthPx) / width) }
}

function picture(cover: Attachment, size: 'full' | 'thumbnail') {
  const pictured = { ...cover, ...cover.preview }
  const { file, width, height } = sizeNamed(pictured, size)
  const src = urlOf(pictured, file)
  // A cover image of unknown measures has no size
  return pictured.image === null && size === 'full' ? { src, width: 0, height: 0 } : { src, width, height }
}

/** JSON that cannot end the script element. */
function scriptJson(value: unknown): string {
  return phpJson(value).replaceAll('\\/', '/').replaceAll('<', '\\u003C').replaceAll('>', '\\u003E')
}
