// Sentences with their values, in English and in other languages.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { counting, sentence, translated, untranslated, worded } from '../../../src/core/sentence.ts'
import type { Translations } from '../../../src/core/sentence.ts'

const speaking = (texts: Readonly<Record<string, readonly string[]>>): Translations => ({
  texts: new Map(Object.entries(texts)),
  formOf: (count) => Number(count !== 1),
})

describe('sentences', () => {
  it('are in the language with values at its places, and in English where it has none', () => {
    const german = speaking({ '%1$s is %2$s.': ['%2$s ist %1$s.'], Posts: ['Beiträge'] })
    const wrong = sentence('%1$s is %2$s.', 'a', 1)
    assert.equal(worded(wrong, german), '1 ist a.')
    assert.equal(worded(wrong, untranslated), 'a is 1.')
    assert.equal(worded(sentence('Posts'), german), 'Beiträge')
    assert.equal(worded(sentence('Pages'), german), 'Pages')
  })
  it('have values that no other text and no pattern is made of', () => {
    const value = '%1$s $& %s'
    assert.equal(worded(sentence('%s is %s.', value, 'b'), untranslated), `${value} is b.`)
  })
  it('have the form of the language for a number', () => {
    const items = ['%1$s has %2$s item.', '%1$s has %2$s items.'] as const
    const german = speaking({ '%1$s has %2$s item.': ['%1$s hat %2$s Ding.', '%1$s hat %2$s Dinge.'] })
    const said = (language: Translations) =>
      [1, 2].map((count) => worded(counting(count, items, 'a', count), language))
    assert.deepEqual(said(german), ['a hat 1 Ding.', 'a hat 2 Dinge.'])
    assert.deepEqual(said(untranslated), ['a has 1 item.', 'a has 2 items.'])
    assert.deepEqual(said({ ...german, formOf: () => -1 }), ['a has 1 item.', 'a has 2 items.'])
  })
  it('have thousands apart where a number decides the form, and nowhere else', () => {
    const long = counting(12_000, ['%1$s has %2$s item.', '%1$s has %2$s items.'], 'a1000', 12_000)
    const signs = { '': [','], 'x.': ['.'], 'x ': ['&nbsp;'] }
    for (const [own, [sign = '']] of Object.entries(signs)) {
      const texts = own === '' ? {} : { number_format_thousands_sep: [own.slice(1)] }
      assert.equal(worded(long, speaking(texts)), `a1000 has 12${sign}000 items.`)
      assert.equal(
        worded(sentence('%1$s must be less than %2$d', 'a', 1000), speaking(texts)),
        'a must be less than 1000',
      )
    }
  })
  it('join lists as the language does', () => {
    const lists = [['a'], ['a', 'b'], ['a', 'b', 'c', 'd']].map((words) => sentence('One of %l.', words))
    const german = speaking({ '%1$s and %2$s': ['%1$s und %2$s'], '%1$s, and %2$s': ['%1$s und %2$s'] })
    assert.deepEqual(
      lists.map((list) => worded(list, untranslated)),
      ['One of a.', 'One of a and b.', 'One of a, b, c, and d.'],
    )
    assert.deepEqual(
      lists.map((list) => worded(list, german)),
      ['One of a.', 'One of a und b.', 'One of a, b, c und d.'],
    )
  })
  it('have sentences in them that are in the language, too', () => {
    const german = speaking({ 'Invalid date.': ['Kein Datum.'], 'No: %s': ['Nein: %s'] })
    assert.equal(worded(sentence('No: %s', sentence('Invalid date.')), german), 'Nein: Kein Datum.')
  })
  it('take no hostile translation: too long, empty, or with values that there are not', () => {
    const of = (text: string) => worded(sentence('No: %s', 'a'), speaking({ 'No: %s': [text] }))
    assert.equal(of('x'.repeat(2001)), 'No: a')
    assert.equal(of(''), 'No: a')
    assert.equal(of('%9$s%s%%99$s'), 'a%%99$s')
    assert.equal(of('%s'.repeat(5000 / 5)), 'a')
  })
})

describe('texts with contexts', () => {
  it('are those of the first context that has them, then those without one', () => {
    const german = speaking({ 'a\u0004Posts': ['A'], 'b\u0004Posts': ['B'], Posts: ['C'], Page: [''] })
    assert.equal(translated('Posts', ['x', 'b', 'a'], german), 'B')
    assert.equal(translated('Posts', ['x'], german), 'C')
    assert.equal(translated('Page', ['x'], german), 'Page')
  })
})
