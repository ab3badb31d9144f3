// Publishes transactions in the order of the log, each once readers can see it. Some stay invisible for long: their server waits for a
// replica, or another session holds their rows. The publisher announces those as pending, and checks them until they show.
import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs, type DataChange, type Since } from '../core/change.ts'
import type { Publish } from './feed.ts'
import type { Barrier, Ended } from './barrier.ts'
import type { Transaction } from './log-state.ts'
import type { CommitsWait } from './waiting-commits.ts'

export interface Publisher {
  readonly add: (transaction: Transaction) => void
  /** Settles once all transactions added before the call are published, as pending if not visible yet. */
  readonly flushed: () => Promise<void>
  readonly stop: () => Promise<void>
}

interface Waiting extends Transaction {
  readonly ended: Ended
}

interface Held extends Waiting {
  readonly id: number
}

/** The most transactions that the barrier checks at once. */
const batchMax = 100
/** The interval of checks of a pending transaction. */
const askMinMs = 50
const askMaxMs = 1000
/** The time that a transaction without a row to check stays pending from the first check at which no commit waits for a replica. */
const blindMs = 1000
/** The longest interval of asking whether a commit waits for a replica. */
const blindAskMaxMs = 250

export function createPublisher(
  barrier: Pick<Barrier, 'ended' | 'areReadable'>,
  commitsWait: CommitsWait,
  publish: Publish,
): Publisher {
  const queue: Waiting[] = []
  let running: Promise<void> | null = null
  let settling: Promise<void> | null = null
  const held = new Map<number, Held>()
  /** For each held transaction, since when (monotonic ms) no commit has waited for a replica. */
  const freeSince = new Map<number, number>()
  let [added, published, lastId] = [0, 0, 0]
  const flushing: { readonly to: number; readonly flush: () => void }[] = []
  const stopping = new AbortController()

  async function run(): Promise<void> {
    while (queue.length > 0 && !stopping.signal.aborted) {
      const batch = queue.splice(0, batchMax)
      // Rows behind a held one are rarely free: they are read without a lock
      const readable = await barrier.areReadable(
        batch.map(({ ended }) => ended),
        held.size === 0,
      )
      for (const [nth, each] of batch.entries())
        if (readable[nth] === true && !each.isBlind) tell(placed(each), each.since)
        else hold(each)
      published += batch.length
      for (const { flush } of flushing.filter(({ to }) => to <= published)) flush()
      const left = flushing.filter(({ to }) => to > published)
      flushing.splice(0, flushing.length, ...left)
    }
  }
  const tell = (changes: readonly DataChange[], since: Since) => {
    publish(changes, since)
    // A gap ends all pending transactions
    if (changes.some(({ kind }) => kind === 'gap')) for (const each of held.values()) tellPending(each)
  }
  const tellPending = ({ id, changes, since }: Held) => publish([{ kind: 'pending', id, changes }], since)
  const hold = (transaction: Waiting) => {
    const each = { ...transaction, id: (lastId += 1) }
    held.set(each.id, each)
    tellPending(each)
    settling ??= settle().finally(() => {
      settling = null
    })
  }
  /** Checks the oldest first: servers make transactions visible in the order of their log. */
  async function settle(): Promise<void> {
    let waitMs = askMinMs
    let askedAt = monotonicMs()
    for (let oldest = next(held); oldest && !stopping.signal.aborted; oldest = next(held)) {
      const atMs = monotonicMs()
      if (!(await isReadable(oldest))) {
        askedAt = atMs
        await sleep(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
        waitMs = Math.min(waitMs * 2, oldest.isBlind ? blindAskMaxMs : askMaxMs)
        continue
      }
      waitMs = askMinMs
      held.delete(oldest.id)
      freeSince.delete(oldest.id)
      const settled = { kind: 'settled', id: oldest.id, changes: oldest.changes } as const
      publish([settled], { atMs: askedAt, from: 'look' })
      if (oldest.changes.some(({ kind }) => kind === 'gap'))
        for (const each of held.values()) tellPending(each)
    }
  }
  async function isReadable(each: Held): Promise<boolean> {
    if (each.isBlind) return await isSurelyReadable(each)
    const [isIt] = await barrier.areReadable([each.ended], true)
    return isIt === true
  }
  /** True once no commit has waited for `blindMs`: readers see a commit a moment after its wait ends. */
  async function isSurelyReadable({ id }: Held): Promise<boolean> {
    const atMs = monotonicMs()
    if (await commitsWait()) freeSince.clear()
    else for (const each of held.keys()) if (!freeSince.has(each)) freeSince.set(each, atMs)
    return atMs - (freeSince.get(id) ?? atMs) >= blindMs
  }
  return {
    add: (transaction) => {
      added += 1
      const ended = barrier.ended(transaction.rows)
      const isBlind = transaction.isBlind || (transaction.rows.length > 0 && ended.rows === null)
      queue.push({ ...transaction, ended, isBlind })
      running ??= run().finally(() => {
        running = null
      })
    },
    flushed: () =>
      published >= added
        ? Promise.resolve()
        : new Promise((resolve) => flushing.push({ to: added, flush: resolve })),
    stop: async () => {
      stopping.abort()
      await Promise.all([running, settling])
      for (const { flush } of flushing.splice(0)) flush()
    },
  }
}

function next(held: ReadonlyMap<number, Held>): Held | undefined {
  for (const each of held.values()) return each
  return undefined
}

/** The changes of a visible transaction, rows with its position in the log. */
function placed({ changes, at }: Transaction): readonly DataChange[] {
  return at === null ? changes : changes.map((change) => (change.kind === 'row' ? { ...change, at } : change))
}
