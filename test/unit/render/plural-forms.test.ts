// Forms of languages for numbers, as their headers say it; a header of another kind is understood as nothing.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { pluralForms } from '../../../src/render/plural-forms.ts'

const slavic =
  '(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : n!=1 && n%10>=0 && n%10<=1 || n%10>=5 && n%10<=9 || n%100>=12 && n%100<=14 ? 2 : 3)'

const languages: readonly (readonly [header: string, forms: Readonly<Record<number, number>>])[] = [
  ['nplurals=1; plural=0;', { 0: 0, 1: 0, 7: 0 }],
  ['nplurals=2; plural=n != 1;', { 0: 1, 1: 0, 2: 1 }],
  [' nplurals = 2; plural = (n > 1);', { 0: 0, 1: 0, 2: 1 }],
  [`nplurals=4; plural=${slavic};`, { 1: 0, 2: 1, 5: 2, 12: 2, 22: 1, 112: 2 }],
  [
    'nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;',
    { 0: 0, 1: 1, 2: 2, 3: 3, 11: 4, 100: 5, 103: 3 },
  ],
  ['nplurals=2; plural=n%10==1 && n%100!=11 ? 0 : 1', { 1: 0, 11: 1, 21: 0 }],
]

const refused = [
  '',
  'plural=n',
  'nplurals=2; plural=;',
  'nplurals=2; plural=(n;',
  'nplurals=2; plural=n ? 1;',
  'nplurals=2; plural=n n;',
  'nplurals=2; plural=process.exit(1);',
  'nplurals=2; plural=n = 1;',
  `nplurals=2; plural=${'('.repeat(200)}n${')'.repeat(200)};`,
  `nplurals=2; plural=${'n?'.repeat(600)}n;`,
]

describe('forms for numbers', () => {
  for (const [header, forms] of languages)
    it(`of ${header}`, () => {
      const formOf = pluralForms(header)
      assert.deepEqual(
        Object.fromEntries(Object.keys(forms).map((count) => [count, formOf?.(Number(count))])),
        forms,
      )
    })
  it('of what is no such header', () => {
    for (const header of refused) assert.equal(pluralForms(header), null, header)
  })
  it('of whatever is written there', () => {
    const tokens = fc.constantFrom('n', '(', ')', '?', ':', '%', '<', '==', '&&', '||', '0', '1', '10', ' ')
    fc.assert(
      fc.property(fc.array(tokens, { maxLength: 60 }), fc.nat(), (parts, count) => {
        const form = pluralForms(`nplurals=3; plural=${parts.join('')};`)?.(count)
        assert(form === undefined || typeof form === 'number')
      }),
    )
  })
})
