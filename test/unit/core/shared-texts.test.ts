// Texts are made once for all clients that want the same, kept by their bytes, and never taken for those of another maker.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createSharedTexts } from '../../../src/core/shared-texts.ts'

const madeBy = {}

it('a text is made once, at the same time and later', async () => {
  const shared = createSharedTexts(100)
  let made = 0
  const make = async () => `text ${(made += 1)}`
  const key = { madeBy, name: 'one' }
  assert.deepEqual(await Promise.all([shared(key, make), shared(key, make)]), ['text 1', 'text 1'])
  assert.equal(await shared(key, make), 'text 1')
})

it('a text of one schema is not taken for that of another with an equal key', async () => {
  const shared = createSharedTexts(100)
  const schemas = [{}, {}]
  const texts = schemas.map((each, nth) => shared({ madeBy: each, name: 'one' }, async () => `by ${nth}`))
  assert.deepEqual(await Promise.all(texts), ['by 0', 'by 1'])
})

it('texts are kept up to the bytes that they may take, the newest', async () => {
  const shared = createSharedTexts(100)
  const made: string[] = []
  const get = (name: string, length: number) =>
    shared({ madeBy, name }, async () => {
      made.push(name)
      return 'x'.repeat(length)
    })
  for (const name of ['a', 'b']) await get(name, 25)
  for (const name of ['a', 'b']) await get(name, 25)
  assert.deepEqual(made.splice(0), ['a', 'b'])
  await get('c', 25)
  for (const name of ['b', 'c', 'a']) await get(name, 25)
  assert.deepEqual(made.splice(0), ['c', 'a'])
  await get('large', 1000)
  await get('large', 1000)
  await get('a', 25)
  assert.deepEqual(made, ['large', 'large', 'a'])
})

it('a text that could not be made is tried again', async () => {
  const shared = createSharedTexts(100)
  const key = { madeBy, name: 'one' }
  assert.equal(await shared(key, async () => null), null)
  await assert.rejects(shared(key, () => Promise.reject(new Error('no text'))))
  assert.equal(await shared(key, async () => 'now'), 'now')
})
