// The streams of a Debezium Server in a Valkey or Redis, all read at one moment, each after the entry that was read last: where that
// entry is gone, later ones may be gone as well.
import type { OpenStreams, StreamRead } from '../feed/debezium-stream.ts'
import { connection, reasonOf } from './connection.ts'
import { locate } from './locate.ts'

/** The most bytes of one stream in a read; the last entry may exceed it. */
const bytesMax = 1_048_576

/**
 * The script reads for each stream its entries after one, whether that one exists, and whether there are more; or, where none is named,
 * the id of the last entry. Each entry counts as 2 KB more than its size, so that some hundreds are read at most. Pages are short,
 * because a server holds the entries of a whole page in memory.
 */
const reading = `local found, page_max = {}, 4
for nth, key in ipairs(KEYS) do
  local from, left = ARGV[nth + 1], tonumber(ARGV[1])
  local entries, anchored, more, last = {}, 0, 0, false
  if from == '' then
    local newest = redis.call('xrevrange', key, '+', '-', 'COUNT', 1)[1]
    last = newest and newest[1] or false
  else
    local page
    repeat
      page = redis.call('xrange', key, last or from, '+', 'COUNT', page_max)
      for _, entry in ipairs(page) do
        if entry[1] == from then
          anchored, last = 1, from
        elseif entry[1] ~= last then
          if left <= 0 then
            more = 1
            break
          end
          for _, text in ipairs(entry[2]) do left = left - #text end
          left = left - 2048
          entries[#entries + 1], last = entry, entry[1]
        end
      end
    until more == 1 or #page < page_max
  end
  found[nth] = {entries, last, anchored, more}
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
        const bytes = String(bytesMax)
        const reply = await send(['EVAL', reading, String(names.length), ...names, bytes, ...ids])
        const found: readonly unknown[] = Array.isArray(reply) ? reply : []
        return streams.map(({ after }, nth) => readIn(found[nth], after))
      },
      close,
    }
  }
}

function readIn(reply: unknown, after: string | null): StreamRead {
  const [entries, last, isAnchored, hasMore]: readonly unknown[] = Array.isArray(reply) ? reply : []
  return {
    entries: (Array.isArray(entries) ? entries : []).map(entryOf),
    last: typeof last === 'string' ? last : null,
    isLost: isAnchored !== 1 && after !== null && after !== beginning,
    hasMore: hasMore === 1,
  }
}

function entryOf(entry: unknown): StreamRead['entries'][number] {
  const [id, fields]: readonly unknown[] = Array.isArray(entry) ? entry : []
  const texts = (Array.isArray(fields) ? fields : []).map(String)
  // An entry has one field, whose name is the message's key, or one for each part (redis.message.format)
  const at = texts.findIndex((text, nth) => nth % 2 === 0 && text === 'value')
  return { id: String(id), text: texts[at === -1 ? 1 : at + 1] ?? '' }
}

/** The position from which an empty stream is read. */
const beginning = '0-0'
