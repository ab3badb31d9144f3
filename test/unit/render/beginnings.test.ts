// An excerpt is made of the beginning of a text alone, and is what all of it would give.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { beginning, firstWords } from '../../../src/render/first-words.ts'
import { plainText } from '../../../src/core/plain-text.ts'
import { renderContent } from '../../../src/render/content.ts'
import { renderContextOf } from '../../support/render-context.ts'

const part = fc.constantFrom(
  'word ',
  'some longer words of a text, ',
  '"quoted" ',
  "it's 6'2\" -- or so ",
  '\n',
  '\n\n',
  '<em>much</em> ',
  '<pre>code\n\n',
  '</pre>',
  '<script>if (a < b)\n\n',
  '</script>',
  '<!-- a comment\n\n',
  '-->',
  '<div class="x">',
  '</div>\n\n',
  '[caption]',
)

const excerpt = (source: string, wordsMax: number) =>
  firstWords(plainText(renderContent(source, renderContextOf())), wordsMax, {})

it('the first words of a beginning are those of the whole', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 400 }), fc.integer({ min: 1, max: 12 }), (parts, wordsMax) => {
      const text = parts.join('')
      assert.equal(excerpt(beginning(text, wordsMax), wordsMax), excerpt(text, wordsMax))
    }),
    {
      numRuns: 500,
      examples: [[['-->', '</pre>', 'word ', 'word ', 'word ', '</div>\n\n', '<pre>code\n\n'], 1]],
    },
  )
})

it('of a long text it is short', () => {
  const text = Array.from({ length: 1000 }, () => 'A paragraph of six plain words.').join('\n\n')
  assert.ok(beginning(text, 55).length < 5000)
})

it('of -1 words the last one is left out', () => {
  assert.equal(beginning('one\n\ntwo', -1), 'one\n\ntwo')
  assert.deepEqual(
    [-1, -9, 0].map((wordsMax) => firstWords('one two  three', wordsMax, {})),
    ['one two [&hellip;]', ' [&hellip;]', ' [&hellip;]'],
  )
})
