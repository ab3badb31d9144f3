// The names of the streams that are read, as Debezium names them.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { tailOf } from '../../../src/feed/debezium-stream.ts'

it('streams are named by the prefix, the database and the table, with underscores for what a topic may not be named by', async () => {
  const asked: string[] = []
  const tail = tailOf(
    {
      read: async (streams) => {
        asked.push(...streams.map(({ name }) => name))
        return []
      },
      close: () => {},
    },
    'site',
  )
  await tail.read([
    { schema: 'word-press.de', table: 'wp_posts' },
    { schema: 'blog$1', table: 'wp_böse' },
  ])
  assert.deepEqual(asked, ['site', 'site.word-press.de.wp_posts', 'site.blog_1.wp_b_se'])
})
