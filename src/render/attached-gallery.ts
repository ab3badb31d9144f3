// Galleries whose images are found at rendering (the block's `dynamicContent`): images attached to the post that contains the
// gallery. Other sources belong to plug-ins, and show nothing.
import { allowedHtml } from './allowed.ts'
import { imageOf, type Attachment } from './attachment.ts'
import { asRecord, type Block, type BlockAttributes } from './block-tree.ts'
import { declaration, numberAttribute, textAttribute, wrapped } from './block-wrapper.ts'
import { renderPart } from './blocks.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import { inOrder } from './galleries.ts'
import { attributeText, attributeUrl } from './html-tag.ts'
import { withoutLoading } from './image-tags.ts'
import { safeHtml } from './safe-html.ts'

/** The name of the source of a gallery's images; null where they are stored in it. */
export function gallerySource({ name, attributes }: Pick<Block, 'name' | 'attributes'>): string | null {
  const source = name === 'core/gallery' ? asRecord(attributes['dynamicContent'])?.['source'] : null
  return typeof source === 'string' ? source : null
}

export const attachedMedia = 'core/attached-media'

/** The gallery with the images before the HTML that is stored in the block; empty without images. */
export const attachedGallery: BlockRenderer = ({ name, attributes, html }, context) => {
  const isAttached = gallerySource({ name, attributes }) === attachedMedia
  const images = isAttached ? imagesOf(attributes, context) : []
  if (images.length === 0) return ''
  const columns = numberAttribute(attributes, 'columns', 0)
  const isStated = columns >= 1 && columns <= columnsMax
  const classes = [
    'wp-block-gallery',
    'has-nested-images',
    `columns-${isStated ? columns : 'default'}`,
    ...(attributes['imageCrop'] === false ? [] : ['is-cropped']),
  ]
  const shown = images.map((image) =>
    allowedHtml(
      context,
      () => renderPart(blockOf(image, attributes), context),
      () => 0,
    ),
  )
  return wrapped(name, attributes, { tag: 'figure', classes, style: null }, shown.join('') + html)
}

const columnsMax = 8

function imagesOf(attributes: BlockAttributes, context: RenderContext): readonly Attachment[] {
  const args = asRecord(asRecord(attributes['dynamicContent'])?.['args']) ?? {}
  const order = [
    ['orderby', args['orderBy'] === 'title' ? 'title' : 'date'],
    ['order', textAttribute(args, 'order') || 'desc'],
  ] as const
  const attached = context.attachments(context.postId)
  return inOrder(
    attached.filter(({ mimeType, status }) => mimeType.startsWith('image/') && status === 'inherit'),
    new Map(order),
  )
}

/** The image block that an author would have put into the gallery. */
function blockOf(image: Attachment, attributes: BlockAttributes): Block {
  const { id, caption } = image
  const sizeSlug = textAttribute(attributes, 'sizeSlug') || 'large'
  const ratio = textAttribute(attributes, 'aspectRatio')
  const [shape] = ratio === 'auto' ? [] : declaration('aspect-ratio', ratio)
  const picture = imageOf(image, sizeSlug, {
    sizeClasses: `wp-image-${id}`,
    ...(shape === undefined ? {} : { style: `${shape};object-fit:cover` }),
  })
  const words = safeHtml(caption)
  const html = [
    `<figure class="wp-block-image size-${attributeText(sizeSlug)}">`,
    linked(withoutLoading(picture), image, attributes),
    words === '' ? '' : `<figcaption class="wp-element-caption">${words}</figcaption>`,
    '</figure>',
  ].join('')
  const lightbox = { enabled: textAttribute(attributes, 'linkTo') === 'lightbox' }
  return {
    name: 'core/image',
    attributes: { id: Number(id), 'data-id': id, sizeSlug, lightbox },
    written: '',
    parts: [html],
  }
}

function linked(picture: string, image: Attachment, attributes: BlockAttributes): string {
  const address = addresses.get(textAttribute(attributes, 'linkTo'))?.(image)
  if (address === undefined) return picture
  const target = textAttribute(attributes, 'linkTarget') === '_blank' ? ' target="_blank" rel="noopener"' : ''
  return `<a href="${attributeUrl(address)}"${target}>${picture}</a>`
}

/** Targets of links, the file or its page, by the names that current and older editors store. */
const addresses: ReadonlyMap<string, (image: Attachment) => string> = new Map([
  ...['media', 'file'].map((name) => [name, ({ url }: Attachment) => url] as const),
  ...['attachment', 'post'].map((name) => [name, ({ page }: Attachment) => page] as const),
])
