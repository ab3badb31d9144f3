// Blocks that show the post's featured image behind or beside their inner blocks (render_block_core_cover, _media_text).
import { featuredSize, imageOf, sizeNamed, urlOf } from './attachment.ts'
import { asRecord, type BlockAttributes } from './block-tree.ts'
import { statedText } from './block-attributes.ts'
import { textAttribute } from './block-wrapper.ts'
import type { BlockRenderer } from './context.ts'
import { attributeText, attributeUrl, withClasses } from './html-tag.ts'

export const cover: BlockRenderer = ({ html, attributes }, context) => {
  const isImage = statedText(attributes, 'backgroundType', 'image') === 'image'
  const file = isImage && attributes['useFeaturedImage'] === true ? context.post().image() : null
  const at = html.indexOf('<div class="wp-block-cover__inner-container')
  if (file === null || at < 0) return html
  const isBackground = attributes['hasParallax'] === true || attributes['isRepeated'] === true
  const size = textAttribute(attributes, 'sizeSlug') || (isBackground ? 'full' : featuredSize)
  const tag = imageOf(file, size, {
    sizeClasses: 'wp-block-cover__image-background',
    className: 'wp-post-image',
  })
  const shown = isBackground ? background(tag, file.id, attributes) : foreground(tag, attributes)
  return html.slice(0, at) + shown + html.slice(at)
}

function foreground(tag: string, attributes: BlockAttributes): string {
  const place = placeOf(attributes)
  const placed = place === null ? '' : ` data-object-position="${place}" style="object-position:${place};"`
  return tag.replace(/ alt="[^"]*"/, (alt) => `${alt} data-object-fit="cover"${placed}`)
}

/** A fixed or repeated image is the background of a `<div>` instead of an `<img>`. */
function background(tag: string, id: string, attributes: BlockAttributes): string {
  const source = / src="([^"]*)"/.exec(tag)?.[1] ?? ''
  const alt = / alt="([^"]*)"/.exec(tag)?.[1] ?? ''
  const classes = [
    'wp-block-cover__image-background',
    `wp-image-${id}`,
    ...(attributes['hasParallax'] === true ? ['has-parallax'] : []),
    ...(attributes['isRepeated'] === true ? ['is-repeated'] : []),
  ]
  const style = `background-position:${placeOf(attributes) ?? '50% 50%'};background-image:url(${source});`
  // Without an alternative text it is no image for screen readers
  const [label, role] = alt === '' ? ['', ''] : [` aria-label="${alt}"`, ' role="img"']
  return `<div${label} class="${classes.join(' ')}"${role} style="${style}"></div>`
}

/**
 * The image comes first in the figure (the last figure where it is on the right), in the size of featured images, whatever size
 * its class names. WordPress numbers that figure; only the first figure loses the number again, once the image is in it.
 */
export const mediaText: BlockRenderer = ({ html, attributes }, context) => {
  const file = attributes['useFeaturedImage'] === true ? context.post().image() : null
  if (file === null) return html
  const id = `wp-block-media-text__media-${context.count('unique id')}`
  const fills = attributes['imageFill'] === true
  const filled = fills ? withClasses(html, ['is-image-fill-element']) : html
  const figures = [...filled.matchAll(/<figure(?= [^<>]*wp-block-media-text__media)([^<>]*)>/g)]
  const figure = attributes['mediaPosition'] === 'right' ? figures.at(-1) : figures[0]
  if (figure === undefined) return filled
  const [opening, rest = ''] = figure
  const [before, after] = [filled.slice(0, figure.index), filled.slice(figure.index + opening.length)]
  const numbered = `${before}<figure id="${id}"${rest}>`
  if (!/^\s+class="wp-block-media-text__media"\s*$/.test(rest)) return numbered + after
  const place = fills ? ` style="object-position:${placeOf(attributes) ?? '50% 50%'};"` : ''
  const size = attributeText(statedText(attributes, 'mediaSizeSlug', 'full'))
  const source = urlOf(file, sizeNamed(file, featuredSize).file)
  const tag = `<img alt="${attributeText(file.alt)}" src="${attributeUrl(source)}"${place} class="wp-image-${file.id} size-${size}">`
  const isFirst = !/<figure(?=[\s>])/i.test(before)
  return (isFirst ? `${before}<figure ${rest}>` : numbered) + tag + after
}

/** The focal point in percent of both sides; null where none is stated. */
function placeOf(attributes: BlockAttributes): string | null {
  const point = asRecord(attributes['focalPoint'])
  if (point === null) return null
  const [across, down] = [point['x'] ?? 0, point['y'] ?? 0].map(partOf)
  return across === undefined || down === undefined ? null : `${across}% ${down}%`
}

/** A number from 0 to 1, or the text of one, in percent. */
function partOf(value: unknown): number | undefined {
  const isNumber =
    typeof value === 'number' || (typeof value === 'string' && /^\d{0,3}\.?\d{1,9}$/.test(value))
  return isNumber ? Math.round(Number(value) * 100) : undefined
}
