// A link to a profile on a social network (render_block_core_social_link): an item with the service's icon and a label.
import { hasOtherFunctions, textAttribute, wrapped } from './block-wrapper.ts'
import type { BlockRenderer } from './context.ts'
import { attributeText, attributeUrl } from './html-tag.ts'
import { socialService } from './social-services.ts'
import { saidAs } from './words.ts'

/** The item; empty without an address, and where the service has no valid name. */
export const socialLink: BlockRenderer = ({ name, attributes, parentAttributes }, context) => {
  const service = textAttribute(attributes, 'service') || 'Icon'
  const address = addressOf(textAttribute(attributes, 'url'))
  if (address === '' || !/^[\w-]{1,40}$/.test(service)) return ''
  const known = socialService(service)
  const label =
    textAttribute(attributes, 'label').trim() ||
    saidAs(context, 'social link block variation name', known.label)
  const hidden = parentAttributes['showLabels'] === true ? '' : ' screen-reader-text'
  const isNew = parentAttributes['openInNewTab'] === true
  const rel = [textAttribute(attributes, 'rel'), ...(isNew ? ['noopener nofollow'] : [])].join(' ').trim()
  const attribute = (key: string, value: string) => (value === '' ? '' : ` ${key}="${attributeText(value)}"`)
  const link = [
    `<a${attribute('rel', rel)}${attribute('target', isNew ? '_blank' : '')} href="${attributeUrl(address)}" class="wp-block-social-link-anchor">`,
    known.icon,
    `<span class="wp-block-social-link-label${hidden}">${attributeText(label)}</span></a>`,
  ]
  const color = (key: string) => {
    const value = textAttribute(parentAttributes, key)
    return /^[\w#(),.% -]{1,64}$/.test(value) && !hasOtherFunctions('color', value) ? value : ''
  }
  const slug = (key: string) => {
    const value = textAttribute(parentAttributes, key)
    return /^[\w-]{1,64}$/.test(value) ? value : ''
  }
  const [icon, background] = [color('iconColorValue'), color('iconBackgroundColorValue')]
  const [iconSlug, backgroundSlug] = [slug('iconColor'), slug('iconBackgroundColor')]
  const classes = [
    'wp-social-link',
    `wp-social-link-${service}`,
    ...(iconSlug === '' ? [] : [`has-${iconSlug}-color`]),
    ...(backgroundSlug === '' ? [] : [`has-${backgroundSlug}-background-color`]),
  ]
  const style = [
    ...(icon === '' ? [] : [`color:${icon}`]),
    ...(background === '' ? [] : [`background-color:${background}`]),
  ].join(';')
  const { anchor, className } = attributes
  const isStyled = ['iconColorValue', 'iconBackgroundColorValue'].some(
    (key) => textAttribute(parentAttributes, key) !== '',
  )
  const own = { tag: 'li', classes, style: isStyled ? style : null }
  return wrapped(name, { anchor, className }, own, link.join(''))
}

/** The address; one that is not of mail, relative to the scheme, or an anchor gets a scheme where it has none. */
function addressOf(url: string): string {
  const given = url.trim()
  if (given === '') return ''
  if (/^[^\s@/:]+@[^\s@/:]+\.[a-z]{2,}$/i.test(given)) return `mailto:${given}`
  return /^(?:[a-z][a-z0-9+.-]*:(?!\d{1,5}(?:\/|$))|\/\/|#)/i.test(given) ? given : `https://${given}`
}
