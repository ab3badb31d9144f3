// The block of the site's logo (render_block_core_site_logo).
import { imageOf } from './attachment.ts'
import { numberAttribute, textAttribute, wrapped } from './block-wrapper.ts'
import { renderTitle } from './content.ts'
import type { BlockRenderer } from './context.ts'
import { attributeText, attributeUrl } from './html-tag.ts'
import { said } from './words.ts'

/** The logo; empty where the site has none. */
export const siteLogo: BlockRenderer = ({ name, attributes }, context) => {
  const logo = context.attachmentOf(context.blockSettings.logo)
  if (logo === null) return ''
  const width = Math.abs(numberAttribute(attributes, 'width', 0))
  const image = imageOf(logo, 'full', {
    sizeClasses: 'custom-logo',
    alt: logo.alt === '' ? renderTitle(context.siteName, context) : logo.alt,
    ...(width === 0 ? {} : { width }),
  })
  if (image === '') return ''
  const target =
    textAttribute(attributes, 'linkTarget') === '_blank'
      ? ` aria-label="${attributeText(said(context, '(Home link, opens in a new tab)'))}" target="_blank"`
      : ''
  const linked =
    attributes['isLink'] === false
      ? image
      : `<a${target} href="${attributeUrl(`${context.home}/`)}" class="custom-logo-link" rel="home">${image}</a>`
  const classes = width === 0 ? ['is-default-size'] : []
  return wrapped(name, attributes, { tag: 'div', classes }, linked)
}
