// Query strings are read as PHP reads them; no text makes the parser throw, and depth and count have ends.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseQuery, type Query, type QueryValue } from '../../../src/core/query-string.ts'

interface Members {
  readonly [name: string]: string | Members
}

const query = (members: Members): Query =>
  new Map(
    Object.entries(members).map(([name, value]): [string, QueryValue] => [
      name,
      typeof value === 'string' ? value : query(value),
    ]),
  )

const depthOf = (value: QueryValue): number =>
  typeof value === 'string' ? 0 : 1 + Math.max(0, ...[...value.values()].map(depthOf))

const leavesOf = (value: QueryValue): number =>
  typeof value === 'string' ? 1 : [...value.values()].reduce((sum, each) => sum + leavesOf(each), 0)

const cases: readonly (readonly [text: string, expected: Members])[] = [
  ['', {}],
  ['a=1', { a: '1' }],
  ['a', { a: '' }],
  ['a=', { a: '' }],
  ['=1', {}],
  ['&&a=1&', { a: '1' }],
  ['a=1=2', { a: '1=2' }],
  ['a=1&b=2', { a: '1', b: '2' }],
  ['a=1&a=2', { a: '2' }],
  ['a[]=1&a[]=2', { a: { 0: '1', 1: '2' } }],
  ['a[0]=x&a[2]=y', { a: { 0: 'x', 2: 'y' } }],
  ['a[01]=x&a[]=y', { a: { '01': 'x', 0: 'y' } }],
  ['a[-0]=x&a[]=y', { a: { '-0': 'x', 0: 'y' } }],
  ['a[7]=x&a[08]=y&a[]=z', { a: { 7: 'x', '08': 'y', 8: 'z' } }],
  ['a[b][c]=1&a[b][d]=2', { a: { b: { c: '1', d: '2' } } }],
  ['a[][b]=1&a[][b]=2', { a: { 0: { b: '1' }, 1: { b: '2' } } }],
  ['a[b]=1&a[b]=2', { a: { b: '2' } }],
  ['a=1&a[b]=2', { a: { b: '2' } }],
  ['a[b]=1&a=2', { a: '2' }],
  ['a[b]c=1', { a: { b: '1' } }],
  ['a[[b]=1', { a: { '[b': '1' } }],
  ['a%5Bb%5D=1', { a: { b: '1' } }],
  ['a=c+d%2Be', { a: 'c d+e' }],
  ['a=%26%3D%5B', { a: '&=[' }],
  ['a=%C3%A9', { a: 'é' }],
  ['a=100%', { a: '100%' }],
  ['a=%zz', { a: '%zz' }],
  ['a=%C3%A9%zz', { a: 'é%zz' }],
  ['a=%E9', { a: '\uFFFD' }],
]

/** Lone surrogates too. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 60 }).map((units) => String.fromCharCode(...units))

describe('parseQuery', () => {
  for (const [text, expected] of cases) {
    it(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(parseQuery(text), query(expected)))
  }

  it('has no special names', () => {
    assert.deepEqual(
      parseQuery('__proto__[x]=1&constructor=2'),
      new Map<string, QueryValue>([
        ['__proto__', new Map([['x', '1']])],
        ['constructor', '2'],
      ]),
    )
  })

  it('gives a bracket without a key the next free number', () => {
    assert.deepEqual(parseQuery('a[1]=x&a[]=y'), query({ a: { 1: 'x', 2: 'y' } }))
    assert.deepEqual(parseQuery('a[b]=x&a[]=y'), query({ a: { b: 'x', 0: 'y' } }))
  })

  it('leaves other characters beside a broken sequence alone', () => {
    assert.deepEqual(parseQuery('a=é%zz'), query({ a: 'é%zz' }))
    assert.deepEqual(parseQuery('a=☃%zz'), query({ a: '☃%zz' }))
  })

  it('keeps a name with seven keys and drops one with eight', () => {
    assert.equal(depthOf(parseQuery(`a${'[b]'.repeat(7)}=1`)), 8)
    assert.equal(parseQuery(`a${'[b]'.repeat(8)}=1`).size, 0)
  })

  it('keeps a thousand pairs and not one more', () => {
    const pairs = (count: number) => Array.from({ length: count }, (_, at) => `n${at}=1`).join('&')
    assert.equal(parseQuery(pairs(1000)).size, 1000)
    const cut = parseQuery(pairs(1001))
    assert.deepEqual([cut.size, cut.has('n999'), cut.has('n1000')], [1000, true, false])
  })

  it('takes any text, within its limits', () => {
    const likely = fc.string({ unit: fc.constantFrom('a', 'b', '[', ']', '=', '&', '%', '4', '+', 'é') })
    fc.assert(
      fc.property(fc.oneof(likely, anyText), (text) => {
        const parsed = parseQuery(text)
        assert.ok(depthOf(parsed) <= 8)
        assert.ok(leavesOf(parsed) <= text.split('&').length)
      }),
    )
  })

  it('reads what URLSearchParams writes', () => {
    const names = fc.stringMatching(/^[a-z0-9_-]{1,12}$/)
    fc.assert(
      fc.property(fc.dictionary(names, fc.string({ unit: 'grapheme' })), (members) => {
        assert.deepEqual(
          parseQuery(new URLSearchParams(members).toString()),
          new Map(Object.entries(members)),
        )
      }),
    )
  })

  it('ends soon for a megabyte of brackets', () => {
    assert.equal(parseQuery(`a${'['.repeat(1_000_000)}=1`).size, 1)
    assert.equal(parseQuery(`a${'[]'.repeat(500_000)}=1`).size, 0)
  })
})
