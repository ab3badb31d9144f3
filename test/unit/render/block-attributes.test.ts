// Attributes of a block are read once, however many blocks it encloses.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { renderBlocks } from '../../../src/render/blocks.ts'
import type { BlockRenderer } from '../../../src/render/context.ts'
import { renderContextOf } from '../../support/render-context.ts'

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
