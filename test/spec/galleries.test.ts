// Galleries of images that belong to a post, over HTTP: one that a shortcode names, where everybody may see it, or the block's own.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { at, list, onEveryDatabase } from '../support/gateway.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

const owners = [
  ['990401', { post_status: 'publish' }],
  ['990402', { post_status: 'draft' }],
  ['990403', { post_status: 'private' }],
  ['990404', { post_password: 'x' }],
  ['990405', { post_type: 'unserved' }],
] as const

/** The number of images that each post of a list shows. */
const shownIn = (json: unknown) =>
  list(json).map(
    (post) => String(at(post, 'content', 'rendered')).match(/class='gallery-item'/g)?.length ?? 0,
  )

onEveryDatabase(
  'galleries',
  (on) => {
    // Answers to somebody who is logged in are never kept
    const shown = async (headers: Readonly<Record<string, string>> = asUser('admin')) => {
      const { json } = await on().gateway.get('/cms-json/cms/v2/posts/990400?_fields=content', headers)
      return [...String(at(json, 'content', 'rendered')).matchAll(/galleryid-(\d+) /g)].map(([, id]) => id)
    }
    it('galleries/1 show the images of the post that they name, of no hidden one', async () => {
      const ids = ['', '0', '-990401', '990401', '990402', '990403', '990404', '990405', '990406']
      await insertPosts(on().database, [
        { ID: 990400, post_name: 'showing', post_content: ids.map((id) => `[gallery id="${id}"]`).join('') },
        ...owners.map(([id, parts]) => ({ ID: Number(id), post_name: `owner-${id}`, ...parts })),
        // The last one belongs to a post that is gone
        ...[...owners.map(([id]) => Number(id)), 990406].map((parent) => ({
          ID: parent + 10,
          post_name: `image-${parent}`,
          post_type: 'attachment',
          post_status: 'inherit',
          post_mime_type: 'image/png',
          post_parent: parent,
        })),
      ])
      assert.deepEqual(await shown(), ['990401'])
      assert.deepEqual(await shown({}), ['990401'])
      await on().database.execute(`update wp_posts set post_status = 'draft' where ID = 990401`)
      assert.deepEqual(await shown(), [])
    })
    it('galleries/2 show the images that are attached to a post, as they come and go', async () => {
      const gallery = '<!-- wp:gallery {"dynamicContent":{"source":"core/attached-media"}} /-->'
      const file = {
        post_type: 'attachment',
        post_status: 'inherit',
        post_mime_type: 'image/png',
        post_parent: 990420,
        guid: 'http://127.0.0.1:8081/wp-content/uploads/a.png',
      }
      await insertPosts(on().database, [
        { ID: 990420, post_name: 'attached', post_content: gallery },
        { ID: 990421, post_name: 'older', ...file, post_date: '2024-01-01 10:00:00' },
        { ID: 990422, post_name: 'newer', ...file, post_date: '2024-01-02 10:00:00' },
        { ID: 990423, post_name: 'hidden', ...file, post_status: 'private' },
        { ID: 990424, post_name: 'film', ...file, post_mime_type: 'video/mp4' },
      ])
      await insertRows(
        on().database,
        'wp_postmeta',
        [990421, 990422, 990423, 990424].map((post_id) => ({
          post_id,
          meta_key: '_wp_attached_file',
          meta_value: `${post_id}.png`,
        })),
      )
      const ids = async () => {
        const { json } = await on().gateway.get(
          '/cms-json/cms/v2/posts/990420?_fields=content',
          asUser('admin'),
        )
        const html = String(at(json, 'content', 'rendered'))
        return [...html.matchAll(/ data-id="(\d+)"/g)].map(([, id]) => id)
      }
      assert.deepEqual(await ids(), ['990422', '990421'])
      await on().database.execute(`update wp_posts set post_parent = 0 where ID = 990422`)
      assert.deepEqual(await ids(), ['990421'])
      await on().database.execute(`update wp_posts set post_parent = 0 where ID = 990421`)
      assert.deepEqual(await ids(), [])
    })
    it('galleries/3 show the images of the post that a pattern or a loop shows, of no locked one', async () => {
      const gallery = '<!-- wp:gallery {"dynamicContent":{"source":"core/attached-media"}} /-->'
      const query = { perPage: 9, postType: 'post', search: 'driftwood', orderBy: 'date', order: 'asc' }
      const loop = `<!-- wp:query ${JSON.stringify({ queryId: 1, query })} --><div><!-- wp:post-template -->${gallery}<!-- /wp:post-template --></div><!-- /wp:query -->`
      const owned = [990440, 990441, 990442, 990443, 990444]
      await insertPosts(on().database, [
        { ID: 990440, post_name: 'with-pattern', post_content: '<!-- wp:block {"ref":990445} /-->' },
        { ID: 990441, post_title: 'driftwood', post_date: '2024-01-01 10:00:00' },
        // Its text asks for its own images, which must make no difference to the loop
        { ID: 990442, post_title: 'driftwood', post_date: '2024-01-02 10:00:00', post_content: gallery },
        { ID: 990443, post_title: 'driftwood', post_password: 'x', post_content: gallery },
        { ID: 990444, post_title: 'driftwood', post_status: 'draft' },
        { ID: 990445, post_type: 'wp_block', post_content: gallery },
        { ID: 990446, post_type: 'page', post_name: 'with-loop', post_content: loop },
        ...owned.map((parent) => ({
          ID: parent + 10,
          post_type: 'attachment',
          post_status: 'inherit',
          post_mime_type: 'image/png',
          post_parent: parent,
        })),
      ])
      await insertRows(
        on().database,
        'wp_postmeta',
        owned.map((parent) => ({
          post_id: parent + 10,
          meta_key: '_wp_attached_file',
          meta_value: `${parent}.png`,
        })),
      )
      const idsIn = (item: unknown) =>
        [...String(at(item, 'content', 'rendered')).matchAll(/ data-id="(\d+)"/g)].map(([, id]) => id)
      const get = async (path: string) => (await on().gateway.get(`/cms-json/cms/v2/${path}`)).json
      assert.deepEqual(idsIn(await get('posts/990440')), ['990450'])
      assert.deepEqual(idsIn(await get('pages/990446')), ['990451', '990452'])
      assert.deepEqual(idsIn(await get('posts/990443')), [])
      const listed = await get('posts?include=990440,990442&orderby=id&order=asc')
      assert.deepEqual(idsIn(at(listed, 0)), ['990450'])
      assert.deepEqual(idsIn(at(listed, 1)), ['990452'])
    })
    it('galleries/4 show at most 400 files of a post, and 4,000 of the posts of a page, which alone have theirs', async () => {
      const posts = Array.from({ length: 11 }, (_, nth) => 990500 + nth)
      const filesOfEach = 401
      await insertPosts(on().database, [
        ...posts.map((ID) => ({ ID, post_content: '[gallery]' })),
        ...posts.flatMap((post_parent, nth) =>
          Array.from({ length: filesOfEach }, (_, place) => ({
            ID: 991000 + nth * filesOfEach + place,
            post_type: 'attachment',
            post_status: 'inherit',
            post_mime_type: 'image/png',
            post_parent,
          })),
        ),
      ])
      const asked = async (ids: readonly number[]) => {
        const path = `/cms-json/cms/v2/posts?include=${ids.join()}&orderby=include&per_page=100&_fields=content`
        const { json, headers } = await on().gateway.get(path)
        return [shownIn(json), headers.get('x-cms-unrendered')] as const
      }
      for (const _ of [1, 2]) {
        const [counts, unrendered] = await asked(posts)
        assert.deepEqual(
          counts.toSorted((one, other) => one - other),
          [0, ...Array.from(posts.slice(1), () => 400)],
        )
        assert.equal(unrendered, 'files beyond the limit 1')
      }
      for (const id of posts) assert.deepEqual(await asked([id]), [[400], null], String(id))
    })
    it('galleries/5 show those of the posts of a page behind others with more files than are read, and are kept', async () => {
      const counts = [4500, 401, 4500, 2, 0, 1, 400]
      const posts = counts.map((count, nth) => ({ ID: 996000 + nth, count }))
      const files = posts.flatMap(({ ID, count }) => Array.from({ length: count }, () => ID))
      await insertPosts(on().database, [
        ...posts.map(({ ID }) => ({ ID, post_content: '[gallery]' })),
        ...files.map((post_parent, nth) => ({
          ID: 997000 + nth,
          post_type: 'attachment',
          post_status: 'inherit',
          post_mime_type: 'image/png',
          post_parent,
        })),
      ])
      const include = posts.map(({ ID }) => ID).join()
      for (const use of ['fwd=miss', 'hit']) {
        const { json, headers } = await on().gateway.get(
          `/cms-json/cms/v2/posts?include=${include}&orderby=include&_fields=content`,
        )
        assert.deepEqual(
          shownIn(json),
          counts.map((count) => Math.min(count, 400)),
        )
        assert.equal(headers.get('x-cms-unrendered'), null)
        assert.match(headers.get('cache-status') ?? '', new RegExp(use))
      }
    })
  },
  { unrenderedHeader: 'on' },
)
