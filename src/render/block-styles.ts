// Styles that WordPress adds to the markup of its blocks, as classes and declarations of their first tag: the aspect ratio
// (wp_render_dimensions_support), the duotone filter of images (WP_Duotone), and the background
// (wp_render_background_support).
import { keyText } from '../core/key-text.ts'
import { isList } from '../core/json-value.ts'
import { asRecord, plainValue, type Block, type BlockAttributes } from './block-tree.ts'
import { declaration, hasOtherFunctions, textAttribute } from './block-wrapper.ts'
import type { RenderContext } from './context.ts'
import { withDeclarations } from './first-tag.ts'
import { withClasses } from './html-tag.ts'

export function withBlockStyles(
  html: string,
  { name, attributes }: Block,
  context: Pick<RenderContext, 'count' | 'theme'>,
): string {
  const style = asRecord(attributes['style'])
  const shaped = name === 'core/cover' ? withRatio(html, attributes, style) : html
  const toned = duotoned.has(name) ? withDuotone(shaped, { name, style }, context) : shaped
  return backed.has(name) ? withBackground(toned, style) : toned
}

/** A minimum height unsets the aspect ratio, and an aspect ratio unsets the minimum height. */
function withRatio(html: string, { minHeight }: BlockAttributes, style: BlockAttributes | null): string {
  const dimensions = asRecord(style?.['dimensions'])
  const ratio = dimensions === null ? '' : textAttribute(dimensions, 'aspectRatio')
  if (ratio !== 'auto' && /^[\w./ ]{1,32}$/.test(ratio)) {
    const shaped = withDeclarations(html, `aspect-ratio:${ratio};height:unset;min-height:unset;`)
    return withClasses(shaped, ['has-aspect-ratio'])
  }
  const least = minHeight ?? dimensions?.['minHeight']
  const isHigh = least !== undefined && least !== '' && least !== 0
  if (!isHigh && ratio !== 'auto') return html
  return withDeclarations(html, `aspect-ratio:${isHigh ? 'unset' : ratio};`)
}

const duotoned: ReadonlySet<string> = new Set(
  ['avatar', 'cover', 'image', 'post-author', 'post-featured-image', 'site-logo'].map(
    (name) => `core/${name}`,
  ),
)

function withDuotone(
  html: string,
  { name, style }: { readonly name: string; readonly style: BlockAttributes | null },
  { count, theme }: Pick<RenderContext, 'count' | 'theme'>,
): string {
  const given = asRecord(style?.['color'])?.['duotone']
  const duotone = isList(given) ? given.map(plainValue).join('-') : typeof given === 'string' ? given : ''
  if (duotone === '') {
    const ofTheme = theme.blockDuotones.get(name)
    return ofTheme === undefined ? html : withClasses(html, [`wp-duotone-${ofTheme}`])
  }
  // A number is taken even where the block shows no picture
  const preset = /^var:preset\|duotone\|([\w-]+)$/.exec(duotone)?.[1] ?? ''
  const slug = theme.duotones.has(preset) ? preset : numberedSlug(duotone, count)
  return withClasses(html, [`wp-duotone-${slug}`])
}

/** The slug of colours that are no preset of the theme: it ends with a number counted per request. */
function numberedSlug(colors: string, count: RenderContext['count']): string {
  return `${keyText(colors)}-${count('unique id')}`
}

const backed: ReadonlySet<string> = new Set(
  ['accordion', 'group', 'post-content', 'pullquote', 'quote', 'verse'].map((name) => `core/${name}`),
)

/** Adds the background. A picture without a size covers the block; one of size `contain` is centred. */
function withBackground(html: string, style: BlockAttributes | null): string {
  const background = asRecord(style?.['background'])
  if (background === null) return html
  const plain = (name: string) => {
    const value = textAttribute(background, name)
    return /^[\w.%, -]{1,64}$/.test(value) ? value : ''
  }
  const given = background['backgroundImage']
  const hasImage = asRecord(given) !== null || (typeof given === 'string' && given !== '')
  const size = plain('backgroundSize') || (hasImage ? 'cover' : '')
  const position = plain('backgroundPosition') || (size === 'contain' ? '50% 50%' : '')
  const [image, gradient] = [imageOf(given), gradientOf(background['gradient'])]
  const declarations = [
    // A gradient lies over the picture; where the stated picture is refused, neither is shown
    ['background-image', image === '' || gradient === '' ? image : `${gradient}, ${image}`],
    ['background-position', position],
    ['background-repeat', plain('backgroundRepeat')],
    ['background-size', size],
    ['background-attachment', plain('backgroundAttachment')],
    ['background-image', hasImage ? '' : gradient],
  ].filter(([, value]) => value !== '')
  if (declarations.length === 0) return html
  return withClasses(
    withDeclarations(html, declarations.map(([property, value]) => `${property}:${value};`).join('')),
    ['has-background'],
  )
}

/** The `background-image`; empty for an address that is not of HTTP or FTP, and for forbidden CSS (safecss_filter_attr). */
function imageOf(given: unknown): string {
  const url = textAttribute(asRecord(given) ?? {}, 'url').replace(/<[^<>]*>/g, '')
  const text = url === '' ? given : `url('${url}')`
  if (typeof text !== 'string' || /[\\;<>]/.test(text)) return ''
  const isOfWeb = [...text.matchAll(inAddress)].every(
    ([, address = '', end]) => address !== '' && end !== '' && !hasOtherScheme(address),
  )
  const outside = text.replace(inAddress, '')
  return !isOfWeb || /[={}&]|\/\*/.test(outside) || hasOtherFunctions('background', outside) ? '' : text
}

const inAddress = /url\(([^)]*)(\)?)/g

/** True for another scheme than HTTP's and FTP's. An address that a bracket cut has an opening quote alone. */
function hasOtherScheme(address: string): boolean {
  const bare = address.trim().replace(/^(["'])(.*)\1$/, '$2')
  return /^(?!(?:https?|ftps?):)["']?[a-z][a-z0-9+.-]*:/i.test(bare)
}

function gradientOf(given: unknown): string {
  return declaration('background', given)[0]?.slice('background:'.length) ?? ''
}
