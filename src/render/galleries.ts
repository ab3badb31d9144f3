// `[gallery]`: attached images, or images that it names, in figures (gallery_shortcode).
import { allowedHtml } from './allowed.ts'
import { linkText } from './attached-file.ts'
import { imageOf, type Attachment } from './attachment.ts'
import type { RenderContext, Shortcode } from './context.ts'
import { asClass, attributeUrl } from './html-tag.ts'
import { once } from '../core/once.ts'
import { phpInteger } from '../core/php-integer.ts'
import { typography } from './typography.ts'

/** The gallery; empty without images. */
export const gallery: Shortcode = (attributes, _inner, context) => {
  const number = context.count('gallery')
  const images = imagesOf(attributes, context).filter(({ mimeType }) => mimeType.startsWith('image/'))
  if (images.length === 0) return ''
  const selector = `gallery-${number}`
  const size = attributes.get('size') || 'thumbnail'
  const columns = phpInteger(attributes.get('columns') ?? '3')
  const link = attributes.get('link') ?? ''
  const postId = postNamed(attributes) ?? context.postId
  const tags = {
    item: tagOf(attributes.get('itemtag'), 'figure', 'dl'),
    icon: tagOf(attributes.get('icontag'), 'div', 'dt'),
    words: tagOf(attributes.get('captiontag'), 'figcaption', 'dd'),
  }
  const options = { selector, size, link, tags, context }
  const figures = images.map((image) =>
    allowedHtml(
      context,
      () => figureOf(image, options),
      () => 0,
    ),
  )
  return `<div id='${selector}' class='gallery galleryid-${postId} gallery-columns-${columns} gallery-size-${asClass(size)}'>${figures.join('')}\n\t\t</div>\n`
}

/** The id of the post whose images a gallery shows; null where it names none and shows those of the post that contains it. */
export function postNamed(attributes: ReadonlyMap<string, string>): string | null {
  const id = attributes.get('id')
  return id === undefined ? null : String(phpInteger(id))
}

/** The ids that a gallery or a playlist names. */
export function namedIds(attributes: ReadonlyMap<string, string>): readonly string[] {
  const named = attributes.get('ids') ?? attributes.get('include') ?? ''
  return named
    .split(/[\s,]+/)
    .map((id) => /^[+-]?(\d{1,20})/.exec(id)?.[1] ?? '0')
    .map((id) => String(BigInt(id)))
    .filter((id) => id !== '0')
}

function imagesOf(attributes: ReadonlyMap<string, string>, context: RenderContext): readonly Attachment[] {
  if (namedIds(attributes).length > 0) return namedFiles(attributes, context)
  const excluded = new Set((attributes.get('exclude') ?? '').split(',').map((id) => id.trim()))
  return inOrder(
    context.attachments(postNamed(attributes) ?? context.postId).filter(({ id }) => !excluded.has(id)),
    attributes,
  )
}

/** The files that a gallery or a playlist names, without those that are private or in the trash. */
export function namedFiles(
  attributes: ReadonlyMap<string, string>,
  context: RenderContext,
): readonly Attachment[] {
  const named = [...new Set(namedIds(attributes))].flatMap((id) => context.attachmentOf(id) ?? [])
  return inOrder(
    named.filter(({ status }) => status === 'inherit'),
    attributes,
  )
}

type Comparison = (one: Attachment, other: Attachment) => number

/** The collator is made at first use: it takes some milliseconds, which would delay the start. */
const collator = once(() => new Intl.Collator('en', { sensitivity: 'base' }))
const compare = (one: string, other: string) => collator().compare(one, other)
const byDate: Comparison = (one, other) => compare(one.created, other.created)
const byId: Comparison = (one, other) => Number(BigInt(one.id) - BigInt(other.id))
const comparisons: ReadonlyMap<string, Comparison> = new Map<string, Comparison>([
  ['id', byId],
  ['title', (one, other) => compare(one.title, other.title)],
  ['menu_order', (one, other) => one.place - other.place],
])

/** Sorts files: as they are named, unless the gallery states an order; an unknown order is that of their dates. */
export function inOrder(
  images: readonly Attachment[],
  attributes: ReadonlyMap<string, string>,
): readonly Attachment[] {
  const by = attributes.get('orderby') ?? (attributes.has('ids') ? 'post__in' : 'menu_order ID')
  if (['post__in', 'rand', 'none'].includes(by)) return images
  const keys = by
    .split(/[\s,]+/)
    .flatMap((key) => comparisons.get(key.toLowerCase().replace('post_', '')) ?? [])
  const steps = keys.length === 0 ? [byDate] : keys
  const sign = /^asc$/i.test(attributes.get('order') ?? 'asc') ? 1 : -1
  // The database returns ties by ascending ids, in either direction
  return images.toSorted(
    (one, other) =>
      steps.reduce((decided, step) => decided || sign * step(one, other), 0) || byId(one, other),
  )
}

interface Shown {
  readonly selector: string
  readonly size: string
  readonly link: string
  readonly tags: Readonly<Record<'item' | 'icon' | 'words', string>>
  readonly context: RenderContext
}

function figureOf(image: Attachment, { selector, size, link, tags, context }: Shown): string {
  const words = image.caption.trim() === '' ? '' : image.caption
  const wordsId = `${selector}-${image.id}`
  const picture = imageOf(image, size, words === '' ? {} : { describedBy: wordsId })
  const href = link === 'file' ? image.url : image.page
  const linked = link === 'none' ? picture : `<a href='${attributeUrl(href)}'>${linkText(image, picture)}</a>`
  const figcaption =
    words === ''
      ? ''
      : `\n\t\t\t\t<${tags.words} class='wp-caption-text gallery-caption' id='${wordsId}'>\n\t\t\t\t${typography(words, context)}\n\t\t\t\t</${tags.words}>`
  return `<${tags.item} class='gallery-item'>\n\t\t\t<${tags.icon} class='gallery-icon${orientation(image)}'>\n\t\t\t\t${linked}\n\t\t\t</${tags.icon}>${figcaption}</${tags.item}>`
}

function orientation({ image }: Attachment): string {
  if (image === null) return ' '
  return image.height > image.width ? ' portrait' : ' landscape'
}

/** The element that a gallery states; `older` where it states one that is not allowed. */
function tagOf(stated: string | undefined, otherwise: string, older: string): string {
  if (stated === undefined) return otherwise
  const tag = stated.toLowerCase().replace(/[^a-z0-9-]/g, '')
  return elements.has(tag) ? tag : older
}

/** Elements of which a gallery may be made: those that posts may contain (wp_kses_allowed_html). */
const elements: ReadonlySet<string> = new Set(
  'a abbr acronym address area article aside audio b bdo big blockquote br button caption cite code col colgroup dd del details dfn div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd label legend li main map mark menu nav ol p pre q rb rp rt rtc ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead tr track tt u ul var video'.split(
    ' ',
  ),
)
