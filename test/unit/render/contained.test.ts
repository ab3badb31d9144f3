// Texts of posts that contain those of other posts: how deep, and how many of them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import type { RenderContext } from '../../../src/render/context.ts'
import { renderContextOf, shownPost } from '../../support/render-context.ts'

const texts = {
  'a loop over posts':
    '<!-- wp:query {"query":{}} --><!-- wp:post-template -->+<!-- wp:post-content /--><!-- /wp:post-template --><!-- /wp:query -->',
  'a list of whole posts':
    '+<!-- wp:latest-posts {"displayPostContent":true,"displayPostContentRadio":"full_post"} /-->',
} as const

/** A site in which each list has so many other posts, all with the same text. */
function endless(text: string, each: number): RenderContext {
  let last = 1
  const context: RenderContext = renderContextOf({
    blocks: builtInBlocks,
    queried: () =>
      Array.from({ length: each }, () => {
        const id = String((last += 1))
        return { ...context, postId: id, post: () => shownPost({ id, content: text }) }
      }),
  })
  return context
}

describe('texts within texts', () => {
  for (const [name, text] of Object.entries(texts)) {
    it(`stand five deep in ${name}`, () => {
      const html = renderBlocks(text, endless(text, 1))
      // The first one stands in no other, and the last one lists a post whose text is left out
      assert.equal(html.split('+').length - 1, 6)
    })
    it(`are no more than four hundred in ${name}`, () => {
      const html = renderBlocks(text, endless(text, 6))
      assert((html.match(/<li/g)?.length ?? 0) <= 400)
    })
  }
})
