// The shared log in a Valkey or Redis: a stream, a lease and the waiting requests, in one slot of a cluster. A session has two
// connections, and ends with either: a new one might reach a server that has lost entries which the other has seen.
import type { SharedEntry, SharedLog } from '../feed/shared-log.ts'
import { connection, reasonOf } from './connection.ts'
import { locate } from './locate.ts'
import type { Seal } from '../core/seal.ts'

/** Opens a session; throws where the server cannot be used. Without a seal, any client that can write to the server can forge entries. */
export async function openSharedLog(
  { url, seal }: { readonly url: string; readonly seal: Seal | null },
  key: string,
  failed: (reason: string) => void,
): Promise<SharedLog> {
  let isClosed = false
  // Gateways without the secret have a log of their own
  const site = seal?.nameOf(key) ?? key
  const server = await locate(url, site)
  const fail = (error: unknown) => {
    if (isClosed) return
    close()
    failed(reasonOf(error))
  }
  const clients = [connection(server, { lost: fail }), connection(server, { lost: fail })] as const
  const [control, tail] = clients
  const close = () => {
    isClosed = true
    for (const client of clients) client.close()
  }
  const [lease, stream, asks] = [`lectern:{${site}}:lease`, `lectern:{${site}}:log`, `lectern:{${site}}:asks`]
  const opened = ({ id, text }: SharedEntry): SharedEntry => ({
    id,
    text: seal ? (seal.openText(stream, text) ?? '') : text,
  })

  const send = async (client: typeof control, ...args: readonly string[]): Promise<unknown> => {
    try {
      return await client.send(args)
    } catch (error) {
      fail(error)
      throw error
    }
  }
  const evaluate = (script: string, keys: readonly string[], ...args: readonly string[]) =>
    send(control, 'EVAL', script, String(keys.length), ...keys, ...args)

  try {
    await Promise.all(clients.map((client) => client.connect()))
  } catch (error) {
    close()
    throw error
  }
  return {
    latest: async (max, before) => {
      const end = before === undefined ? '+' : `(${before}`
      return entriesIn(await send(control, 'XREVRANGE', stream, end, '-', 'COUNT', String(max))).map(opened)
    },
    after: async (id) => {
      const options = ['COUNT', String(entriesMax), 'BLOCK', String(blockMs)]
      const reply = await send(tail, 'XREAD', ...options, 'STREAMS', stream, id)
      const [read] = Array.isArray(reply) ? reply : []
      return entriesIn(Array.isArray(read) ? read[1] : null).map(opened)
    },
    elect: async (term, leaseMs) =>
      (await send(control, 'SET', lease, term, 'NX', 'PX', String(leaseMs))) === 'OK',
    renew: async (term, leaseMs) => (await evaluate(renewing, [lease], term, String(leaseMs))) === 1,
    release: async (term) => void (await evaluate(releasing, [lease], term)),
    append: async (term, text) => {
      const sealed = seal?.closeText(stream, text) ?? text
      return (
        (await evaluate(appending, [lease, stream], term, String(lengthMax), String(keptMs), sealed)) === 1
      )
    },
    ask: async ({ request, text }, isUrgent) =>
      void (await evaluate(
        asking,
        [asks],
        request,
        text === '' ? '' : (seal?.closeText(`${asks} ${request}`, text) ?? text),
        isUrgent ? '1' : '0',
        urgent,
        String(askedMax),
        String(keptMs),
      )),
    takeAsked: async (term, isDue) => {
      const taken = await evaluate(taking, [lease, asks], term, isDue ? '1' : '0', urgent)
      return pairsIn(taken).flatMap(([request, text]) => {
        if (request === urgent) return []
        return [
          { request, text: text === '' || !seal ? text : (seal.openText(`${asks} ${request}`, text) ?? '') },
        ]
      })
    },
    close,
  }
}

/** The approximate length of the log; a gateway that is further behind gets a gap. */
const lengthMax = 4096
/** The most waiting requests; one more deletes them all, and their gateways ask again. */
const askedMax = 4096
/** The field that marks the requests as urgent. */
const urgent = 'urgent'
/** Keys that gateways no longer use expire after a day. */
const keptMs = 86_400_000
const entriesMax = 500
const blockMs = 1000

const renewing =
  "if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end return redis.call('pexpire', KEYS[1], ARGV[2])"
/** Deletes a key that still has the caller's value. */
export const releasing =
  "if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end return redis.call('del', KEYS[1])"
const appending = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('xadd', KEYS[2], 'MAXLEN', '~', ARGV[2], '*', 'e', ARGV[4])
redis.call('pexpire', KEYS[2], ARGV[3])
return 1`
const asking = `if redis.call('hlen', KEYS[1]) >= tonumber(ARGV[5]) then redis.call('del', KEYS[1]) end
redis.call('hset', KEYS[1], ARGV[1], ARGV[2])
if ARGV[3] == '1' then redis.call('hset', KEYS[1], ARGV[4], '') end
return redis.call('pexpire', KEYS[1], ARGV[6])`
const taking = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return {} end
if ARGV[2] == '0' and redis.call('hexists', KEYS[2], ARGV[3]) == 0 then return {} end
local waiting = redis.call('hgetall', KEYS[2])
redis.call('del', KEYS[2])
return waiting`

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

function pairsIn(reply: unknown): readonly (readonly [string, string])[] {
  const texts = (Array.isArray(reply) ? reply : []).map(String)
  return texts.flatMap((name, at) => (at % 2 === 0 ? [[name, texts[at + 1] ?? ''] as const] : []))
}
