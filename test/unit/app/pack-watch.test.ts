// Another composition of the gateway is no work of the request that notices that it is needed.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { watchPacks } from '../../../src/app/pack-watch.ts'
import { fail } from '../../../src/core/failure.ts'
import { lasting, workFor, workNow } from '../../../src/core/work.ts'
import { defineSiteValue } from '../../../src/site/site-value.ts'

it('the rows of packs are looked at outside of the request that asks', async () => {
  const works: ReturnType<typeof workNow>[] = []
  const found = () => {
    works.push(workNow())
    return null
  }
  const watch = watchPacks(
    { mark: defineSiteValue({ options: [], make: () => '' }), markThen: '', isKnown: false },
    found,
    async () => fail('database_unavailable'),
    () => {},
    () => {},
  )
  await workFor(lasting, { route: 'GET /', piecesMsMax: 1 }, watch.areKnown)
  await watch.stop()
  assert.deepEqual(works, [null])
})
