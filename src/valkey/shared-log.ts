// The shared log in a Valkey or Redis: a stream, a lease and a count of requests, in one slot of a cluster. A session has two
// connections, and ends with either: one that was made again might reach a server that has lost what the other has seen.
import { randomUUID } from 'node:crypto'
import type { Asked, SharedEntry, SharedLog } from '../feed/shared-log.ts'
import { connection, reasonOf } from './connection.ts'

/** Throws where the server cannot be used. */
export async function openSharedLog(
  url: string,
  key: string,
  failed: (reason: string) => void,
): Promise<SharedLog> {
  let isClosed = false
  const clients = [connection(url), connection(url)] as const
  const [control, tail] = clients
  const close = () => {
    isClosed = true
    for (const client of clients) if (client.isOpen) client.destroy()
  }
  const fail = (error: unknown) => {
    if (isClosed) return
    close()
    failed(reasonOf(error))
  }
  for (const client of clients) client.on('error', fail)
  const [lease, stream, asks] = ['lease', 'log', 'asks'].map((part) => `lectern:{${key}}:${part}`)
  if (lease === undefined || stream === undefined || asks === undefined) throw new Error('there is no key')

  const send = async (client: typeof control, ...args: readonly string[]): Promise<unknown> => {
    try {
      return await client.sendCommand<unknown>(args)
    } catch (error) {
      fail(error)
      throw error
    }
  }
  const evaluate = (script: string, keys: readonly string[], ...args: readonly string[]) =>
    send(control, 'EVAL', script, String(keys.length), ...keys, ...args)

  try {
    await Promise.all(clients.map((client) => client.connect()))
    // Earlier requests are void: another server may have answered them
    await send(control, 'HSET', asks, 'epoch', randomUUID())
  } catch (error) {
    close()
    throw error
  }
  return {
    last: async () => entriesIn(await send(tail, 'XREVRANGE', stream, '+', '-', 'COUNT', '1'))[0] ?? null,
    after: async (id) => {
      const options = ['COUNT', String(entriesMax), 'BLOCK', String(blockMs)]
      const reply = await send(tail, 'XREAD', ...options, 'STREAMS', stream, id)
      const [read] = Array.isArray(reply) ? reply : []
      return entriesIn(Array.isArray(read) ? read[1] : null)
    },
    elect: async (term, leaseMs) =>
      (await send(control, 'SET', lease, term, 'NX', 'PX', String(leaseMs))) === 'OK',
    renew: async (term, leaseMs) => (await evaluate(renewing, [lease], term, String(leaseMs))) === 1,
    release: async (term) => void (await evaluate(releasing, [lease], term)),
    append: async (term, text) =>
      (await evaluate(appending, [lease, stream], term, String(lengthMax), String(keptMs), text)) === 1,
    ask: async (isUrgent) => {
      const reply = await evaluate(asking, [asks], randomUUID(), isUrgent ? '1' : '0', String(keptMs))
      return askedIn(reply)
    },
    asked: async () => {
      const reply = await send(control, 'HMGET', asks, 'epoch', 'count', 'urgent')
      return { ...askedIn(reply), urgent: numberAt(reply, 2) }
    },
    close,
  }
}

/** The log holds about so many entries; a reader of it that is further behind has a gap. */
const lengthMax = 4096
/** Keys that no gateway uses any more are gone after a day. */
const keptMs = 86_400_000
const entriesMax = 500
const blockMs = 1000

const renewing =
  "if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end return redis.call('pexpire', KEYS[1], ARGV[2])"
const releasing =
  "if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end return redis.call('del', KEYS[1])"
const appending = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('xadd', KEYS[2], 'MAXLEN', '~', ARGV[2], '*', 'e', ARGV[4])
redis.call('pexpire', KEYS[2], ARGV[3])
return 1`
const asking = `redis.call('hsetnx', KEYS[1], 'epoch', ARGV[1])
if ARGV[2] == '1' then redis.call('hincrby', KEYS[1], 'urgent', 1) end
redis.call('pexpire', KEYS[1], ARGV[3])
return {redis.call('hget', KEYS[1], 'epoch'), redis.call('hincrby', KEYS[1], 'count', 1)}`

/** `[[id, ['e', text]], …]` */
function entriesIn(reply: unknown): readonly SharedEntry[] {
  if (!Array.isArray(reply)) return []
  return reply.map((entry: unknown) => {
    const [id, fields]: readonly unknown[] = Array.isArray(entry) ? entry : []
    const text: unknown = Array.isArray(fields) ? fields[1] : undefined
    if (typeof id !== 'string') throw new Error('an entry has no id')
    return { id, text: typeof text === 'string' ? text : '' }
  })
}

function askedIn(reply: unknown): Asked {
  const epoch: unknown = Array.isArray(reply) ? reply[0] : undefined
  return { epoch: typeof epoch === 'string' ? epoch : '', count: numberAt(reply, 1) }
}

function numberAt(reply: unknown, nth: number): number {
  const value: unknown = Array.isArray(reply) ? reply[nth] : undefined
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : 0
}
