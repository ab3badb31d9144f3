// The containers that groups and aligned images have in themes without a theme.json, whose styles rely on them
// (wp_restore_group_inner_container, wp_restore_image_outer_container).
import { asRecord, type Block } from './block-tree.ts'
import { attributeOf } from './first-tag.ts'
import { attributeText, tagEnd, withClasses, withoutClasses } from './html-tag.ts'
import type { Theme } from './theme.ts'

export function withContainers(html: string, { name, attributes }: Block, { hasJson }: Theme): string {
  if (hasJson) return html
  switch (name) {
    case 'core/group':
      return withInnerContainer(html, attributes)
    case 'core/image':
      return withOuterContainer(html, attributes)
    default:
      return html
  }
}

const inner = 'wp-block-group__inner-container'

/** Moves the layout classes of a group to its container. */
function withInnerContainer(html: string, { layout, tagName }: Block['attributes']): string {
  const type = asRecord(layout)?.['type']
  const tag = typeof tagName === 'string' ? tagName : 'div'
  const start = html.search(/\S/)
  const end = start < 0 || !html.startsWith(`<${tag}`, start) ? -1 : tagEnd(html, start)
  const close = html.lastIndexOf(`</${tag}>`)
  if (type === 'flex' || type === 'grid' || end < 0 || close < end) return html
  const [opening, enclosed] = [html.slice(0, end), html.slice(end, close)]
  if (!opening.includes('wp-block-group') || hasContainer(enclosed)) return html
  const isLaid = (each: string) => each.includes('is-layout-')
  const layouts = (attributeOf(opening, 'class') ?? '').split(/\s+/).filter(isLaid)
  const container = withClasses(`<div class="${inner}">`, layouts)
  return `${withoutClasses(opening, isLaid)}${container}${enclosed}</div>${html.slice(close)}`
}

function hasContainer(enclosed: string): boolean {
  const first = enclosed.trimStart()
  return /^<div\b/.test(first) && first.slice(0, tagEnd(first, 0)).includes(inner)
}

/** Puts an aligned image into a container, to which the author's own classes move. */
function withOuterContainer(html: string, { className }: Block['attributes']): string {
  const at = html.search(/<figure(?=[\s/>])/i)
  const classes = at < 0 ? [] : (attributeOf(html.slice(at), 'class') ?? '').split(/\s+/)
  const isAligned = ['alignleft', 'aligncenter', 'alignright'].some((each) => classes.includes(each))
  if (!isAligned || !classes.includes('wp-block-image')) return html
  const moved = typeof className === 'string' ? `wp-block-image ${className}` : 'wp-block-image'
  const names = new Set(moved.split(/\s+/))
  const figure = html.slice(0, at) + withoutClasses(html.slice(at), (each) => names.has(each))
  return `<div class="${attributeText(moved)}">${figure}</div>`
}
