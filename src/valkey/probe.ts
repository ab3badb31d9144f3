// Tests a Valkey or Redis as gateways would use it, for `lectern check`.
import { randomUUID } from 'node:crypto'
import type { StoreProbe } from '../core/store-probe.ts'
import { connection, memoryIn, reasonOf } from './connection.ts'
import type { Seal } from '../core/seal.ts'
import { countsBy } from './counts.ts'
import { locate } from './locate.ts'
import { openSharedLog } from './shared-log.ts'

const times = 11
const leaseMs = 1000

/** Runs each command of the shared log and of the counts, under keys of its own. */
export async function probeValkey(url: string, seal: Seal | null): Promise<StoreProbe> {
  try {
    const log = await openSharedLog({ url, seal }, 'check', () => {})
    const took: number[] = []
    try {
      const term = randomUUID()
      const [last] = await log.latest(1)
      if (!(await log.elect(term, leaseMs))) return none('another check is running')
      for (let n = 0; n < times; n += 1) {
        const beganMs = performance.now()
        await log.ask({ request: randomUUID(), text: '' }, true)
        took.push(performance.now() - beganMs)
        // On a busy machine all requests together take longer than a lease
        await log.renew(term, leaseMs)
      }
      const taken = await log.takeAsked(term, false)
      if (taken.length !== times) return none('requests that were made cannot be taken')
      const isAppended = (await log.append(term, 'check')) && (await log.renew(term, leaseMs))
      const entries = await log.after(last?.id ?? '0-0')
      await log.release(term)
      if (!isAppended || entries.length !== 1) return none('an entry that was appended cannot be read')
    } finally {
      log.close()
    }
    const ms = took.toSorted((one, other) => one - other)[Math.floor(times / 2)] ?? 0
    return { kind: 'answers', ms, ...(await countedAt(url)) }
  } catch (error) {
    return none(reasonOf(error))
  }
}

function none(reason: string): StoreProbe {
  return { kind: 'none', reason }
}

/** Counts once, and reads the memory, which the server may refuse the account. */
async function countedAt(url: string) {
  const { connect, send, close } = connection(await locate(url, 'check'))
  try {
    await connect()
    const evaluate = (script: string, key: string, args: readonly string[]) =>
      send(['EVAL', script, '1', key, ...args])
    const { take, note } = countsBy(evaluate, 'check', () => randomUUID())
    await take('check', [{ name: 'check', requests: 1, windowS: 1 }])
    await note('check', { max: 0, windowMs: leaseMs }, 'check')
    return memoryIn(await send(['INFO', 'memory']).catch(() => null))
  } finally {
    close()
  }
}
