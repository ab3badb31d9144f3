// Comments: seen with what they are about; what editors alone may ask; what a password hides and opens.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { it } from 'node:test'
import { asUser, type DemoLogin } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { at, list, onEveryDatabase } from '../support/gateway.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

const root = '/cms-json/cms/v2'

onEveryDatabase(
  'REST comments',
  (on) => {
    const get = (path: string, as?: DemoLogin) => on().gateway.get(root + path, as ? asUser(as) : {})
    const idsOf = async (path: string, as?: DemoLogin) =>
      list((await get(path, as)).json).map((item) => at(item, 'id'))
    const refusal = async (path: string, as?: DemoLogin) => {
      const { status, json } = await get(path, as)
      return [status, at(json, 'code'), at(json, 'message')]
    }

    it('rest-comments/1 are listed once approved, about what may be read, while all of them are counted', async () => {
      // 14 is about a product, of a type that is not served here
      assert.deepEqual(await idsOf('/comments'), [4, 3, 2, 1, 13, 10, 8])
      assert.equal((await get('/comments')).headers.get('x-cms-total'), '10')
      assert.deepEqual(await idsOf('/comments?post=201,202'), [10, 8])
      assert.deepEqual(await idsOf('/comments?parent_exclude=0'), [3, 2])
      assert.deepEqual(await idsOf('/comments?search=reply'), [3, 2])
      assert.deepEqual(await idsOf('/comments?orderby=parent&order=asc'), [13, 10, 8, 4, 1, 2, 3])
    })

    it('rest-comments/2 say what they are about, what they reply to, and who replied', async () => {
      const { json } = await get('/comments/1?_embed')
      assert.equal(at(json, 'link'), 'http://127.0.0.1:8081/2024/02/15/comments-galore/#comment-1')
      assert.equal(at(json, '_links', 'up', 0, 'post_type'), 'post')
      assert.equal(at(json, '_embedded', 'children', 0, 0, 'id'), 2)
      assert.equal(at(json, 'author_email'), undefined)
      assert.equal(at((await get('/posts/230?_embed=replies')).json, '_embedded', 'replies', 0, 0, 'id'), 4)
    })

    it('rest-comments/3 of users have the face of the address that the user has now', async () => {
      await on().database.execute("update wp_users set user_email = 'new@example.test' where ID = 5")
      const hash = createHash('sha256').update('new@example.test').digest('hex')
      await eventually(async () => {
        const { json } = await get('/comments/10?face')
        assert.match(String(at(json, 'author_avatar_urls', '24')), new RegExp(`/avatar/${hash}\\?`))
      })
      await on().database.execute("update wp_users set user_email = 'sam@example.test' where ID = 5")
    })

    it('rest-comments/4 on hold are seen by whoever may edit what they are about', async () => {
      assert.deepEqual((await refusal('/comments/5')).slice(0, 2), [401, 'rest_cannot_read'])
      assert.deepEqual(await idsOf('/comments?status=hold', 'arthur'), [5])
      assert.deepEqual(await idsOf('/comments?status=spam&context=edit', 'admin'), [6])
      assert.equal(
        at((await get('/comments/5?context=edit', 'admin')).json, 'author_email'),
        'wait@example.test',
      )
      assert.deepEqual((await refusal('/comments/5?context=edit')).slice(0, 2), [
        401,
        'rest_forbidden_context',
      ])
      // Addresses of commenters are for moderators, whoever wrote what they are about
      assert.equal((await get('/comments/8', 'arthur')).status, 200)
      const { status, json } = await get('/comments/8?context=edit', 'arthur')
      assert.deepEqual([status, at(json, 'code')], [403, 'rest_forbidden_context'])
    })

    it('rest-comments/5 are asked for by who wrote them, and by status, by editors alone', async () => {
      for (const arg of [
        'author=3',
        'author_exclude=3',
        'author_email=bob%40example.test',
        'status=hold',
        'type=pingback',
      ]) {
        const message = `Query parameter not permitted: ${arg.split('=')[0]}`
        assert.deepEqual(await refusal(`/comments?${arg}`), [401, 'rest_forbidden_param', message])
        assert.equal((await get(`/comments?${arg}`, 'sam')).status, 403)
      }
      assert.deepEqual(await idsOf('/comments?author_email=bob%40example.test', 'admin'), [1])
      // Names are taken without what none has
      for (const [sent, meant] of [
        ['status=HO!LD', 'status=hold'],
        ['status=%E6%97%A5', 'status=all'],
        ['type=Ping-Back', 'type=ping-back'],
        ['type=PINGBACK', 'type=pingback'],
      ])
        assert.deepEqual(
          await idsOf(`/comments?${sent}`, 'admin'),
          await idsOf(`/comments?${meant}`, 'admin'),
        )
      assert.deepEqual(await idsOf('/comments?status=approved', 'admin'), [])
      assert.equal((await get('/comments?status=Approve')).status, 200)
      assert.deepEqual(await refusal('/comments?status=hold&type=pingback&author_email=a%40b.test'), [
        401,
        'rest_forbidden_param',
        'Query parameter not permitted: author_email, type, status',
      ])
    })

    it('rest-comments/6 are refused for what they are about before anything else is said', async () => {
      const [status, code] = await refusal('/comments?post=209&context=edit&status=hold')
      assert.deepEqual([status, code], [401, 'rest_cannot_read_post'])
    })

    it('rest-comments/7 of their author are listed for them, and refused alone where what they are about is hidden', async () => {
      await on().database.execute('update wp_comments set user_id = 5 where comment_ID = 12')
      await eventually(async () => {
        const [own] = list((await get('/comments?include=12', 'sam')).json)
        assert.deepEqual(Object.keys(Object(at(own, '_links', 'self', 0))), ['href'])
        assert.deepEqual((await refusal('/comments/12', 'sam')).slice(0, 2), [403, 'rest_cannot_read_post'])
      })
      await on().database.execute('update wp_comments set user_id = 2 where comment_ID = 12')
    })

    it('rest-comments/8 are looked for after what they are about, which may be gone', async () => {
      await on().database.execute('update wp_comments set comment_post_ID = 99999 where comment_ID = 12')
      await eventually(async () => {
        for (const as of [undefined, 'sam', 'admin'] as const)
          for (const query of ['', '?context=edit', '?password=x'])
            assert.deepEqual((await refusal(`/comments/12${query}`, as)).slice(0, 2), [
              404,
              'rest_post_invalid_id',
            ])
      })
      await on().database.execute('update wp_comments set comment_post_ID = 209 where comment_ID = 12')
    })

    it('rest-comments/9 are none in the order of ids where no ids are given', async () => {
      const { headers: all } = await get('/comments')
      const { status, headers, text } = await get('/comments?orderby=include')
      assert.deepEqual([status, headers.get('x-cms-total'), text], [200, all.get('x-cms-total'), '[]'])
      assert.deepEqual(await idsOf('/comments?orderby=include&include=8,1,4'), [8, 1, 4])
    })

    it('rest-comments/11 say where notes stand', async () => {
      const { database } = on()
      const moment = '2024-05-20 10:00:00'
      await insertRows(
        database,
        'wp_comments',
        [9101, 9102, 9103].map((id) => ({
          comment_ID: id,
          comment_post_ID: 201,
          comment_author: 'Edith',
          comment_content: 'said',
          comment_date: moment,
          comment_date_gmt: moment,
          comment_type: id === 9103 ? 'comment' : 'note',
        })),
      )
      await insertRows(
        database,
        'wp_commentmeta',
        ['resolved', 'odd', 'resolved'].map((value, nth) => ({
          comment_id: 9101 + nth,
          meta_key: '_wp_note_status',
          meta_value: value,
        })),
      )
      const status = async (id: number) =>
        at((await get(`/comments/${id}?_fields=id,meta`, 'admin')).json, 'meta', '_wp_note_status')
      await eventually(async () => assert.equal(await status(9101), 'resolved'))
      assert.deepEqual([await status(9102), await status(9103)], [null, null])
      await database.execute(`update wp_commentmeta set meta_value = 'reopen' where comment_id = 9101`)
      await eventually(async () => assert.equal(await status(9101), 'reopen'))
      await database.execute('delete from wp_comments where comment_ID > 9100')
    })

    it('rest-comments/12 of files below private content need the right to read that', async () => {
      const { database } = on()
      const right = 's:18:"read_private_posts";b:1;'
      const [file, post] = [9201, 9202]
      await insertPosts(database, [
        { ID: post, post_status: 'private', post_author: 1, post_title: 'Hidden' },
        { ID: file, post_type: 'attachment', post_status: 'inherit', post_author: 1, post_parent: post },
      ])
      await eventually(async () => assert.equal((await get(`/media/${file}`, 'edith')).status, 200))
      const roles = `wp_options set option_value = replace(option_value, '${right}', '${right.replace(';b:1', ';b:0')}') where option_name = 'wp_user_roles'`
      await database.execute(`update ${roles}`)
      await eventually(async () => assert.equal((await get(`/posts/${post}`, 'edith')).status, 403))
      assert.equal((await get(`/media/${file}`, 'edith')).status, 403)
      assert.deepEqual(await idsOf(`/media?include=${file}`, 'edith'), [])
      // The trash may hold what was private: of a page, for those who edit files but no pages
      await database.execute(
        `update ${roles.replaceAll('read_private_posts', 'edit_others_pages').replaceAll('s:18', 's:17')}`,
      )
      await database.execute(
        `update wp_posts set post_type = 'page', post_status = 'trash' where ID = ${post}`,
      )
      await eventually(async () => assert.equal((await get(`/pages/${post}`, 'edith')).status, 403))
      assert.equal((await get(`/media/${file}`, 'edith')).status, 403)
      await database.execute(
        `update wp_posts set post_type = 'post', post_status = 'private' where ID = ${post}`,
      )
      assert.deepEqual((await refusal(`/comments?post=${file}`, 'edith')).slice(0, 2), [
        403,
        'rest_cannot_read_post',
      ])
    })

    it('rest-comments/13 are hidden by a password of blanks, and with patterns that have no status of their own', async () => {
      const { database } = on()
      const [blank, pattern] = [9401, 9402]
      await insertPosts(database, [
        { ID: blank, post_password: ' ' },
        { ID: pattern, post_type: 'wp_block', post_status: 'inherit', post_author: 3, post_parent: 201 },
      ])
      await insertRows(
        database,
        'wp_comments',
        [blank, pattern].map((id) => ({
          comment_ID: id,
          comment_post_ID: id,
          comment_author: 'Guest',
          comment_content: 'said',
          comment_date: '2024-05-20 10:00:00',
          comment_date_gmt: '2024-05-20 10:00:00',
        })),
      )
      await eventually(async () => assert.equal((await get(`/comments/${blank}`, 'admin')).status, 200))
      for (const id of [blank, pattern]) {
        assert.deepEqual((await refusal(`/comments/${id}`)).slice(0, 2), [401, 'rest_cannot_read'])
        assert.deepEqual(await idsOf(`/comments?include=${id}`), [])
        assert.deepEqual((await refusal(`/comments?post=${id}`, 'sam')).slice(0, 2), [
          403,
          'rest_cannot_read_post',
        ])
      }
      assert.equal((await get(`/comments/${pattern}`, 'arthur')).status, 200)
      assert.equal((await get(`/comments/${pattern}`, 'edith')).status, 200)
    })

    it('rest-comments/10 below a password are opened by it, and by nothing else', async () => {
      assert.deepEqual((await refusal('/comments?post=212')).slice(0, 2), [401, 'rest_cannot_read_post'])
      assert.deepEqual((await refusal('/comments?post=212&password=wrong')).slice(0, 2), [
        401,
        'rest_cannot_read_post',
      ])
      assert.deepEqual(await idsOf('/comments?post=212&password=sesame'), [11])
      assert.equal((await get('/comments/11')).status, 401)
      assert.equal((await get('/comments/11?password=wrong')).status, 401)
      const opened = await get('/comments/11?password=sesame')
      assert.deepEqual(
        [opened.status, opened.headers.get('cache-control')?.includes('no-store')],
        [200, true],
      )
      assert.equal((await get('/comments/11')).status, 401)
      // Without the password nothing may be done there, but by those who may read it without
      const hints = (found: unknown) => at(found, '_links', 'self', 0, 'targetHints')
      assert.equal(hints(opened.json), undefined)
      const listed = await get('/comments?post=212&password=sesame')
      assert.equal(hints(at(listed.json, 0)), undefined)
      const byEditor = await get('/comments?post=212&password=sesame', 'edith')
      assert.deepEqual(hints(at(byEditor.json, 0)), { allow: ['GET'] })
      // Several items are opened by no password
      assert.deepEqual((await refusal('/comments?post=212,201&password=sesame')).slice(0, 2), [
        401,
        'rest_cannot_read_post',
      ])
      const openPost = await get('/comments?post=201&password=sesame')
      assert.deepEqual(hints(at(openPost.json, 0)), { allow: ['GET'] })
      const { json } = await get('/posts/212?password=sesame&_embed')
      assert.equal(at(json, '_embedded', 'replies', 0, 'code'), 'rest_cannot_read_post')
      assert.deepEqual((await refusal('/comments?post=209')).slice(0, 2), [401, 'rest_cannot_read_post'])
      assert.deepEqual((await refusal('/comments?post=0')).slice(0, 2), [401, 'rest_cannot_read'])
    })
  },
  { feed: 'auto' },
)
