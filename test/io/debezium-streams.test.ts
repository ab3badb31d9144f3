// The streams of Debezium in a Valkey: read from where they were read to, in parts of bounded size, and known to be lost where the
// entry that was read last is gone.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { StreamRead } from '../../src/feed/debezium-stream.ts'
import { connection } from '../../src/valkey/connection.ts'
import { openDebeziumStreams } from '../../src/valkey/debezium-streams.ts'
import { startValkey, valkeyProgram } from '../support/valkey-process.ts'

const megabyte = 1_048_576
const name = 'site.cms.wp_posts'

async function opened(test: TestContext) {
  const { url } = await startValkey(test)
  const [writer, streams] = [connection(url), await openDebeziumStreams(url)(() => {})]
  await writer.connect()
  test.after(() => [writer, streams].forEach((each) => each.close()))
  const add = async (texts: readonly string[], to = name) => {
    for (const text of texts) await writer.send(['XADD', to, '*', 'value', text])
  }
  const read = async (after: string | null, of = name): Promise<StreamRead> => {
    const [found] = await streams.read([{ name: of, after }])
    return found ?? assert.fail()
  }
  return { writer, add, read }
}

describe(
  'a stream of Debezium',
  { skip: valkeyProgram === null && 'there is no valkey-server and no redis-server' },
  () => {
    it('is read in parts, however large its entries and however many they are', async (test) => {
      const { add, read } = await opened(test)
      assert.deepEqual(await read(null), { entries: [], last: null, isLost: false, hasMore: false })
      const large = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((letter) => letter.repeat(megabyte))
      const small = Array.from({ length: 1200 }, (_, nth) => `${nth}`)
      await add([...large, ...small])
      const texts: string[] = []
      let parts = 0
      for (let [after, hasMore] = ['0-0', true]; hasMore; parts += 1) {
        const part = await read(after)
        const letters = part.entries.reduce((all, { text }) => all + text.length, 0)
        assert.ok(letters <= 2 * megabyte, `${letters} letters at once`)
        assert.ok(part.entries.length > 0 && part.entries.length <= 600, `${part.entries.length} at once`)
        texts.push(...part.entries.map(({ text }) => text))
        ;[after, hasMore] = [part.last ?? '', part.hasMore]
      }
      assert.deepEqual(texts, [...large, ...small])
      assert.ok(parts < 20, `${parts} parts`)
    })

    it('is read on after the last entry, and lost where that is gone', async (test) => {
      const { writer, add, read } = await opened(test)
      await add(['one', 'two'])
      const { last, entries } = await read(null)
      assert.deepEqual([typeof last, entries], ['string', []])
      assert.deepEqual(await read(last), { entries: [], last, isLost: false, hasMore: false })
      await add(['three'])
      const next = await read(last)
      assert.deepEqual([next.entries.map(({ text }) => text), next.isLost], [['three'], false])
      await writer.send(['XTRIM', name, 'MAXLEN', '0'])
      assert.deepEqual(await read(next.last), { entries: [], last: null, isLost: true, hasMore: false })
      await add(['four'])
      const anew = await read(next.last)
      assert.deepEqual([anew.entries.map(({ text }) => text), anew.isLost], [['four'], true])
    })
  },
)
