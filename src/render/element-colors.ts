// Blocks that colour the links, buttons or headings in them have a numbered class (wp_render_elements_support), by which
// the page's style sheet selects them.
import { asRecord, type BlockAttributes } from './block-tree.ts'

const elements = ['link', 'button', 'heading', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const
/** Blocks that colour nothing outside their own markup. */
const plain: ReadonlySet<string> = new Set(
  'button icon search separator tab-list table'.split(' ').map((name) => `core/${name}`),
)

export function colorsElements(name: string, attributes: BlockAttributes): boolean {
  const styled = asRecord(asRecord(attributes['style'])?.['elements'])
  if (styled === null || plain.has(name)) return false
  return elements.some((element) => {
    const own = asRecord(styled[element])
    return element === 'link'
      ? hasColor(own, ['text']) || hasColor(asRecord(own?.[':hover']), ['text'])
      : hasColor(own, ['text', 'background', 'gradient'])
  })
}

function hasColor(style: BlockAttributes | null, members: readonly string[]): boolean {
  const color = asRecord(style?.['color'])
  return members.some((member) => color?.[member] != null)
}
