// Counts of clients that gateways share, in a Valkey or Redis. The server's clock alone measures time; names and digests are made with
// the site's secret, so that they reveal no client. Each count is a key of its own, which expires once it no longer limits anything.
import type { Quota, SharedCounts, Taken, Window } from '../core/shared-counts.ts'
import { createCircuit } from './circuit.ts'
import { lastingConnection } from './lasting.ts'
import { createRoom } from './room.ts'
import type { Seal } from '../core/seal.ts'

export interface Counts extends SharedCounts {
  readonly stop: () => void
}

export interface CountsOptions {
  readonly url: string
  readonly seal: Seal
  readonly site: string
}

/** The longest wait for a count. */
const waitMs = 50
/** The part of the Valkey's memory for counts; the log of changes needs the rest. */
const partMax = 0.9

/** `site`: gateways with the same site share their counts. */
export function createCounts({ url, seal, site }: CountsOptions): Counts {
  const tag = seal.nameOf(`site ${site}`)
  // While there is no connection, nothing is counted in the Valkey
  const client = lastingConnection(url, tag, () => room.has())
  const circuit = createCircuit(waitMs)
  const room = createRoom((args) => client.send(args), { partMax, bytesMax: Infinity })
  const evaluate: Evaluate = async (script, key, args) => {
    if (!client.isReady() || !room.has()) return null
    return circuit.within(() => client.send(['EVAL', script, '1', key, ...args]))
  }
  return { ...countsBy(evaluate, tag, seal.nameOf), stop: client.stop }
}

type Evaluate = (script: string, key: string, args: readonly string[]) => Promise<unknown>

/** `nameOf`: makes a name that reveals nothing about a text. */
export function countsBy(evaluate: Evaluate, tag: string, nameOf: (text: string) => string): SharedCounts {
  const keyOf = (kind: string, id: string) => `lectern:{${tag}}:${kind}:${nameOf(`${tag} ${kind} ${id}`)}`
  const counted = async (who: string, { max, windowMs }: Window, digest: string) =>
    numberIn(await evaluate(noting, keyOf('wrong', who), [String(max), String(windowMs), digest]))
  return {
    take: async (id, quotas) => takenIn(await evaluate(taking, keyOf('client', id), quotas.flatMap(textsOf))),
    note: (who, window, digest) => counted(who, window, nameOf(`${who} ${digest}`)),
    wait: (who, window) => counted(who, window, ''),
  }
}

function textsOf({ name, requests, windowS }: Quota): readonly string[] {
  return [name, String(requests), String(windowS * 1000)]
}

/** The script counts like limits/token-bucket.ts. A clock that was set back refills nothing. */
const taking = `local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local elapsed = math.max(0, now - (tonumber(redis.call('hget', KEYS[1], 'at')) or now))
local left, refused, longest = {}, 0, 0
for nth = 1, #ARGV, 3 do
  local requests, window = tonumber(ARGV[nth + 1]), tonumber(ARGV[nth + 2])
  local had = tonumber(redis.call('hget', KEYS[1], ARGV[nth])) or requests
  local now_left = math.min(requests, had + elapsed * requests / window)
  if now_left < 1 then refused = 1 end
  left[#left + 1] = now_left
  longest = math.max(longest, window)
end
local said = { refused }
for nth, each in ipairs(left) do
  said[nth + 1] = string.format('%.9f', each - (1 - refused))
  redis.call('hset', KEYS[1], ARGV[nth * 3 - 2], said[nth + 1])
end
redis.call('hset', KEYS[1], 'at', string.format('%d', now))
redis.call('pexpire', KEYS[1], longest)
return said`
/** The window begins with the first digest. Beyond the limit no digest is stored, so that guessing costs no memory. */
const noting = `local max, size = tonumber(ARGV[1]), redis.call('scard', KEYS[1])
if ARGV[3] ~= '' and size <= max and redis.call('sadd', KEYS[1], ARGV[3]) == 1 then
  size = size + 1
  if size == 1 then redis.call('pexpire', KEYS[1], ARGV[2]) end
end
if size <= max then return 0 end
return math.max(1, redis.call('pttl', KEYS[1]))`

function takenIn(reply: unknown): Taken | null {
  if (!Array.isArray(reply)) return null
  const [refused, ...left] = reply.map(Number)
  return { isRefused: refused === 1, left }
}

function numberIn(reply: unknown): number | null {
  return typeof reply === 'number' ? reply : null
}
