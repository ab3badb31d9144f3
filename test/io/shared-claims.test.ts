// Claims of answers in a Valkey that gateways share: only the gateway that has a claim can release it.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createSeal } from '../../src/core/seal.ts'
import { createAnswerStore } from '../../src/valkey/answer-store.ts'
import { eventually } from '../support/eventually.ts'
import { startValkey, valkeyProgram } from '../support/valkey-process.ts'

const skip = valkeyProgram === null && 'there is no valkey-server and no redis-server'

it('a claim that was answered too late releases none of another gateway', { skip }, async (test) => {
  const valkey = await startValkey(test)
  const open = () => {
    const seal = createSeal('a secret of this test')
    const store = createAnswerStore({ url: valkey.url, seal, site: 'a', bytesMax: 1_000_000 })
    test.after(store.stop)
    return store
  }
  const [first, second] = [open(), open()]
  for (const store of [first, second])
    await eventually(async () => assert.equal(await store.find('none', true), null))
  const claims = (store: typeof first, name: string) => store.claim(name, 60_000)
  assert.equal(await claims(first, 'own'), true)
  assert.equal(await claims(second, 'own'), false)
  first.release('own')
  assert.equal(await claims(first, 'own'), true)
  assert.equal(await claims(first, 'other'), true)
  valkey.pause()
  // The store is late, so each makes the answer
  assert.equal(await claims(second, 'other'), true)
  valkey.resume()
  await eventually(async () => assert.equal(await second.find('none', true), null))
  second.release('other')
  assert.equal(await claims(second, 'other'), false)
})
