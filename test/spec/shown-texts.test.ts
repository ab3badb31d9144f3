// Texts that show others, again and again: what one text shows besides itself is bounded, however its blocks multiply.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { at, list, onOneDatabase } from '../support/gateway.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

/** Each row that is shown, and each text that begins, counts for 500 letters of 4 million. */
const timesMax = 8000
/** Letters that blocks and shortcodes make of what is kept count for a quarter. */
const lettersMax = 17_000_000

const fullPosts =
  '<!-- wp:latest-posts {"postsToShow":100,"displayPostContent":true,"displayPostContentRadio":"full_post"} /-->'
const loop =
  '<!-- wp:query {"query":{"perPage":100}} --><!-- wp:post-template --><!-- wp:post-content /--><!-- /wp:post-template --><!-- /wp:query -->'
const texts: readonly (readonly [about: string, text: string, shown: RegExp])[] = [
  ['shared texts that show one another', '<!-- wp:block {"ref":9100} /-->'.repeat(100), /innermost/g],
  ['its own content', `mine${'<!-- wp:post-content /-->'.repeat(8100)}`, /mine/g],
  ['whole posts', fullPosts.repeat(2000), /__post-title/g],
  ['loops of whole posts', loop.repeat(1000), /wp-block-post /g],
  ['first words', `words${'<!-- wp:post-excerpt /-->'.repeat(8100)}`, /words/g],
  [
    'its first image',
    `<img src="/first.png">${'<!-- wp:post-featured-image {"useFirstImageFromPost":true} /-->'.repeat(8100)}`,
    /<figure/g,
  ],
  ['comments', '<!-- wp:latest-comments {"commentsToShow":100} /-->'.repeat(3000), /<li/g],
  [
    'lists',
    '<!-- wp:archives /--><!-- wp:categories /--><!-- wp:tag-cloud /--><!-- wp:page-list /-->'.repeat(2000),
    /<li/g,
  ],
  ['menus', '<!-- wp:navigation /-->'.repeat(5000), /<li/g],
]

onOneDatabase(
  'a text',
  'texts are rendered by the gateway',
  (on) => {
    before(() =>
      insertPosts(on().database, [
        ...[0, 1, 2, 3].map((nth) => ({
          ID: 9100 + nth,
          post_type: 'wp_block',
          post_name: `shared-${nth}`,
          post_content: `<!-- wp:block {"ref":${9101 + nth}} /-->`.repeat(100),
        })),
        { ID: 9104, post_type: 'wp_block', post_name: 'shared-4', post_content: 'innermost' },
        ...texts.map(([, post_content], nth) => ({
          ID: 9200 + nth,
          post_type: 'post',
          post_name: `showing-${nth}`,
          post_content,
        })),
      ]),
    )

    for (const [nth, [about, , shown]] of texts.entries())
      it(`shown-texts/1 that shows ${about} thousands of times is answered, and shows so much and no more`, async () => {
        const { status, text } = await on().gateway.get(`/cms-json/cms/v2/posts/${9200 + nth}`)
        assert.equal(status, 200)
        const times = text.match(shown)?.length ?? 0
        assert.ok(times > 0 && times <= timesMax, `${times} times`)
      })

    it('shown-texts/2 that shows others a few times shows all of them', async () => {
      const { database, gateway } = on()
      await database.execute(
        `update wp_posts set post_content = '${'<!-- wp:block {"ref":9104} /-->'.repeat(50)}' where ID = 9200`,
      )
      const { text } = await gateway.get('/cms-json/cms/v2/posts/9200?_fields=content')
      assert.equal(text.match(/innermost/g)?.length, 50)
    })

    it('shown-texts/4 that shows what is kept beside it thousands of times shows so many letters and no more', async () => {
      const { database, gateway } = on()
      const long = `long ${'x'.repeat(100_000)}`
      await insertPosts(database, [
        {
          ID: 9400,
          post_type: 'attachment',
          post_status: 'inherit',
          post_mime_type: 'image/png',
          post_excerpt: long,
        },
        { ID: 9401, post_content: '<!-- wp:footnotes /-->'.repeat(1000) },
        { ID: 9402, post_content: '[gallery ids="9400"]'.repeat(1000) },
      ])
      const footnotes = JSON.stringify([{ id: 'a', content: long }])
      await insertRows(database, 'wp_postmeta', [
        { post_id: 9401, meta_key: 'footnotes', meta_value: footnotes },
      ])
      for (const id of [9401, 9402]) {
        const { status, text } = await gateway.get(`/cms-json/cms/v2/posts/${id}?_fields=content`)
        const times = text.match(/long x/g)?.length ?? 0
        assert.equal(status, 200)
        assert.ok(times > 50 && text.length < lettersMax, `${id}: ${times} times, ${text.length} letters`)
      }
    })

    it('shown-texts/3 that is one of many with lists has its own when it is asked for alone', async () => {
      const { database, gateway } = on()
      const lists = 30
      const content = (author: number) =>
        Array.from(
          { length: lists },
          (_, nth) => `<!-- wp:latest-posts {"postsToShow":${1 + nth},"selectedAuthor":${author}} /-->`,
        ).join('')
      const ids = [9300, 9301, 9302, 9303]
      await insertPosts(
        database,
        ids.map((ID, nth) => ({
          ID,
          post_author: nth + 1,
          post_type: 'post',
          post_name: `listing-${ID}`,
          post_content: content(nth + 1),
        })),
      )
      const asked = async (some: readonly number[]) => {
        const path = `/cms-json/cms/v2/posts?include=${some.join()}&orderby=include&_fields=id,content`
        const { json, headers } = await gateway.get(path)
        const shown = list(json).map(
          (post) => String(at(post, 'content', 'rendered')).match(/<ul[^>]*><li/g)?.length ?? 0,
        )
        return [shown, headers.get('x-cms-unrendered'), headers.get('cache-status')] as const
      }
      for (const _ of [1, 2]) {
        const [shown, unrendered, status] = await asked(ids)
        assert.deepEqual(shown, [lists, lists, lists, 10])
        assert.equal(unrendered, 'lists beyond the limit 20')
        assert.match(status ?? '', /fwd=/)
      }
      for (const id of ids) assert.deepEqual((await asked([id])).slice(0, 2), [[lists], null], String(id))
    })
  },
  { unrenderedHeader: 'on' },
)
