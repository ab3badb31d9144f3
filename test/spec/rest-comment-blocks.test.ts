// The comments of a post in its own text, over HTTP: which are shown, in which order, and what is said of them.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { at, list, onEveryDatabase } from '../support/gateway.ts'
import { eventually } from '../support/eventually.ts'
import { setOption } from '../support/plugins.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

const post = 990300

const template =
  '<!-- wp:comment-template --><!-- wp:comment-author-name /--><!-- wp:comment-date /--><!-- wp:comment-content /--><!-- wp:comment-reply-link /--><!-- /wp:comment-template -->'
const block = (inner: string) => `<!-- wp:comments --><div>${inner}</div><!-- /wp:comments -->`

onEveryDatabase(
  'blocks of comments',
  (on) => {
    const insertPost = async (content: string, parts: Record<string, string | number> = {}) => {
      const row = {
        ID: post,
        post_date: '2024-01-05 10:00:00',
        post_date_gmt: '2024-01-05 09:00:00',
        post_content: content,
        post_title: 'Talk',
        post_name: 'talk',
        ...parts,
      }
      await on().database.execute(`delete from wp_posts where ID = ${post}`)
      await insertPosts(on().database, [row])
    }
    const insertComments = (some: readonly Record<string, string | number>[]) =>
      insertRows(
        on().database,
        'wp_comments',
        some.map((parts) => ({
          comment_post_ID: post,
          comment_author: `Author ${parts['comment_ID']}`,
          comment_author_email: 'a@example.org',
          comment_author_url: '',
          comment_author_IP: '',
          comment_date: '2024-01-07 10:00:00',
          comment_date_gmt: '2024-01-07 09:00:00',
          comment_content: `said ${parts['comment_ID']}`,
          comment_karma: 0,
          comment_approved: '1',
          comment_agent: '',
          comment_type: 'comment',
          comment_parent: 0,
          user_id: 0,
          ...parts,
        })),
      )
    const comment = (id: number, parts: Record<string, string | number>) =>
      insertComments([{ comment_ID: id, ...parts }])
    const shown = async () => {
      // Answers to somebody who is logged in are never kept
      const answer = await on().gateway.get(`/cms-json/cms/v2/posts/${post}?_fields=content`, asUser('admin'))
      return String(at(answer.json, 'content', 'rendered'))
    }

    it('rest-comment-blocks/1 show approved comments, replies below what they answer', async () => {
      await insertPost(block(`<!-- wp:comments-title /-->${template}`), { comment_count: 3 })
      await comment(990301, { comment_author_url: 'http://example.org/me' })
      await comment(990302, { comment_parent: 990301, user_id: 1 })
      await comment(990303, { comment_date_gmt: '2024-01-08 09:00:00' })
      await comment(990304, { comment_approved: '0' })
      await comment(990305, { comment_approved: 'spam' })
      const html = await shown()
      assert.deepEqual(
        [...html.matchAll(/<li id="comment-(\d+)" class="([^"]*)"/g)].map(([, ...all]) => all),
        [
          ['990301', 'comment even thread-even depth-1'],
          ['990302', 'comment byuser comment-author-admin bypostauthor odd alt depth-2'],
          ['990303', 'comment even thread-odd thread-alt depth-1'],
        ],
      )
      assert(html.includes('3 responses to &#8220;Talk&#8221;</h2>'), html)
      assert(
        html.includes(
          '<a rel="external nofollow ugc" href="http://example.org/me" target="_self" >Author 990301</a>',
        ),
        html,
      )
      assert(html.includes('?replytocom=990301#respond"'), html)
      assert(!html.includes('said 990304'))
      assert(!html.includes('said 990305'))
    })

    it('rest-comment-blocks/2 offer a form where comments are open alone', async () => {
      await insertPost(block('<!-- wp:post-comments-form /-->'))
      const html = await shown()
      assert(html.includes(`name='comment_post_ID' value='${post}'`), html)
      assert(html.includes(`href="/cms-json/cms/v2/posts/${post}#respond"`), html)
      await insertPost('<!-- wp:post-comments-form /-->', { comment_status: 'closed' })
      assert(!(await shown()).includes('<form'))
    })

    it('rest-comment-blocks/5 ask and order as the site says', async () => {
      const { database } = on()
      await insertPost(block(`${template}<!-- wp:post-comments-form /-->`), { comment_count: 3 })
      await database.execute(`delete from wp_comments where comment_post_ID = ${post}`)
      await comment(990321, { comment_author_url: 'javascript:x' })
      await comment(990322, { comment_parent: 990321 })
      await comment(990323, { comment_date_gmt: '2024-01-08 09:00:00' })
      assert((await shown()).includes('comment-author-name">Author 990321</div>'))
      const ids = (html: string) => [...html.matchAll(/<li id="comment-(\d+)"/g)].map(([, id]) => id)
      const [oldest, reply, newest] = ['990321', '990322', '990323']
      /** How each value of an option is told. */
      const told = async (
        name: string,
        values: readonly (readonly [value: string, looks: (html: string) => void])[],
      ) => {
        for (const [value, looks] of values) {
          await setOption(database, name, value)
          await eventually(async () => looks(await shown()))
        }
      }
      await told('comment_order', [
        ['desc', (html) => assert.deepEqual(ids(html), [newest, oldest, reply])],
        ['asc', (html) => assert.deepEqual(ids(html), [oldest, reply, newest])],
      ])
      const cancel = (path: string) => (html: string) =>
        assert(html.includes(`id="cancel-comment-reply-link" href="${path}#respond"`), html)
      await told('permalink_structure', [
        ['', cancel(`/?rest_route=%2Fcms%2Fv2%2Fposts%2F${post}`)],
        ['/%postname%/', cancel(`/cms-json/cms/v2/posts/${post}`)],
      ])
      const differs = (one: RegExp, other: RegExp) => (html: string) => {
        assert.match(html, one)
        assert.doesNotMatch(html, other)
      }
      for (const [option, onlyOff, onlyOn] of [
        [
          'comment_registration',
          /replytocom.*<form/s,
          /class="comment-reply-login".*<p class="must-log-in">/s,
        ],
        ['require_name_email', /<label for="author">Name<\/label>/, /autocomplete="email" required/],
        [
          'show_comments_cookies_opt_in',
          /autocomplete="url" \/><\/p>\n<p class="form-submit/,
          /cookies-consent/,
        ],
        ['thread_comments', /Leave a Reply<\/h3>/, /cancel-comment-reply-link/],
      ] as const) {
        const values = [
          ['0', differs(onlyOff, onlyOn)],
          ['1', differs(onlyOn, onlyOff)],
        ] as const
        // The last value is the usual one
        await told(option, option === 'comment_registration' ? values.toReversed() : values)
      }
    })

    it('rest-comment-blocks/3 count comments and link to them', async () => {
      await insertPost('<!-- wp:post-comments-count /--><!-- wp:post-comments-link /-->', {
        comment_count: 2,
      })
      const html = await shown()
      assert(html.includes('<div class="wp-block-post-comments-count">2</div>'), html)
      assert(html.includes('#comments>2 comments<span class="screen-reader-text"> on Talk</span></a>'), html)
      await insertPost('<!-- wp:post-comments-link /-->', { comment_count: 2, comment_status: 'closed' })
      assert(!(await shown()).includes('2 comments'))
    })

    it('rest-comment-blocks/4 name the newest of all, of protected posts without what they say', async () => {
      await insertPost('<!-- wp:latest-comments {"commentsToShow":3,"displayContent":"full"} /-->')
      const [locked, file] = [post + 1, post + 2]
      await insertPosts(on().database, [
        { ID: locked, post_title: 'Locked', post_name: 'locked', post_password: 'secret' },
        { ID: file, post_title: 'File', post_name: 'file', post_type: 'attachment', post_status: 'inherit' },
      ])
      const time = '2037-01-0'
      await comment(990311, { comment_date_gmt: `${time}1 10:00:00`, comment_author_url: 'javascript:x' })
      await comment(990312, { comment_date_gmt: `${time}2 10:00:00`, comment_post_ID: locked })
      await comment(990313, { comment_date_gmt: `${time}3 10:00:00`, comment_post_ID: file })
      const html = await shown()
      const names = [...html.matchAll(/author">([^<]*)<\/span> on <a [^>]*>([^<]*)</g)]
      assert.deepEqual(
        names.slice(0, 2).map(([, ...all]) => all),
        [
          ['Author 990312', 'Protected: Locked'],
          ['Author 990311', 'Talk'],
        ],
      )
      assert.equal(names.length, 3)
      assert(html.includes('<p>Password protected</p>'), html)
      assert(!html.includes('said 990312'))
      assert(!html.includes('990313'))
    })

    it('rest-comment-blocks/6 lead from the newest to the address that was given, else to an author', async () => {
      await insertPost(
        '<!-- wp:latest-comments {"commentsToShow":2} /--><!-- wp:post-author {"showAvatar":false} /-->',
        { post_author: 990777 },
      )
      const time = '2037-02-0'
      await comment(990331, {
        comment_date_gmt: `${time}1 10:00:00`,
        user_id: 1,
        comment_author_url: 'http://own.test/',
      })
      await comment(990332, { comment_date_gmt: `${time}2 10:00:00`, user_id: 1 })
      const html = await shown()
      const links = [...html.matchAll(/comment-author" href="([^"]*)"/g)].map(([, href]) => href)
      assert.equal(links[1], 'http://own.test/')
      assert.match(links[0] ?? '', /\/author\/admin\/$/)
      // An author who is gone has no name
      assert(html.includes('<p class="wp-block-post-author__name"></p>'), html)
    })

    it('rest-comment-blocks/7 show all of them where the comments of a page are more than it reads', async () => {
      const posts = [990341, 990342, 990343]
      const text = block(
        '<!-- wp:comment-template --><!-- wp:comment-content /--><!-- /wp:comment-template -->',
      )
      await insertPosts(
        on().database,
        posts.map((ID) => ({ ID, post_content: text, comment_count: 400 })),
      )
      await insertComments(
        posts.flatMap((comment_post_ID, nth) =>
          Array.from({ length: 400 }, (_, place) => ({
            comment_ID: 991000 + nth * 400 + place,
            comment_post_ID,
          })),
        ),
      )
      const asked = async (ids: readonly number[]) => {
        const path = `/cms-json/cms/v2/posts?include=${ids.join()}&orderby=include&_fields=content`
        const { json } = await on().gateway.get(path)
        return list(json).map(
          (item) => String(at(item, 'content', 'rendered')).match(/<li id="comment-/g)?.length ?? 0,
        )
      }
      assert.deepEqual(await asked(posts), [400, 400, 0])
      // Nothing is kept of the one that has none here
      assert.deepEqual(await asked(posts.slice(1)), [400, 400])
    })
  },
  { feed: 'auto' },
)
