// Classes by which the style sheet of a page finds the styles of one block, as WordPress 7.1.4 numbers them or digests what they
// are made of.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { noThemeTexts, twentyTwentyFive } from '../../../src/render/theme.ts'
import { renderContextOf } from '../../support/render-context.ts'

const parts = new Map([['header', { text: 'a', tag: 'header' as const }]])
const theme = { ...twentyTwentyFive, texts: { ...noThemeTexts, theme: 'twentytwentyfive', parts } }
const context = () => renderContextOf({ blocks: builtInBlocks, theme })
const render = (text: string) => renderBlocks(text, { ...context(), queried: () => [context()] })
const gallery = (image: object, attributes: object = {}) =>
  `<!-- wp:gallery ${JSON.stringify(attributes)} --><figure class="g"><!-- wp:image ${JSON.stringify(image)} --><figure><img src="/a.jpg"/></figure><!-- /wp:image --></figure><!-- /wp:gallery -->`

const css = { css: 'color:red' }

/** Null where there is no such class. */
const cases: readonly (readonly [what: string, text: string, found: string | null])[] = [
  [
    'an image of a gallery',
    gallery({ id: 12, style: css }),
    '<figure class="has-custom-css wp-custom-css-0d97cf30"><img data-id="12" src="/a.jpg"/>',
  ],
  [
    'an image that says its file',
    gallery({ id: 12, 'data-id': '7', style: css }),
    '<figure class="has-custom-css wp-custom-css-efe3509f"><img data-id="7" src="/a.jpg"/>',
  ],
  [
    'an image of no file',
    gallery({ style: css }),
    '<figure class="has-custom-css wp-custom-css-2f7e7ea2"><img src="/a.jpg"/>',
  ],
  [
    'a gallery',
    gallery({ id: 12 }, { style: css }),
    'has-custom-css wp-custom-css-40a2f4c9"><figure><img data-id="12"',
  ],
  [
    'a part of a template',
    `<!-- wp:template-part {"slug":"header","theme":"twentytwentyfive","style":${JSON.stringify(css)}} /-->`,
    '<header class="wp-custom-css-f67d4e32 wp-block-template-part has-custom-css">',
  ],
  [
    'each item of a list of posts',
    `<!-- wp:query {"query":{"perPage":1,"inherit":false}} --><div><!-- wp:post-template ${JSON.stringify({ style: css })} --><!-- wp:post-title /--><!-- /wp:post-template --></div><!-- /wp:query -->`,
    '<h2 class="wp-block-post-title has-custom-css wp-custom-css-2dd05d4b">',
  ],
]

describe('classes of the styles of one block', () => {
  for (const [what, text, found] of cases)
    it(`of ${what}`, () => {
      const html = render(text)
      if (found === null) assert.doesNotMatch(html, /wp-(?:elements|container|custom-css|states)-/)
      else assert(html.includes(found), html)
    })
})
