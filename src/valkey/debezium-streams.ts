// The streams of a Debezium Server in a Valkey or Redis, read all at one moment, from where they were read to: where the entry that
// was read last is gone, others after it may be gone as well.
import type { OpenStreams, StreamRead } from '../feed/debezium-stream.ts'
import { connection, reasonOf } from './connection.ts'
import { locate } from './locate.ts'

/** Entries of one stream at once. */
const entriesMax = 500

/** For each stream its entries from one on, or its last one where none is named. */
const reading = `local found = {}
for nth, key in ipairs(KEYS) do
  if ARGV[nth + 1] == '' then
    found[nth] = redis.call('xrevrange', key, '+', '-', 'COUNT', 1)
  else
    found[nth] = redis.call('xrange', key, ARGV[nth + 1], '+', 'COUNT', ARGV[1])
  end
end
return found`

export function openDebeziumStreams(url: string): OpenStreams {
  return async (failed) => {
    const fail = (error: unknown) => failed(reasonOf(error))
    const { connect, send, close } = connection(await locate(url, 'debezium'), { lost: fail })
    await connect()
    return {
      read: async (streams) => {
        const [names, ids] = [streams.map(({ name }) => name), streams.map(({ after }) => after ?? '')]
        const counted = String(entriesMax + 1)
        const reply = await send(['EVAL', reading, String(names.length), ...names, counted, ...ids])
        const found: readonly unknown[] = Array.isArray(reply) ? reply : []
        return streams.map(({ after }, nth) => readIn(found[nth], after))
      },
      close,
    }
  }
}

function readIn(reply: unknown, after: string | null): StreamRead {
  const entries = (Array.isArray(reply) ? reply : []).map((entry: unknown) => {
    const [id, fields]: readonly unknown[] = Array.isArray(entry) ? entry : []
    const texts = (Array.isArray(fields) ? fields : []).map(String)
    // One field, whose name is the key; or a field for each (redis.message.format)
    const at = texts.findIndex((text, nth) => nth % 2 === 0 && text === 'value')
    return { id: String(id), text: texts[at === -1 ? 1 : at + 1] ?? '' }
  })
  const last = entries.at(-1)?.id ?? null
  if (after === null) return { entries: [], last, isLost: false, hasMore: false }
  const isAnchored = entries[0]?.id === after
  return {
    entries: isAnchored ? entries.slice(1) : entries,
    last,
    isLost: !isAnchored && after !== beginning,
    hasMore: entries.length > entriesMax,
  }
}

/** Where a stream is read from that had no entry. */
const beginning = '0-0'
