// Wraps a feed so that it proves nothing while queries reach another server than the feed follows. An address may come to lead to another
// server (behind a proxy or a name that moves with the primary) while connections to the old one live on: rows read over these are older
// than the feed says, or of another log.
import { monotonicMs } from '../core/change.ts'
import type { Engine } from '../database/engine.ts'
import type { Feed, Publish } from './feed.ts'

/** The least time between two reconnects of all connections: an address may lead to several servers by turns. */
const reconnectEveryMs = 5000
/** Makes the reason for the log from the servers that queries reach. */
const reasonOf = ({ length }: readonly string[]) =>
  length > 1
    ? `queries reach ${length} servers, of which the change feed follows one`
    : 'queries reach another server than the change feed'

export function ofOneServer(feed: Feed, engine: Pick<Engine, 'reached' | 'reconnect'>): Feed {
  let publish: Publish = () => {}
  /** The server at the last look, for feeds that do not say which one they follow. */
  let known: string | undefined
  let provenAt: number | null = -Infinity
  let reason: string = ''
  let [apartSince, reconnectedAt, isStopped]: [number | null, number, boolean] = [null, -Infinity, false]
  const ownServer = () => feed.server?.() ?? feed.provenTo?.()?.server
  const look = () => {
    if (isStopped) return
    const nowMs = monotonicMs()
    const reached = [...engine.reached()]
    const own = ownServer()
    const followed = own ?? known ?? reached[0]
    if (reached.some((server) => server !== followed)) {
      apartSince ??= nowMs
      reason = reasonOf(reached)
      if (own === undefined && reached.length === 1) known = reached[0]
      else if (nowMs - reconnectedAt > reconnectEveryMs) {
        reconnectedAt = nowMs
        engine.reconnect()
      }
      return
    }
    known = followed
    if (apartSince !== null) {
      const since = { atMs: apartSince, from: 'look' } as const
      apartSince = null
      publish([{ kind: 'gap', reason }], since)
    }
    provenAt = feed.provenAt()
  }
  return {
    ...feed,
    get name() {
      return feed.name
    },
    start: async (to, termBegan) => {
      publish = to
      return await feed.start(to, termBegan)
    },
    provenAt: () => {
      look()
      return provenAt
    },
    server: () => ownServer() ?? known ?? null,
    isLost: () => {
      look()
      return apartSince === null ? (feed.isLost?.() ?? null) : true
    },
    why: () => (apartSince === null ? feed.why?.() : reason),
    stop: async () => {
      isStopped = true
      await feed.stop()
    },
  }
}
