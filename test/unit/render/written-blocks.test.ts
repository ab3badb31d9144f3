// Block markup as editors get it, as a real WordPress 7.1.4 wrote it; whatever the markup, no other text changes.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { writtenBlocks } from '../../../src/render/written-blocks.ts'

describe('writtenBlocks', () => {
  const texts: readonly (readonly [stored: string, written: string])[] = [
    ['', ''],
    ['no blocks <!-- comment -->', 'no blocks <!-- comment -->'],
    ['<!-- wp:core/a --><!-- wp:core/b /--><!-- /wp:core/a -->', '<!-- wp:a --><!-- wp:b /--><!-- /wp:a -->'],
    ['<!-- wp:my/x {"a":"é"} /-->tail', '<!-- wp:my/x {"a":"é"} /-->tail'],
    ['<!-- wp:x   {"a":1}   -->  <!--   /wp:x   -->', '<!-- wp:x {"a":1} -->  <!-- /wp:x -->'],
    ['<!-- wp:x {broken} -->in<!-- /wp:x -->', '<!-- wp:x -->in<!-- /wp:x -->'],
    ['<!-- wp:x {} -->in<!-- /wp:x -->', '<!-- wp:x -->in<!-- /wp:x -->'],
    // A block that encloses nothing is void; PHP takes the text 0 for nothing
    ['<!-- wp:x --><!-- /wp:x -->', '<!-- wp:x /-->'],
    ['<!-- wp:x -->0<!-- /wp:x -->', '<!-- wp:x /-->'],
    // Attributes are JSON as PHP writes it, without what would end a comment
    [
      String.raw`<!-- wp:x {"a":"\"--\"","b":"\\\"x","c":"\\u003c","d":"<b>&"} /-->`,
      String.raw`<!-- wp:x {"a":"\u0022\u002d\u002d\u0022","b":"\u005c\u0022x","c":"\u005cu003c","d":"\u003cb\u003e\u0026"} /-->`,
    ],
    [
      String.raw`<!-- wp:x {"u":"\u00e9\u2028","s":"a\/b","e":1e3,"f":1.0,"g":0.10,"i":9007199254740993} /-->`,
      String.raw`<!-- wp:x {"u":"é\u2028","s":"a/b","e":1000,"f":1,"g":0.1,"i":9007199254740993} /-->`,
    ],
    [
      '<!-- wp:x {"a":{},"b":[{}],"c":{"0":"a","1":"b"},"d":{"1":"a"}} /-->',
      '<!-- wp:x {"a":[],"b":[[]],"c":["a","b"],"d":{"1":"a"}} /-->',
    ],
    // The whole is in a block that a delimiter closes which closes nothing else
    ['a<!-- /wp:b -->c<!-- wp:d /-->', 'a<!-- /wp:post-content -->c<!-- wp:d /-->'],
    ['a<!-- /wp:b --><!-- wp:c -->d', 'a<!-- /wp:post-content --><!-- wp:c -->d'],
  ]
  for (const [stored, written] of texts)
    it(`writes ${stored}`, () => assert.equal(writtenBlocks(stored, 'post'), written))

  it('closes what is open', () =>
    assert.equal(
      writtenBlocks('<!-- wp:a -->b<!-- wp:c -->d', 'page'),
      '<!-- wp:a -->b<!-- wp:c -->d<!-- /wp:c --><!-- /wp:a -->',
    ))

  it('is for the types that WordPress does it for', () => {
    const stored = 'a<!-- /wp:b --><!-- wp:core/d /-->'
    assert.equal(writtenBlocks(stored, 'wp_block'), 'a<!-- /wp:block --><!-- wp:d /-->')
    assert.equal(writtenBlocks(stored, 'wp_navigation'), 'a<!-- /wp:navigation --><!-- wp:d /-->')
    assert.equal(writtenBlocks(stored, 'product'), stored)
  })

  it('changes no text besides delimiters, and nothing once all is closed', () => {
    const unit = fc.constantFrom(
      '<!-- wp:core/a -->',
      '<!-- /wp:a -->',
      '<!-- wp:b {"c":1} /-->',
      'x',
      '<',
      '--',
      '\n',
    )
    const plain = (text: string) => text.replace(/<!-- \/?wp:[\w/-]+ (?:\{"c":1\} )?\/?-->/g, '')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 200 }), (text) => {
        const written = writtenBlocks(text, 'post')
        assert.equal(plain(written), plain(text))
        if (closesNothingElse(text)) return
        assert.equal(writtenBlocks(written, 'post'), written)
      }),
    )
  })

  it('leaves what is nested deeper than anybody nests as it is', () => {
    const stored = `${'<!-- wp:core/a -->x'.repeat(500)}${'<!-- /wp:core/a -->'.repeat(500)}y`
    assert.equal(writtenBlocks(stored, 'post'), stored)
  })
})

/** True where a delimiter closes what encloses the whole. */
function closesNothingElse(text: string): boolean {
  let depth = 0
  return [...text.matchAll(/<!-- (\/?)wp:(?:core\/)?a -->/g)].some(([, slash]) => {
    depth += slash === '/' ? -1 : 1
    return depth < 0
  })
}
