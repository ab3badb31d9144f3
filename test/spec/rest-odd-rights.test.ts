// Viewers whose capabilities are granted one by one: each right is asked for by itself, as a real site with such roles was
// measured to do.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { asUser, type DemoLogin } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { at, list, onEveryDatabase } from '../support/gateway.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

const root = '/cms-json/cms/v2'
const [unknown, unknownPage, draft, privately, thrown, thrownDraft, open, locked, lockedDraft] = [
  7301, 7302, 7303, 7304, 7305, 7306, 7307, 7308, 7310,
] as const
const [ofNothing, ofDraft, ofDeleted, reply, ofLocked, ofStyle, ofLockedDraft] = [
  7401, 7402, 7403, 7404, 7405, 7406, 7407,
] as const
const style = 7309
const [policy, nextPolicy] = [7311, 7312]
const [privatePage, fileBelow] = [7313, 7314]

/** Capabilities as they are stored: sam (5) wrote the rows, connie (4) did not. */
const php = (names: readonly string[]) =>
  `a:${names.length}:{${names.map((name) => `s:${name.length}:"${name}";b:1;`).join('')}}`

onEveryDatabase(
  'rights one by one',
  (on) => {
    const grant = async (id: number, names: readonly string[]) => {
      await on().database.execute(
        `update wp_usermeta set meta_value = '${php(names)}' where user_id = ${id} and meta_key = 'wp_capabilities'`,
      )
      const login = id === 5 ? 'sam' : 'connie'
      await eventually(async () => {
        const { json } = await get('/users/me?context=edit', login)
        assert.deepEqual(Object.keys(Object(at(json, 'capabilities'))).toSorted(), names.toSorted())
      })
    }
    const get = (path: string, as?: DemoLogin) => on().gateway.get(root + path, as ? asUser(as) : {})
    const codeOf = async (path: string, as?: DemoLogin) => {
      const { status, json } = await get(path, as)
      return status === 200 ? 200 : at(json, 'code')
    }
    const codesOf = (paths: readonly string[], as?: DemoLogin) =>
      Promise.all(paths.map((path) => codeOf(path, as)))
    const idsOf = async (path: string, as?: DemoLogin) =>
      list((await get(path, as)).json).map((item) => at(item, 'id'))

    before(async () => {
      const { database } = on()
      await insertPosts(database, [
        { ID: unknown, post_status: 'archived', post_author: 5 },
        { ID: unknownPage, post_status: 'archived', post_author: 1, post_type: 'page' },
        { ID: draft, post_status: 'draft', post_author: 5 },
        { ID: privately, post_status: 'private', post_author: 1 },
        { ID: thrown, post_status: 'trash', post_author: 5 },
        { ID: thrownDraft, post_status: 'trash', post_author: 5 },
        { ID: open, post_author: 1 },
        { ID: locked, post_author: 1, post_password: 'sesame' },
        { ID: lockedDraft, post_author: 1, post_password: 'sesame', post_status: 'draft' },
        { ID: style, post_author: 1, post_type: 'custom_css' },
        { ID: privatePage, post_author: 1, post_type: 'page', post_status: 'private' },
        {
          ID: fileBelow,
          post_author: 1,
          post_type: 'attachment',
          post_status: 'inherit',
          post_parent: privatePage,
        },
      ])
      await insertRows(database, 'wp_postmeta', [
        { post_id: thrown, meta_key: '_wp_trash_meta_status', meta_value: 'publish' },
        { post_id: thrownDraft, meta_key: '_wp_trash_meta_status', meta_value: 'draft' },
      ])
      const comment = (id: number, post: number, more = {}) => ({
        comment_ID: id,
        comment_post_ID: post,
        comment_author: 'Guest',
        comment_author_email: `guest-${id}@example.test`,
        comment_content: `said ${id}`,
        comment_date: '2024-05-20 10:00:00',
        comment_date_gmt: '2024-05-20 10:00:00',
        user_id: 0,
        comment_parent: 0,
        ...more,
      })
      await insertRows(database, 'wp_comments', [
        comment(ofNothing, 0),
        comment(ofDraft, privately, { user_id: 5 }),
        comment(ofDeleted, 9999),
        comment(reply, open, { comment_parent: ofDeleted }),
        comment(ofLocked, locked),
        comment(ofStyle, style),
        comment(ofLockedDraft, lockedDraft),
      ])
    })

    it('rest-odd-rights/1 content of an unknown status is for editors of posts of others, not for its author', async () => {
      const both = [`/posts/${unknown}`, `/pages/${unknownPage}`]
      await grant(5, ['read', 'edit_posts', 'edit_pages', 'edit_others_pages'])
      assert.deepEqual(await codesOf(both, 'sam'), ['rest_forbidden', 'rest_forbidden'])
      assert.equal(await codeOf(`/posts/${unknown}?context=edit`, 'sam'), 'rest_forbidden')
      await grant(5, ['read', 'edit_others_posts'])
      assert.deepEqual(await codesOf(both, 'sam'), [200, 200])
      assert.deepEqual(await codesOf(both, 'arthur'), ['rest_forbidden', 'rest_forbidden'])
    })

    it('rest-odd-rights/2 authors without the right to read do not see their own', async () => {
      await grant(5, ['edit_posts', 'edit_others_posts'])
      assert.deepEqual(await codesOf([`/posts/${draft}`, `/posts/${draft}?context=edit`], 'sam'), [
        'rest_forbidden',
        'rest_forbidden',
      ])
      await grant(5, ['read', 'edit_others_posts'])
      assert.deepEqual(await codesOf([`/posts/${draft}`, `/posts/${draft}?context=edit`], 'sam'), [
        200,
        'rest_forbidden_context',
      ])
    })

    it('rest-odd-rights/3 who may edit private content but not read it gets lists of it, and no item', async () => {
      const rights = ['read', 'edit_posts', 'edit_others_posts', 'edit_published_posts', 'edit_private_posts']
      await grant(4, rights)
      assert.equal(await codeOf(`/posts/${privately}?context=edit`, 'connie'), 'rest_forbidden')
      const listed = `/posts?include=${privately}&status=private`
      assert.deepEqual(await idsOf(`${listed}&context=edit`, 'connie'), [privately])
      assert.deepEqual(await idsOf(listed, 'connie'), [])
      await grant(4, [...rights, 'read_private_posts'])
      assert.equal(await codeOf(`/posts/${privately}?context=edit`, 'connie'), 200)
    })

    it('rest-odd-rights/4 what was published is still published in the trash', async () => {
      await grant(5, ['read', 'edit_posts'])
      const editing = [thrown, thrownDraft].map((id) => `/posts/${id}?context=edit`)
      assert.deepEqual(await codesOf(editing, 'sam'), ['rest_forbidden_context', 200])
      assert.deepEqual(
        await idsOf(`/posts?include=${thrown},${thrownDraft}&status=trash&context=edit`, 'sam'),
        [thrownDraft],
      )
      await grant(5, ['read', 'edit_posts', 'edit_published_posts'])
      assert.deepEqual(await codesOf(editing, 'sam'), [200, 200])
    })

    it('rest-odd-rights/5 a password opens comments to be read, and shows no address', async () => {
      await grant(5, ['read'])
      await grant(4, ['read', 'moderate_comments'])
      const path = `/comments/${ofLocked}?password=sesame`
      for (const as of [undefined, 'sam'] as const) {
        assert.equal(await codeOf(path, as), 200)
        assert.equal(await codeOf(`${path}&context=edit`, as), 'rest_forbidden_context')
      }
      const { json } = await get(`${path}&context=edit`, 'connie')
      assert.equal(at(json, 'author_email'), `guest-${ofLocked}@example.test`)
    })

    it('rest-odd-rights/6 comments whose content is hidden or gone are shown by no link either', async () => {
      await grant(5, ['read'])
      assert.equal(await codeOf(`/comments/${ofDraft}`, 'sam'), 'rest_cannot_read_post')
      const embedded = async (as: DemoLogin) =>
        at((await get(`/comments/${reply}?_embed`, as)).json, '_embedded', 'in-reply-to', 0, 'id')
      for (const as of ['edith', 'admin', 'arthur'] as const) {
        assert.equal(await codeOf(`/comments/${ofDeleted}`, as), 'rest_post_invalid_id')
        assert.equal(await embedded(as), undefined)
      }
      // Comments on styles are for no role, as is what they are about
      assert.deepEqual(await idsOf(`/comments?include=${ofStyle},${reply}`, 'admin'), [reply])
      assert.equal(await codeOf(`/comments/${ofStyle}`, 'admin'), 'rest_cannot_read')
    })

    it('rest-odd-rights/7 a password opens nothing that is not published to its viewer', async () => {
      await grant(5, ['read'])
      const paths = [
        `/comments?post=${lockedDraft}&password=sesame`,
        `/comments/${ofLockedDraft}?password=sesame`,
      ]
      const refused = ['rest_cannot_read_post', 'rest_cannot_read']
      assert.deepEqual(await codesOf(paths), refused)
      assert.deepEqual(await codesOf(paths, 'sam'), refused)
      assert.deepEqual(await codesOf(paths, 'edith'), [200, 200])
    })

    it('rest-odd-rights/8 whoever writes anything chooses among all authors', async () => {
      await grant(5, ['read', 'edit_pages'])
      assert.equal(await codeOf('/users?who=authors', 'sam'), 200)
      await grant(5, ['read', 'edit_others_pages'])
      assert.equal(await codeOf('/users?who=authors', 'sam'), 'rest_forbidden_who')
    })

    it('rest-odd-rights/10 a file below a private page has the address below it for those who read private files', async () => {
      const link = async () => at((await get(`/media/${fileBelow}`, 'sam')).json, 'link')
      await grant(5, ['read', 'read_private_pages'])
      assert.equal(await link(), `http://127.0.0.1:8081/?attachment_id=${fileBelow}`)
      await grant(5, ['read', 'read_private_pages', 'read_private_posts'])
      assert.equal(await link(), `http://127.0.0.1:8081/post-${privatePage}/post-${fileBelow}/`)
    })

    it('rest-odd-rights/9 the page of the privacy policy is edited by those who manage the site', async () => {
      const { database, gateway } = on()
      await insertPosts(database, [
        { ID: policy, post_author: 2, post_type: 'page' },
        { ID: nextPolicy, post_author: 1, post_type: 'page', post_status: 'draft' },
      ])
      const choose = async (id: number) => {
        await database.execute(`delete from wp_options where option_name = 'wp_page_for_privacy_policy'`)
        await insertRows(database, 'wp_options', [
          { option_name: 'wp_page_for_privacy_policy', option_value: String(id), autoload: 'on' },
        ])
      }
      const edits = [
        `/pages/${policy}?context=edit`,
        `/pages/${policy}/revisions`,
        `/pages/${policy}/autosaves`,
      ]
      const drafts = `/pages?status=any&include=${nextPolicy},${policy}`
      assert.deepEqual(await codesOf([...edits, `/pages/${nextPolicy}`], 'edith'), [200, 200, 200, 200])
      await choose(policy)
      await eventually(async () =>
        assert.deepEqual(await codesOf(edits, 'edith'), [
          'rest_forbidden_context',
          'rest_cannot_read',
          'rest_cannot_read',
        ]),
      )
      assert.deepEqual(await idsOf(`/pages?context=edit&include=${policy}`, 'edith'), [])
      assert.deepEqual(await codesOf([`/pages/${policy}`, `/pages/${nextPolicy}`], 'edith'), [200, 200])
      assert.deepEqual(await codesOf(edits, 'admin'), [200, 200, 200])
      const preview = `{ page(id: "${policy}", asPreview: true) { id } }`
      const previewed = await gateway.send('POST', '/graphql', {
        headers: { ...asUser('edith'), 'content-type': 'application/json' },
        body: JSON.stringify({ query: preview }),
      })
      assert.deepEqual(at(previewed.json, 'data', 'page'), null)
      await choose(nextPolicy)
      await eventually(async () =>
        assert.equal(await codeOf(`/pages/${nextPolicy}`, 'edith'), 'rest_forbidden'),
      )
      assert.deepEqual(await idsOf(drafts, 'edith'), [policy])
      assert.equal((await idsOf(drafts, 'admin')).length, 2)
    })

    it('rest-odd-rights/11 the index names the theme to whoever edits content of any type', async () => {
      const themeFor = async (names: readonly string[]) => {
        await grant(4, names)
        const { json } = await on().gateway.get('/cms-json/', asUser('connie'))
        return at(json, '_links', 'cms:active-theme', 0, 'href') !== undefined
      }
      assert.deepEqual(
        [
          await themeFor(['read']),
          await themeFor(['read', 'edit_pages']),
          await themeFor(['read', 'switch_themes']),
          await themeFor(['read', 'edit_theme_options']),
          await themeFor(['read', 'upload_files']),
        ],
        [false, true, true, true, false],
      )
    })
  },
  { feed: 'auto' },
)
