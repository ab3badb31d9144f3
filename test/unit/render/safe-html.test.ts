// HTML in attributes of blocks: nothing that runs a script is left, and what is no tag is text.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { safeHtml } from '../../../src/render/safe-html.ts'
import { renderContextOf } from '../../support/render-context.ts'

const pairs: readonly (readonly [given: string, expected: string])[] = [
  ['plain', 'plain'],
  ['a & b &amp; c', 'a &amp; b &amp; c'],
  ['&nbsp;&#38;&#x26;', '&nbsp;&#038;&#x26;'],
  ['x < y > z', 'x  z'],
  ['a < b and b > c', 'a <b> c'],
  ['a < 3 & b > c', 'a  c'],
  ['a < /b> c </ b> d', 'a </b> c </ b> d'],
  ['<b>x</b> <script>y</script>', '<b>x</b> y'],
  ['<a href="?a=1&b=2" onclick="x()">l</a>', '<a href="?a=1&amp;b=2">l</a>'],
  ['<a href="javascript:x()">l</a>', '<a>l</a>'],
  ['<a href="java&#115;cript:x()">l</a>', '<a>l</a>'],
  ["<img src=x onerror=alert(1) alt='a\"b'>", '<img src="x" alt="a&quot;b">'],
  ['<br/><IMG SRC="/i.png" />', '<br /><IMG src="/i.png" />'],
  ['<a href="x"', '&lt;a href="x"'],
  ['<!-- c -->d', 'd'],
  [`<a href='/x" onclick="x()'>l</a>`, '<a href="/x&quot; onclick=&quot;x()">l</a>'],
  ['<style>a{}</style>', 'a{}'],
  [
    '<mark style="background-color:#123; position:fixed;color: red">m</mark>',
    '<mark style="background-color:#123;color: red">m</mark>',
  ],
  ['<i style="background:url(//x.test)">i</i>', '<i>i</i>'],
]

describe('HTML in attributes', () => {
  for (const [given, expected] of pairs)
    it(`${given} is ${expected}`, () => assert.equal(safeHtml(given), expected))
  for (const [block, attributes] of [
    ['read-more', 'content'],
    ['post-excerpt', 'moreText'],
    ['search', 'label'],
    ['search', 'buttonText'],
    ['home-link', 'label'],
    ['navigation-link', 'label'],
  ])
    it(`of ${block} (${attributes}) is safe`, () => {
      const text = `<!-- wp:${block} {"${attributes}":"a \\u003cscript\\u003eb \\u0026 c"} /-->`
      const html = renderBlocks(text, renderContextOf({ blocks: builtInBlocks }))
      assert(html.includes('a b &amp; c'), html)
    })
})
