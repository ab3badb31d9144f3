// Text as large as its block is wide: what scripts of the site find, among what else the first tag gets.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { renderContextOf } from '../../support/render-context.ts'

const render = (text: string) => renderBlocks(text, renderContextOf({ blocks: builtInBlocks }))

const start =
  'data-wp-context---core-fit-text="core/fit-text::{&quot;fontSize&quot;:&quot;&quot;}" data-wp-init---core-fit-text="core/fit-text::callbacks.init"'
const end = 'data-wp-style--font-size="core/fit-text::context.fontSize"'
const fits = `${start} data-wp-interactive ${end}`
const sized = '"style":{"typography":{"fontSize":"48px"}}'

describe('text that fits its block', () => {
  for (const [name, attributes, html, expected] of [
    ['paragraph', '"fitText":true', '<p class="a">b</p>', `<p ${fits} class="a wp-block-paragraph">b</p>`],
    ['paragraph', '"fitText":true', '<p>b</p>', `<p class="wp-block-paragraph" ${fits}>b</p>`],
    [
      'paragraph',
      '"fitText":true',
      '<p data-wp-interactive="c">b</p>',
      `<p class="wp-block-paragraph" ${start} ${end} data-wp-interactive="c">b</p>`,
    ],
    ['heading', '"fitText":1', '<h2>b</h2>', `<h2 ${fits} class="wp-block-heading">b</h2>`],
    ['list', '"fitText":"a"', '<ul>b</ul>', `<ul ${fits} class="wp-block-list">b</ul>`],
    [
      'group',
      '"fitText":true',
      '<div>b</div>',
      `<div class="is-layout-flow wp-block-group-is-layout-flow" ${fits}>b</div>`,
    ],
    [
      'heading',
      `"fitText":true,${sized}`,
      '<h2 class="wp-block-heading" style="font-size:48px">b</h2>',
      `<h2 ${fits} class="wp-block-heading" style="font-size:48px">b</h2>`,
    ],
    [
      'paragraph',
      '"fitText":false',
      '<p class="wp-block-paragraph">b</p>',
      '<p class="wp-block-paragraph">b</p>',
    ],
    [
      'paragraph',
      '"fitText":"0"',
      '<p class="wp-block-paragraph">b</p>',
      '<p class="wp-block-paragraph">b</p>',
    ],
    ['paragraph', '"fitText":true', 'b', 'b'],
  ] as const)
    it(`of ${name} with ${attributes}: ${html}`, () =>
      assert.equal(render(`<!-- wp:${name} {${attributes}} -->${html}<!-- /wp:${name} -->`), expected))

  it('has its style written anew in what scripts make alive', () => {
    const within = (around: string, style: string) =>
      render(
        `<!-- wp:${around} --><div class="a"><!-- wp:paragraph {"fitText":true} --><p style="${style}">b</p><!-- /wp:paragraph --></div><!-- /wp:${around} -->`,
      )
    assert(
      within('accordion', 'margin: 1px;font-size:9px; color:red').includes('style="margin:1px;color:red;">b'),
    )
    assert(within('tabs', 'background:url(a:b)').includes('style="background:url(a;">b'))
    assert.match(within('query', 'font-size:9px'), /<p (?!.* style=)[^>]*" >b/)
    assert(within('group', 'font-size:9px').includes('style="font-size:9px">b'))
  })
  it('has the size that a block made when it is served states, which grows', () =>
    assert(
      render(`<!-- wp:site-title {"fitText":true,${sized}} /-->`).startsWith(
        `<h1 ${fits} style="font-size:clamp(`,
      ),
    ))
})
