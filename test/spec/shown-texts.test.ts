// Texts that show others, again and again: what one text shows besides itself is bounded, however its blocks multiply.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { onOneDatabase } from '../support/gateway.ts'
import { insertPosts } from '../support/rows.ts'

/** Of a text with all that it shows; what blocks show may be a few times as long as what is stored. */
const lettersMax = 40_000_000

const fullPosts =
  '<!-- wp:latest-posts {"postsToShow":100,"displayPostContent":true,"displayPostContentRadio":"full_post"} /-->'
const loop =
  '<!-- wp:query {"query":{"perPage":100}} --><!-- wp:post-template --><!-- wp:post-content /--><!-- /wp:post-template --><!-- /wp:query -->'
const texts: readonly (readonly [about: string, text: string])[] = [
  ['shared texts that show one another', '<!-- wp:block {"ref":9100} /-->'.repeat(100)],
  ['its own content', '<!-- wp:post-content /-->'.repeat(8000)],
  ['whole posts', fullPosts.repeat(2000)],
  ['loops of whole posts', loop.repeat(1000)],
  ['first words', '<!-- wp:post-excerpt /-->'.repeat(8000)],
  ['comments', '<!-- wp:latest-comments {"commentsToShow":100} /-->'.repeat(3000)],
  [
    'lists',
    '<!-- wp:archives /--><!-- wp:categories /--><!-- wp:tag-cloud /--><!-- wp:page-list /-->'.repeat(2000),
  ],
  ['menus', '<!-- wp:navigation /-->'.repeat(5000)],
]

onOneDatabase('a text', 'texts are rendered by the gateway', (on) => {
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

  for (const [nth, [about]] of texts.entries())
    it(`shown-texts/1 that shows ${about} thousands of times is answered, and shows so much and no more`, async () => {
      const { status, text } = await on().gateway.get(`/cms-json/cms/v2/posts/${9200 + nth}`)
      assert.equal(status, 200)
      assert.ok(text.length > 500 && text.length < lettersMax, `${text.length} letters`)
    })

  it('shown-texts/2 that shows others a few times shows all of them', async () => {
    const { database, gateway } = on()
    await database.execute(
      `update wp_posts set post_content = '${'<!-- wp:block {"ref":9104} /-->'.repeat(50)}' where ID = 9200`,
    )
    const { text } = await gateway.get('/cms-json/cms/v2/posts/9200?_fields=content')
    assert.equal(text.match(/innermost/g)?.length, 50)
  })
})
