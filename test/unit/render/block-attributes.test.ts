// Attributes of blocks may be any JSON: no value ends the rendering of its text, and those of a block are read once, however many
// blocks it encloses.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { blocksOfText } from '../../../src/render/block-list.ts'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import type { BlockRenderer } from '../../../src/render/context.ts'
import { needsOfText } from '../../../src/render/needs.ts'
import { renderContextOf } from '../../support/render-context.ts'

const names =
  'align bracketType categories columns content displayContent displayMode featuredImageAlign id layout level metadata query ref size style submenuVisibility taxonomy termQuery type url waveformStyle'.split(
    ' ',
  )
/** JavaScript makes no text and no number of these. */
const textless = ['{"toString":1}', '[{"toString":1}]']
const odd = [
  ...textless,
  ...textless.map((value) => `[{"id":${value}}]`),
  ...textless.map((value) => `{"a":{"id":${value}},"color":{"duotone":${value}},"include":${value}}`),
  '{"__proto__":{"a":1},"constructor":1}',
  '1e400',
  '-0',
]

it('values that no text is made of are left out', () => {
  const context = renderContextOf({ blocks: builtInBlocks })
  const settings = context.blockSettings
  for (const block of [...builtInBlocks.keys(), 'core/paragraph'])
    for (const value of odd) {
      const tag = block.replace('core/', '')
      const attributes = names.map((name) => `"${name}":${value}`).join()
      const text = `<!-- wp:post-title /--><!-- wp:${tag} {${attributes}} --><p>x</p><!-- /wp:${tag} -->`
      const uses = [
        () => needsOfText(text, undefined, settings),
        () => renderBlocks(text, context),
        () => blocksOfText(text, context),
      ]
      for (const use of uses) assert.doesNotThrow(use, `${block} ${value.slice(0, 40)}`)
    }
})

it('attributes of a block are read once for all that it encloses', () => {
  const seen: unknown[] = []
  const inside: BlockRenderer = ({ parentAttributes }) => {
    seen.push(parentAttributes)
    return ''
  }
  const blocks = new Map([['a/inside', inside]])
  const text =
    '<!-- wp:gallery {"columns":"3"} --><!-- wp:a/inside /--><!-- wp:a/inside /--><!-- /wp:gallery -->'
  renderBlocks(text, renderContextOf({ blocks }))
  const [first, second] = seen
  assert.deepEqual(first, { columns: 3 })
  assert.equal(first, second)
})
