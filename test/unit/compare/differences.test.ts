// Where two answers differ, and by which path a cause is known.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assert as holds, json, property } from 'fast-check'
import { differencesOf } from '../../../src/compare/differences.ts'

const paths = (site: unknown, lectern: unknown) => differencesOf(site, lectern).map(({ path }) => path)

it('equal answers do not differ, and any change of a value is found', () => {
  holds(
    property(json(), (text) => {
      const [value, same]: [unknown, unknown] = [JSON.parse(text), JSON.parse(text)]
      assert.deepEqual(differencesOf(value, same), [])
      assert.notDeepEqual(differencesOf([value], [{ other: value }]), [])
    }),
  )
})

it('paths have no places and no ids, so that one cause is one path', () => {
  const post = (id: number, rendered: string) => ({ id, content: { rendered } })
  assert.deepEqual(paths([post(1, 'a'), post(2, 'b')], [post(1, 'x'), post(2, 'y')]), [
    '[].content.rendered',
    '[].content.rendered',
  ])
  assert.deepEqual(paths({ 7: { a: 1 } }, { 7: { a: 2 } }), ['.#.a'])
  assert.deepEqual(paths(null, {}), ['(all)'])
})

it('another order of items is one difference, and items are compared with themselves', () => {
  const [one, two, three] = [
    { id: 1, a: 1 },
    { id: 2, a: 2 },
    { id: 3, a: 3 },
  ]
  assert.deepEqual(paths([one, two], [two, one]), ['[] (which, in which order)'])
  assert.deepEqual(paths([one, two, three], [two, { ...one, a: 9 }]), ['[] (which, in which order)', '[].a'])
})

it('words that are drawn for each answer do not differ', () => {
  const frame = (secret: string, title = '') =>
    `<q data-secret="${secret}"></q><iframe src="/embed/#?secret=${secret}">${title}</iframe>`
  assert.deepEqual(paths({ html: frame('a1B') }, { html: frame('c2D') }), [])
  assert.deepEqual(paths({ html: frame('a1B', 'x') }, { html: frame('c2D') }), ['.html'])
})

it('links to writing are left out, and texts are shown around what differs', () => {
  assert.deepEqual(paths({ _links: { 'wp:action-publish': [], self: [] } }, { _links: { self: [] } }), [])
  const long = 'x'.repeat(1000)
  const [{ site, lectern } = { site: '', lectern: '' }] = differencesOf(
    `${long}site${long}`,
    `${long}other${long}`,
  )
  assert.match(site ?? '', /^…x+sitex+…$/)
  assert.match(lectern ?? '', /^…x+otherx+…$/)
  assert((site ?? '').length < 200)
})

it('answers that are nested deeply or differ everywhere are bounded', () => {
  const deep = (end: unknown) => Array.from({ length: 5000 }).reduce<unknown>((inner) => [inner], end)
  assert(differencesOf(deep(1), deep(2)).length <= 1)
  const wide = (value: number) => Array.from({ length: 5000 }, () => value)
  assert.equal(differencesOf(wide(1), wide(2)).length, 50)
})
