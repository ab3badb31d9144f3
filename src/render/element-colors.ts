// Blocks that colour the links, buttons or headings in them carry a numbered class (wp_render_elements_support): their
// styles hang on it.
import { asRecord, type BlockAttributes } from './block-tree.ts'

const elements = ['link', 'button', 'heading', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const
/** Blocks that colour nothing outside their own markup. */
const plain: ReadonlySet<string> = new Set(['core/button', 'core/search', 'core/separator', 'core/table'])

export function colorsElements(name: string, attributes: BlockAttributes): boolean {
  const styled = asRecord(asRecord(attributes['style'])?.['elements'])
  if (styled === null || plain.has(name)) return false
  return elements.some((element) => {
    const own = asRecord(styled[element])
    return hasColor(own) || hasColor(asRecord(own?.[':hover']))
  })
}

function hasColor(style: BlockAttributes | null): boolean {
  const color = asRecord(style?.['color'])
  return color !== null && Object.values(color).some((value) => typeof value === 'string' && value !== '')
}
