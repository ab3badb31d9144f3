// Whole texts and featured images in the block of the newest posts, as a real WordPress 7.1.4 showed them: each text by its own
// post, before the text that lists it.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { at, onEveryDatabase } from '../support/gateway.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

const listing = 990041
const listed = 990042
const comment = 990043

onEveryDatabase('texts in lists', (on) => {
  const newest = (more: Readonly<Record<string, unknown>>) =>
    `<!-- wp:latest-posts ${JSON.stringify({ postsToShow: 1, ...more })} /-->`
  const whole = newest({ displayPostContent: true, displayPostContentRadio: 'full_post' })
  const insert = async (text: string, content: string) =>
    insertPosts(on().database, [
      { ID: listing, post_type: 'post', post_content: text, post_date: '1990-01-01 00:00:00' },
      {
        ID: listed,
        post_type: 'post',
        post_title: 'Listed',
        post_name: 'listed',
        post_content: content,
        post_date: '2024-06-01 00:00:00',
        post_date_gmt: '2024-06-01 00:00:00',
        comment_status: 'open',
        comment_count: 1,
      },
    ])
  const remove = async () => {
    for (const [table, column] of [
      ['wp_posts', 'ID'],
      ['wp_postmeta', 'post_id'],
      ['wp_comments', 'comment_post_ID'],
    ])
      await on().database.execute(`delete from ${table} where ${column} in (${listing}, ${listed})`)
  }
  const shown = async () => {
    // Answers to somebody who is logged in are never kept
    const answer = await on().gateway.get(
      `/cms-json/cms/v2/posts/${listing}?_fields=content`,
      asUser('admin'),
    )
    return String(at(answer.json, 'content', 'rendered'))
  }

  it('rest-listed-texts/1 have shortcodes of the listed post, and numbers before those around', async () => {
    await insert(
      `[audio src="/o.mp3"]${whole}`,
      '<!-- wp:paragraph --><p>[audio src="/i.mp3"]</p><!-- /wp:paragraph -->',
    )
    const html = await shown()
    const ids = [...html.matchAll(/ id="(audio-[\d-]+)"/g)].map(([, id]) => id)
    assert.deepEqual(ids, [`audio-${listing}-2`, `audio-${listed}-1`])
    // A shortcode alone in a paragraph leaves that before it becomes a block's
    assert.match(html, /post-full-content"><audio /)
    await remove()
  })

  it('rest-listed-texts/2 lose a pair of brackets each time that they are read', async () => {
    await insert(whole, 'a [[[audio src="/i.mp3"]]] b')
    assert.match(await shown(), />a \[audio src=[^<]*\] b<\/div>/)
    await remove()
  })

  it('rest-listed-texts/3 show comments of the listed post, and its form', async () => {
    const parts = [
      '<!-- wp:post-comments-count /-->',
      '<!-- wp:comments-title /-->',
      '<!-- wp:post-comments-form /-->',
    ]
    await insert(whole, parts.join(''))
    await insertRows(on().database, 'wp_comments', [
      {
        comment_ID: comment,
        comment_post_ID: listed,
        comment_author: 'Ada',
        comment_author_email: '',
        comment_author_url: '',
        comment_author_IP: '',
        comment_date: '2024-06-02 00:00:00',
        comment_date_gmt: '2024-06-02 00:00:00',
        comment_content: 'Well said.',
        comment_karma: 0,
        comment_approved: '1',
        comment_agent: '',
        comment_type: 'comment',
        comment_parent: 0,
        user_id: 0,
      },
    ])
    const html = await shown()
    assert.match(html, /<div class="wp-block-post-comments-count">1<\/div>/)
    assert.match(html, />One response to &#8220;Listed&#8221;<\/h2>/)
    assert.match(html, new RegExp(`name='comment_post_ID' value='${listed}'`))
    await remove()
  })

  it('rest-listed-texts/4 keep the place of a featured image that is gone', async () => {
    await insert(newest({ displayFeaturedImage: true, addLinkToFeaturedImage: true }), '')
    await insertRows(on().database, 'wp_postmeta', [
      { post_id: listed, meta_key: '_thumbnail_id', meta_value: '999999' },
    ])
    assert.match(
      await shown(),
      /<li><div class="wp-block-latest-posts__featured-image"><a href="[^"]*\/listed\/" aria-label="Listed"><\/a><\/div><a /,
    )
    await remove()
  })
})
