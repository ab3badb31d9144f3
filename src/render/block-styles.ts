// Styles of the editor's blocks beyond their own markup, as classes and declarations of their first tag: their ratio of width
// to height (wp_render_dimensions_support), the two colours of their pictures (WP_Duotone), and their background
// (wp_render_background_support).
import { asRecord, type Block, type BlockAttributes } from './block-tree.ts'
import { textAttribute } from './block-wrapper.ts'
import type { RenderContext } from './context.ts'
import { withDeclarations } from './first-tag.ts'
import { attributeUrl, withClasses } from './html-tag.ts'

export function withBlockStyles(
  html: string,
  { name, attributes }: Block,
  context: Pick<RenderContext, 'count'>,
): string {
  const style = asRecord(attributes['style'])
  const shaped = name === 'core/cover' ? withRatio(html, attributes, style) : html
  const toned = duotoned.has(name) ? withDuotone(shaped, style, context) : shaped
  return backed.has(name) ? withBackground(toned, style) : toned
}

/** A block with a least height has no ratio of its sides, and the other way round. */
function withRatio(html: string, { minHeight }: BlockAttributes, style: BlockAttributes | null): string {
  const dimensions = asRecord(style?.['dimensions'])
  const ratio = dimensions === null ? '' : textAttribute(dimensions, 'aspectRatio')
  if (/^[\w./ ]{1,32}$/.test(ratio)) {
    const shaped = withDeclarations(html, `aspect-ratio:${ratio};height:unset;min-height:unset;`)
    return withClasses(shaped, ['has-aspect-ratio'])
  }
  const least = minHeight ?? dimensions?.['minHeight']
  return least === undefined || least === '' || least === 0
    ? html
    : withDeclarations(html, 'aspect-ratio:unset;')
}

const duotoned: ReadonlySet<string> = new Set(
  ['avatar', 'cover', 'image', 'post-author', 'post-featured-image', 'site-logo'].map(
    (name) => `core/${name}`,
  ),
)

function withDuotone(
  html: string,
  style: BlockAttributes | null,
  { count }: Pick<RenderContext, 'count'>,
): string {
  const given = asRecord(style?.['color'])?.['duotone']
  const duotone = Array.isArray(given) ? given.join('-') : typeof given === 'string' ? given : ''
  if (html === '' || duotone === '') return html
  const slug = /^var:preset\|duotone\|([\w-]+)$/.exec(duotone)?.[1] ?? numberedSlug(duotone, count)
  return withClasses(html, [`wp-duotone-${slug}`])
}

/** Colours that no preset names have an id of the request's. */
function numberedSlug(colors: string, count: RenderContext['count']): string {
  return `${colors.toLowerCase().replace(/[^a-z0-9_-]/g, '')}-${count('unique id')}`
}

const backed: ReadonlySet<string> = new Set(
  ['group', 'post-content', 'pullquote', 'quote', 'verse'].map((name) => `core/${name}`),
)

function withBackground(html: string, style: BlockAttributes | null): string {
  const background = asRecord(style?.['background'])
  const url = background === null ? '' : textAttribute(asRecord(background['backgroundImage']) ?? {}, 'url')
  if (background === null || url === '') return html
  const plain = (name: string) => {
    const value = textAttribute(background, name)
    return /^[\w.%, -]{1,64}$/.test(value) ? value : ''
  }
  const size = plain('backgroundSize') || 'cover'
  const position = plain('backgroundPosition') || (size === 'contain' ? '50% 50%' : '')
  const declarations = [
    ['background-image', `url('${attributeUrl(url).replaceAll('&#038;', '&')}')`],
    ['background-position', position],
    ['background-repeat', plain('backgroundRepeat')],
    ['background-size', size],
    ['background-attachment', plain('backgroundAttachment')],
  ].filter(([, value]) => value !== '')
  return withClasses(
    withDeclarations(html, declarations.map(([property, value]) => `${property}:${value};`).join('')),
    ['has-background'],
  )
}
