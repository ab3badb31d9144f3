// Images that WordPress's scripts enlarge to the window on a click (block_core_image_render_lightbox): the image and the gallery
// around it have attributes for the scripts, and a button stands behind the image.
import { createHash } from 'node:crypto'
import { asRecord, type BlockAttributes } from './block-tree.ts'
import { statedText } from './block-attributes.ts'
import type { RenderContext } from './context.ts'
import { withAttributes } from './first-tag.ts'
import { replaceFirst, withClasses } from './html-tag.ts'

type Numbers = Pick<RenderContext, 'count' | 'postId'>
type Themed = Numbers & Pick<RenderContext, 'theme'>

/** Adds the lightbox to the HTML of an image that has one. */
export function withLightbox(html: string, attributes: BlockAttributes, context: Themed): string {
  if (html === '' || !isEnlarged(attributes, context)) return html
  const id = lightboxId(context)
  const figure = withAttributes(html, {
    'data-wp-context': JSON.stringify({ imageId: id }),
    'data-wp-interactive': 'core/image',
    'data-wp-key': id,
  })
  const classed = withClasses(figure, ['wp-lightbox-container'])
  return replaceFirst(classed, 'img', (tag) => withAttributes(tag, pictured) + button)
}

/** Adds the attributes for scripts to a gallery that has such images. */
export function withGalleryLightbox(html: string, numbers: Numbers): string {
  return html.includes('data-wp-interactive="core/image"')
    ? withAttributes(html, {
        'data-wp-context': JSON.stringify({ galleryId: lightboxId(numbers) }),
        'data-wp-interactive': 'core/gallery',
      })
    : html
}

/** True where a click enlarges the image: on an image with a link it follows the link instead. */
function isEnlarged(attributes: BlockAttributes, { theme }: Themed): boolean {
  const destination = statedText(attributes, 'linkDestination', 'none')
  const own = attributes['lightbox'] ?? null
  const isOn = own === null ? theme.enlargesImages : asRecord(own)?.['enabled'] === true
  return isOn && destination === 'none'
}

/** An id as long as WordPress's, which are random; here the same text has the same ids, so that its HTML can be kept. */
function lightboxId({ count, postId }: Numbers): string {
  return createHash('md5')
    .update(`${postId} ${count('lightbox')}`)
    .digest('hex')
    .slice(0, 13)
}

const pictured = {
  'data-wp-class--hide': 'state.isContentHidden',
  'data-wp-class--show': 'state.isContentVisible',
  'data-wp-init': 'callbacks.setButtonStyles',
  'data-wp-on--click': 'actions.showLightbox',
  'data-wp-on--load': 'callbacks.setButtonStyles',
  'data-wp-on--pointerdown': 'actions.preloadImage',
  'data-wp-on--pointerenter': 'actions.preloadImageWithDelay',
  'data-wp-on--pointerleave': 'actions.cancelPreload',
  'data-wp-on-window--resize': 'callbacks.setButtonStyles',
}

const button = `<button
			class="lightbox-trigger"
			type="button"
			aria-haspopup="dialog"
			data-wp-bind--aria-label="state.thisImage.triggerButtonAriaLabel"
			data-wp-init="callbacks.initTriggerButton"
			data-wp-on--click="actions.showLightbox"
			data-wp-style--right="state.thisImage.buttonRight"
			data-wp-style--top="state.thisImage.buttonTop"
		>
			<svg xmlns="http://www.w3.org/2000/svg" width="12" height="12" fill="none" viewBox="0 0 12 12">
				<path fill="#fff" d="M2 0a2 2 0 0 0-2 2v2h1.5V2a.5.5 0 0 1 .5-.5h2V0H2Zm2 10.5H2a.5.5 0 0 1-.5-.5V8H0v2a2 2 0 0 0 2 2h2v-1.5ZM8 12v-1.5h2a.5.5 0 0 0 .5-.5V8H12v2a2 2 0 0 1-2 2H8Zm2-12a2 2 0 0 1 2 2v2h-1.5V2a.5.5 0 0 0-.5-.5H8V0h2Z" />
			</svg>
		</button>`
