// The classes that blocks get when they are served: in their first tag what they colour, their place in the layout around
// them, and their own name where older markup lacks it; and how they lay out what they enclose, in the tag around it.
import type { Block } from './block-tree.ts'
import { colorsElements } from './element-colors.ts'
import { withClasses } from './html-tag.ts'
import { layoutClasses, placeClass } from './layouts.ts'
import type { RenderContext } from './context.ts'

export function withBlockClasses(
  html: string,
  block: Block,
  { count }: Pick<RenderContext, 'count'>,
): string {
  const { name, attributes } = block
  const place = placeClass(block)
  const own = named.get(name)
  const classes = [
    ...(colorsElements(name, attributes) ? [`wp-elements-${count('elements')}`] : []),
    ...(place === null ? [] : [place]),
    ...(own === undefined ? [] : [own]),
  ]
  return withClasses(withClasses(html, classes), layoutClasses(block), enclosingTag(block))
}

const named: ReadonlyMap<string, string> = new Map([
  ['core/paragraph', 'wp-block-paragraph'],
  ['core/list', 'wp-block-list'],
  ['core/heading', 'wp-block-heading'],
])

const tags = /<(\/?)([a-z][a-z0-9-]*)(?:\s[^<>]*)?>/gi
const empty: ReadonlySet<string> = new Set(
  'area br col embed hr img input link meta source track wbr'.split(' '),
)

/** Which of a block's tags, from 0, is the innermost around the blocks that it encloses; its first, where it encloses none. */
function enclosingTag({ parts }: Block): number {
  const [before] = parts
  if (typeof before !== 'string' || parts.length === 1) return 0
  const open: { readonly name: string; readonly at: number }[] = []
  let at = -1
  for (const [, slash, tag = ''] of before.matchAll(tags)) {
    const name = tag.toLowerCase()
    if (slash === '/') {
      if (open.at(-1)?.name === name) open.pop()
    } else {
      at += 1
      if (!empty.has(name)) open.push({ name, at })
    }
  }
  return open.at(-1)?.at ?? 0
}
