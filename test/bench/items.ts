// The memory of kept items: `node --expose-gc --conditions=lectern-source test/bench/items.ts mysql://… [items] [CACHE_BYTES_MAX …]`,
// with a database of test/bench/fill.ts. Pages of posts are asked for, once for each budget, and are not kept themselves; what is
// left after a collection is compared with what the cache says that it holds.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { composeAnswering } from '../../src/app/compose-answering.ts'
import { composeReading } from '../../src/app/compose-reading.ts'
import { listenOptions } from '../../src/app/http-options.ts'
import { createObservers } from '../../src/app/observers.ts'
import { open } from '../../src/app/open.ts'
import { parseAddresses } from '../../src/database/address.ts'
import { listen, serveHttp } from '../../src/http/server.ts'
import { readConfig } from '../../src/settings/config.ts'
import { eventually } from '../support/eventually.ts'

const [url = '', items = '100000', ...budgets] = process.argv.slice(2)
const perPage = 100
const v2 = '/cms-json/cms/v2'
const path = `${v2}/posts`

if (budgets.length === 1 && process.send) {
  await measure(Number(items), Number(budgets[0]))
  process.exit(0)
}
for (const budget of budgets.length > 0 ? budgets : [String(2 ** 32), String(2 ** 26)]) {
  const child = fork(import.meta.filename, [url, items, budget])
  await once(child, 'exit')
}

async function measure(wanted: number, cacheBytesMax: number): Promise<void> {
  const file = {
    port: 0,
    cacheBytesMax,
    cursorKey: ['a key for benches only'],
    feed: 'poll' as const,
    cachePolicies: [{ path: `${path}*`, store: 'never' as const }],
    inspectionQueriesMax: 0,
  }
  const read = readConfig({ file, environment: {}, flags: {} })
  const addresses = parseAddresses(url)
  if (addresses === null || read.kind !== 'config') throw new Error('the settings are wrong')
  const { config } = read
  const ignored = () => {}
  const observers = createObservers(ignored)
  const opened = await open(config, addresses, ignored, { hasTime: false })
  const parts = { publicUrl: 'http://localhost', counts: null, observers }
  const secret = 'a secret for benches only'
  const reading = composeReading(config, opened, { ...parts, shared: null, secret })
  const { serverOptions } = composeAnswering(config, opened, reading, {
    ...parts,
    served: reading.catalog.value,
    inherited: [],
  })
  await reading.availability.look()
  const listener = await listen(listenOptions(config))
  serveHttp(listener, serverOptions)
  const at = `http://127.0.0.1:${listener.address.port}`
  const { items: kept, responses } = reading.invalidator
  const ask = async (address: string) => {
    const response = await fetch(at + address)
    if (!response.ok) throw new Error(`${response.status} for ${address}`)
    return response.text()
  }
  // Once the feed proves something items are kept
  await eventually(async () => {
    await ask(`${path}?per_page=1`)
    if (kept.size().entries === 0) throw new Error('nothing is kept')
  })
  const before = memory()
  const heldBefore = kept.size()
  let next: string | null = `${path}?per_page=${perPage}&cursor=`
  let bytes = 0
  for (let asked = 0; asked < wanted && next !== null; asked += perPage) {
    const response: Response = await fetch(at + next)
    bytes += (await response.text()).length
    next = /<[^>]*?(\/cms-json[^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null
  }
  const after = memory()
  const held = kept.size()
  const entries = held.entries - heldBefore.entries
  const each = (total: number) => `${Math.round(total / entries)} B`
  const mb = (total: number) => `${(total / 1e6).toFixed(1)} MB`
  const [own, heap, rss] = [held.bytes - heldBefore.bytes, after.heap - before.heap, after.rss - before.rss]
  console.log(
    `CACHE_BYTES_MAX ${mb(cacheBytesMax)}: ${wanted} items asked for (${mb(bytes)} of JSON), ${entries} kept, ${responses.size().entries} responses
  counted by the cache ${mb(own)} (${each(own)} an item), ${held.tags} tags
  heap and buffers ${mb(heap)} (${each(heap)} an item), RSS ${mb(rss)} (${each(rss)} an item)`,
  )
}

function memory() {
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed + external, rss }
}
