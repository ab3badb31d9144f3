// How many words a post has: those of its first page that a reader sees before asking for more.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { renderContextOf, shownPost } from '../../support/render-context.ts'

const block = '<!-- wp:post-time-to-read {"displayMode":"words"} /-->'
const wordsOf = (content: string) =>
  renderBlocks(block, renderContextOf({ blocks: builtInBlocks, post: () => shownPost({ content }) }))

describe('the words of a post', () => {
  for (const [content, words] of [
    ['one two three', 3],
    ['one '.repeat(1234), '1,234'],
    ['one two <!--more--> three four', 3],
    ['<!--more--> three', 1],
    ['one<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->two <!--more a b-->', 2],
    ['one <!--more go on now--> two', 4],
    ['one <!--more --> two', 1],
    ['one <!--more 0--> two', 1],
    ['one <!--more0--> two', 2],
    ['one<!--more\n-->two <!--more a b--> three', 3],
    ['one <!--more <b>a</b>&nbsp;b--> two', 3],
    ['one two <!--nextpage--> three', 2],
    ['<!--nextpage-->one two <!--nextpage--> three', 2],
  ] as const)
    it(`are ${words} in ${JSON.stringify(content)}`, () =>
      assert.equal(
        wordsOf(content),
        `<div class="wp-block-post-time-to-read">${words} word${words === 1 ? '' : 's'}</div>`,
      ))
})

it('is divided by a speed that has a fraction', () => {
  const minutesAt = (speed: string) => {
    const made = `<!-- wp:post-time-to-read {"averageReadingSpeed":${speed},"displayAsRange":false} /-->`
    const post = shownPost({ content: 'word '.repeat(30) })
    const html = renderBlocks(made, renderContextOf({ blocks: builtInBlocks, post: () => post }))
    return />([^<]*) minutes?</.exec(html)?.[1]
  }
  const speeds = ['2.9', '2.1', '0.5', '0.9', '-2', '"3.5"', 'null', '"abc"', '0']
  assert.deepEqual(speeds.map(minutesAt), ['10', '14', '60', '33', '1', '9', '1', '1', '1'])
})
