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
  const seal = createSeal('a secret of this test')
  const open = () => {
    const store = createAnswerStore({ url: valkey.url, seal, site: 'a', bytesMax: 1_000_000 })
    test.after(store.stop)
    return store
  }
  const [first, second] = [open(), open()]
  // On a busy machine any claim may be answered too late, so the claims that the Valkey holds are looked at
  const holder = (name: string) => valkey.send(`GET lectern:{${seal.nameOf('site a')}}:making:${name}`)
  const none = '$-1\r\n'
  const answers = (store: typeof first) =>
    eventually(async () => assert.equal(await store.find('none', true), null))
  const claimedByFirst = async (name: string) => {
    await first.claim(name, 60_000)
    await eventually(async () => assert.notEqual(await holder(name), none))
    return holder(name)
  }
  await Promise.all([first, second].map(answers))

  const own = await claimedByFirst('own')
  await second.claim('own', 60_000)
  await answers(second)
  assert.equal(await holder('own'), own)
  first.release('own')
  await eventually(async () => assert.equal(await holder('own'), none))

  const other = await claimedByFirst('other')
  valkey.pause()
  // The store is late, so each makes the answer
  assert.equal(await second.claim('other', 60_000), true)
  valkey.resume()
  await answers(second)
  second.release('other')
  await answers(second)
  assert.equal(await holder('other'), other)
})
