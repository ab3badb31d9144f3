// An excerpt is made of blocks of text, of what columns and groups hold, and of what is in no block.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { counter } from '../../../src/core/counter.ts'
import { excerptBlocks } from '../../../src/render/excerpt-blocks.ts'
import { renderContextOf } from '../../support/render-context.ts'

const block = (name: string, html: string) => `<!-- wp:${name} -->${html}<!-- /wp:${name} -->`
const cases: readonly (readonly [text: string, html: string])[] = [
  [`a${block('paragraph', 'b')}c`, 'abc'],
  [block('core/paragraph', 'b'), 'b'],
  [block('code', 'a'), ''],
  [block('group', '<p>no block</p>'), '<p>no block</p>'],
  [
    `<!-- wp:media-text -->a<!-- wp:cover {"metadata":{"blockVisibility":false}} /-->${block('paragraph', 'b')}<!-- /wp:media-text -->`,
    '',
  ],
  [block('mine/paragraph', 'a'), ''],
  [block('group', `x${block('columns', block('column', block('heading', 'a')))}y`), 'a'],
  [block('quote', `a${block('paragraph', 'b')}c`), 'abc'],
  [block('quote', `a${block('image', 'b')}c`), ''],
  [block('list', block('list-item', 'a')), ''],
  [`<!-- wp:latest-posts /-->${block('verse', 'a')}`, 'a'],
  ['<!-- wp:paragraph -->a', 'a'],
  ['a<!-- /wp:paragraph -->b', 'a<!-- /wp:paragraph -->b'],
  // In a group what encloses blocks gives these alone, and a list encloses items
  [
    '<!-- wp:group --><div><!-- wp:quote --><blockquote><!-- wp:paragraph --><p>A</p><!-- /wp:paragraph --><cite>C</cite></blockquote><!-- /wp:quote --><!-- wp:list --><ul><!-- wp:list-item --><li>L</li><!-- /wp:list-item --></ul><!-- /wp:list --></div><!-- /wp:group -->',
    '<p>A</p>',
  ],
  [
    '<!-- wp:quote --><blockquote><!-- wp:paragraph --><p>A</p><!-- /wp:paragraph --><cite>C</cite></blockquote><!-- /wp:quote -->',
    '<blockquote><p>A</p><cite>C</cite></blockquote>',
  ],
  [
    '<!-- wp:columns --><div><!-- wp:column --><div><!-- wp:media-text --><div>M<!-- wp:paragraph --><p>P</p><!-- /wp:paragraph --></div><!-- /wp:media-text --><!-- wp:details --><details><!-- wp:paragraph --><p>D</p><!-- /wp:paragraph --></details><!-- /wp:details --></div><!-- /wp:column --></div><!-- /wp:columns -->',
    '<p>P</p>',
  ],
  // Hidden ones are among those that it encloses
  [
    block(
      'group',
      block('quote', `<!-- wp:paragraph {"metadata":{"blockVisibility":false}} -->a<!-- /wp:paragraph -->c`),
    ),
    '',
  ],
  [
    block(
      'group',
      `<!-- wp:group {"metadata":{"blockVisibility":false}} -->${block('verse', 'a')}<!-- /wp:group -->b`,
    ),
    '',
  ],
  // Of a text that was cut, blocks that are left open are read one by one, from within
  [
    'a<!-- wp:columns --><div><!-- wp:column --><p>1</p><!-- wp:paragraph --><p>one</p><!-- /wp:paragraph --><!-- /wp:column --><!-- wp:column --><p>2</p><!-- wp:paragraph --><p>two</p><!-- /wp:paragraph --><!-- wp:more -->',
    '<p>two</p>a<p>one</p>',
  ],
  [
    '<!-- wp:quote --><blockquote><!-- wp:freeform -->words ',
    '<blockquote>words <blockquote><!-- wp:freeform -->words ',
  ],
  [
    'a<!-- wp:group --><div><!-- wp:paragraph --><p>one</p><!-- /wp:paragraph --><!-- wp:group --><!-- wp:paragraph --><p>two</p><!-- /wp:paragraph -->',
    '<p>two</p>a<p>one</p>',
  ],
]

const nothingCounted = renderContextOf()

describe('excerptBlocks', () => {
  for (const [text, html] of cases)
    it(`of ${JSON.stringify(text)}`, () => assert.equal(excerptBlocks(text, nothingCounted), html))

  it('counts the coloured elements of what goes into it, and of nothing else', () => {
    const counted = (text: string) => {
      const { count } = counter()
      excerptBlocks(text, renderContextOf({ count }))
      return count('elements', 0)
    }
    const colored = (name: string, html: string) =>
      `<!-- wp:${name} {"style":{"elements":{"link":{"color":{"text":"red"}}}}} -->${html}<!-- /wp:${name} -->`
    assert.equal(counted(colored('paragraph', 'a')), 1)
    assert.equal(counted(colored('quote', colored('paragraph', 'a'))), 2)
    assert.equal(counted(colored('group', colored('paragraph', 'a'))), 1)
    assert.equal(counted(colored('quote', colored('list', colored('paragraph', 'a')))), 0)
    assert.equal(counted(colored('image', 'a')), 0)
  })
})
