// Embedded items: a bounded part of each item's own, in statements that follow the relations and not the items.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { TestDatabase } from '../support/databases.ts'
import { at, list, onEveryDatabase } from '../support/gateway.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

const posts = '/cms-json/cms/v2/posts'
const count = 110
const ids = Array.from({ length: count }, (_, nth) => 5000 + nth)

/** Posts that all have an author, a category, a tag of their own, a picture of their own, and a comment. */
async function addPosts(database: TestDatabase): Promise<void> {
  const picture = (id: number) => id + 1000
  const tag = (id: number) => id + 2000
  await insertPosts(
    database,
    ids.flatMap((id) => [
      { ID: id, post_title: `Post ${id}`, post_author: 1 + (id % 3), post_date: `2025-01-01 00:00:00` },
      {
        ID: picture(id),
        post_type: 'attachment',
        post_status: 'inherit',
        post_mime_type: 'image/png',
        post_parent: id,
      },
    ]),
  )
  await insertRows(
    database,
    'wp_postmeta',
    ids.map((id) => ({ post_id: id, meta_key: '_thumbnail_id', meta_value: String(picture(id)) })),
  )
  await insertRows(
    database,
    'wp_terms',
    ids.map((id) => ({ term_id: tag(id), name: `Tag ${id}`, slug: `tag-${id}`, term_group: 0 })),
  )
  await insertRows(
    database,
    'wp_term_taxonomy',
    ids.map((id) => ({
      term_taxonomy_id: tag(id),
      term_id: tag(id),
      taxonomy: 'post_tag',
      description: '',
      parent: 0,
      count: 1,
    })),
  )
  await insertRows(
    database,
    'wp_term_relationships',
    ids.flatMap((id) => [
      { object_id: id, term_taxonomy_id: tag(id), term_order: 0 },
      { object_id: id, term_taxonomy_id: 1, term_order: 0 },
    ]),
  )
  await addComments(database, ids, '2025-01-02 00:00:00')
}

function addComments(database: TestDatabase, of: readonly number[], date: string): Promise<void> {
  return insertRows(
    database,
    'wp_comments',
    of.map((id, nth) => ({
      comment_post_ID: id,
      comment_author: 'Someone',
      comment_author_email: '',
      comment_author_url: '',
      comment_author_IP: '',
      comment_date: date,
      comment_date_gmt: date,
      comment_content: `Number ${nth}`,
      comment_karma: 0,
      comment_approved: '1',
      comment_agent: '',
      comment_type: 'comment',
      comment_parent: 0,
      user_id: 0,
    })),
  )
}

onEveryDatabase(
  'embedding',
  (on) => {
    before(() => addPosts(on().database))
    const get = async (query: string) => list((await on().gateway.get(`${posts}?${query}`)).json)

    it('rest-embedding/1 costs a hundred posts the statements that it costs five', async () => {
      const { observed } = on().gateway
      const statements = async (perPage: number) => {
        const earlier = observed.length
        const items = await get(`per_page=${perPage}&_embed&after=2024-12-31T00:00:00`)
        assert.equal(items.length, perPage)
        for (const item of items)
          for (const rel of ['author', 'replies', 'cms:featuredmedia', 'cms:term'])
            assert(list(at(item, '_embedded', rel)).length > 0, rel)
        return observed.slice(earlier).filter(({ kind }) => kind === 'query').length
      }
      await statements(1)
      const few = await statements(5)
      assert.equal(await statements(100), few)
      // With those that read the site's options
      assert(few <= 21, `${few} statements`)
    })

    it('rest-embedding/2 shows a hundred of what an item has, however many another has', async () => {
      const [first = 0, second = 0] = ids
      // Newer than those of the other, which a limit for both would leave out
      await addComments(
        on().database,
        Array.from({ length: 320 }, () => first),
        '2025-02-01 00:00:00',
      )
      const items = await get(`include=${first},${second}&orderby=id&order=asc&_embed=replies`)
      const replies = items.map((item) => list(at(item, '_embedded', 'replies', 0)))
      assert.deepEqual(
        replies.map(({ length }) => length),
        [100, 1],
      )
    })
  },
  { cacheBytesMax: 0, feed: 'clock' },
)
