// When content was made and changed: UTC, of the local time where the UTC column was never set; lists in that order.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { at, startTestGateway } from '../support/gateway.ts'
import { dataOf, nodesIn } from '../support/graphql.ts'

/** Local time, UTC as it is stored, and as it is shown; the newest first. */
const posts = [
  // In summer two hours ahead of UTC, in winter one
  { id: 9007, local: '2024-07-01 12:00:00', utc: '2024-07-01 10:00:00', shown: '2024-07-01T10:00:00Z' },
  { id: 9006, local: '2024-07-01 11:59:59', utc: '0000-00-00 00:00:00', shown: '2024-07-01T09:59:59Z' },
  { id: 9005, local: '2024-01-01 12:00:00', utc: '0000-00-00 00:00:00', shown: '2024-01-01T11:00:00Z' },
  // Of one second: by ids
  { id: 9004, local: '2024-01-01 00:00:00', utc: '2023-12-31 23:00:00', shown: '2023-12-31T23:00:00Z' },
  { id: 9003, local: '2024-01-01 00:00:00', utc: '0000-00-00 00:00:00', shown: '2023-12-31T23:00:00Z' },
  { id: 9002, local: '1969-12-31 23:59:59', utc: '0000-00-00 00:00:00', shown: '1969-12-31T22:59:59Z' },
  // Never set at all
  { id: 9001, local: '0000-00-00 00:00:00', utc: '0000-00-00 00:00:00', shown: '0000-01-01T00:00:00Z' },
]

for (const kind of testDatabases()) {
  describe(`times of GraphQL on ${kind.name}`, () => {
    it('graphql-time/1 are instants in UTC, and lists go by them', async () => {
      const database = await kind.create()
      await database.execute(
        `update wp_options set option_value = 'Europe/Berlin' where option_name = 'timezone_string'`,
      )
      await database.execute(`delete from wp_posts where post_type = 'post'`)
      const values = posts.map(
        ({ id, local, utc }) =>
          `(${id}, 1, '${local}', '${utc}', '', 'At', '', 'publish', 'open', 'open', '', 'at-${id}', '', '', '${local}', '${utc}', '', 0, '', 0, 'post', '', 0)`,
      )
      await database.execute(
        `insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status, comment_status, ping_status, post_password, post_name, to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered, post_parent, guid, menu_order, post_type, post_mime_type, comment_count) values ${values.join(', ')}`,
      )
      const gateway = await startTestGateway(database)
      const found = await dataOf(gateway, '{ posts { edges { node { id createdAt modifiedAt } } } }')
      assert.deepEqual(
        nodesIn(at(found, 'posts')),
        posts.map(({ id, shown }) => ({ id: String(id), createdAt: shown, modifiedAt: shown })),
      )
      await gateway.stop()
      await database.drop()
    })
  })
}
