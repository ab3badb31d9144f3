// The featured image of a post (render_block_core_post_featured_image), under its overlay; where a post has none, the first image
// of its text if the block is set to use it.
import { featuredSize, imageOf } from './attachment.ts'
import { asRecord, type BlockAttributes } from './block-tree.ts'
import { statedText } from './block-attributes.ts'
import {
  borderClasses,
  borderDeclarations,
  declaration,
  hasOtherFunctions,
  numberAttribute,
  targetOf,
  textAttribute,
  withPresets,
  wrapped,
} from './block-wrapper.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import { escaped, unescaped } from './first-tag.ts'
import { attributesIn, attributeText, attributeUrl, tagEnd } from './html-tag.ts'
import { plainText } from '../core/plain-text.ts'
import { shownTitle } from './title-blocks.ts'

/** Borders of pictures: lengths stay as stated, so that a number is dropped, and the members of a side have another order. */
const ofPictures = { members: ['color', 'style', 'width'], length: (written: unknown) => written }

export function pictureBorder(attributes: BlockAttributes): string {
  return borderDeclarations(attributes, ofPictures)
    .map((each) => `${each};`)
    .join('')
}

/** The first image of the post's text, as stored there; empty without one, and where the block is not set to use it. */
function firstImage(attributes: BlockAttributes, style: string, context: RenderContext): string {
  if (attributes['useFirstImageFromPost'] !== true) return ''
  const { content } = context.post()
  if (!context.allows(content.length)) return ''
  const start = content.search(/<img(?=[\s/>])/i)
  const end = start < 0 ? -1 : tagEnd(content, start)
  if (end < 0) return ''
  const own = attributesIn(content.slice(start, end))
  const before = unescaped(own.get('style') ?? '').replace(/;+$/, '')
  const whole = before === '' ? style : `${before};${style}`
  const values = new Map([...own, ...(style === '' ? [] : [['style', whole] as const])])
  const written = [...values].map(([key, value]) =>
    key === 'src' ? `src="${attributeUrl(unescaped(value))}"` : `${key}="${escaped(unescaped(value))}"`,
  )
  return `<img ${written.toSorted().join(' ')}>`
}

/** The image in its figure; empty where the post has none. */
export const postFeaturedImage: BlockRenderer = ({ name, attributes: written }, context) => {
  const attributes = withPresets(written)
  const post = context.post()
  const image = post.image()
  const isLinked = attributes['isLink'] === true
  const style = pictureBorder(attributes) + imageStyle(attributes) + shadowOf(attributes)
  const bordered = borderClasses(attributes).join(' ')
  const shown =
    image === null
      ? firstImage(attributes, style, context)
      : imageOf(image, statedText(attributes, 'sizeSlug', featuredSize), {
          className: 'wp-post-image',
          ...(bordered === '' ? {} : { sizeClasses: bordered }),
          ...(isLinked ? { alt: plainText(shownTitle(post, context)) } : {}),
          style,
        })
  if (shown === '') return ''
  const rel = textAttribute(attributes, 'rel')
  const covered = shown + overlayOf(attributes)
  const linked = isLinked
    ? `<a href="${attributeUrl(post.link)}" target="${targetOf(attributes)}" ${rel === '' ? '' : `rel="${attributeText(rel)}"`}>${covered}</a>`
    : covered
  return wrapped(name, attributes, { tag: 'figure' }, linked)
}

function imageStyle(attributes: BlockAttributes): string {
  const [width, height] = [length(attributes, 'width'), length(attributes, 'height')]
  const ratio = length(attributes, 'aspectRatio')
  const scale = textAttribute(attributes, 'scale')
  return [
    ratio === '' || ratio === 'auto' ? '' : `aspect-ratio:${ratio};`,
    ratio === '' ? '' : 'width:100%;',
    height === '' ? (width === '' ? '' : 'height:auto;') : `height:${height};`,
    width === '' ? '' : `width:${width};`,
    `object-fit:${scale === 'contain' || scale === 'fill' ? scale : 'cover'};`,
  ].join('')
}

function length(attributes: BlockAttributes, name: string): string {
  const value = textAttribute(attributes, name)
  return /^[\w.%/ (),+*-]{1,64}$/.test(value) && !hasOtherFunctions(name, value) ? value : ''
}

function shadowOf(attributes: BlockAttributes): string {
  const shadow = asRecord(attributes['style'])?.['shadow']
  return declaration('box-shadow', shadow)
    .map((each) => `${each};`)
    .join('')
}

/** The overlay with its colours and gradients; empty where the image is not dimmed. */
function overlayOf(attributes: BlockAttributes): string {
  const ratio = numberAttribute(attributes, 'dimRatio', 0)
  if (ratio <= 0) return ''
  const slug = (name: string) => {
    const value = textAttribute(attributes, name)
    return /^[\w-]+$/.test(value) ? value : ''
  }
  const [color, gradient] = [slug('overlayColor'), slug('gradient')]
  const ownGradient = textAttribute(attributes, 'customGradient')
  const classes = [
    'wp-block-post-featured-image__overlay',
    ...borderClasses(attributes),
    'has-background-dim',
    `has-background-dim-${ratio}`,
    ...(color === '' ? [] : [`has-${color}-background-color`]),
    ...(gradient === '' && ownGradient === '' ? [] : ['has-background-gradient']),
    ...(gradient === '' ? [] : [`has-${gradient}-gradient-background`]),
  ]
  const border = borderDeclarations(attributes, ofPictures)
  const colors = [
    ...declaration('background', ownGradient).map((each) =>
      each.replace('background:', 'background-image: '),
    ),
    ...declaration('background-color', textAttribute(attributes, 'customOverlayColor')).map((each) =>
      each.replace(':', ': '),
    ),
  ]
  const style = attributeText([...border, ...colors].join(';'))
  return `<span class="${classes.join(' ')}" style="${style}" aria-hidden="true"></span>`
}
