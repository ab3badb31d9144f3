// Preview tokens: who gets one for which content, what it shows in REST and both GraphQL schemas, what ends it, and that it shows
// nothing else.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { it } from 'node:test'
import { SignJWT } from 'jose'
import {
  asUser,
  cookieOf,
  demoKeys,
  demoUsers,
  nonceOf,
  type DemoLogin,
} from '../support/demo-credentials.ts'
import { at, onEveryDatabase, onOneDatabase, type Answer, type On } from '../support/gateway.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

const root = '/cms-json/cms/v2'
const route = '/cms-json/lectern/v1/preview-tokens'
const previewSecret = 'a secret that a front end and its gateway share'
const json = { 'content-type': 'application/json' }

type Headers = Readonly<Record<string, string>>

const bySecret: Headers = { authorization: `Preview-Secret ${previewSecret}` }
const bySession = (login: DemoLogin): Headers => ({ cookie: cookieOf(login), 'x-cms-nonce': nonceOf(login) })
const withToken = (token: string): Headers => ({ authorization: `Preview ${token}` })

const asking = (on: () => On) => ({
  ask: (post: number | string, headers: Headers = {}) =>
    on().gateway.send('POST', route, { headers: { ...json, ...headers }, body: JSON.stringify({ post }) }),
  tokenFor: async (post: number, headers: Headers) => {
    const body = JSON.stringify({ post })
    const answer = await on().gateway.send('POST', route, { headers: { ...json, ...headers }, body })
    assert.equal(answer.status, 201, `${post}: ${answer.text}`)
    return String(at(answer.json, 'token'))
  },
  graphql: (query: string, headers: Headers, view = '') =>
    on().gateway.send('POST', `/graphql${view}`, {
      headers: { ...json, ...headers },
      body: JSON.stringify({ query }),
    }),
})

const codeOf = ({ status, json: body }: Answer) => [status, at(body, 'code')]
const refused = [401, 'invalid_preview_token']

/** Published with an autosave; two drafts, by arthur and connie; a draft page; a published post with a password. */
const autosaved = 201
const drafts = { ofArthur: 206, ofConnie: 207, page: 307 }

onEveryDatabase(
  'previews',
  (on) => {
    const { ask, tokenFor, graphql } = asking(on)
    const seen = async (post: number, headers: Headers, base = 'posts') =>
      on().gateway.get(`${root}/${base}/${post}`, headers)

    it('previews/1 are for those who may edit the content, and for the shared secret', async () => {
      const wanted: readonly (readonly [who: string, Headers, created: readonly number[]])[] = [
        ['nobody', {}, []],
        ['sam', asUser('sam'), []],
        ['connie', asUser('connie'), [drafts.ofConnie]],
        ['arthur', asUser('arthur'), [autosaved, drafts.ofArthur]],
        ['edith', asUser('edith'), [autosaved, drafts.ofArthur, drafts.ofConnie, drafts.page]],
        ['edith, by cookie', bySession('edith'), [autosaved, drafts.ofArthur, drafts.ofConnie, drafts.page]],
        ['a front end', bySecret, [autosaved, drafts.ofArthur, drafts.ofConnie, drafts.page]],
      ]
      for (const [who, headers, created] of wanted)
        for (const post of [autosaved, ...Object.values(drafts)]) {
          const answer = await ask(post, headers)
          const may = created.includes(post)
          assert.equal(answer.status, may ? 201 : who === 'nobody' ? 401 : 403, `${who}, ${post}`)
          assert.equal(answer.headers.get('cache-control'), 'private, no-store', who)
          if (!may) continue
          const base = post === drafts.page ? 'pages' : 'posts'
          const token = String(at(answer.json, 'token'))
          const preview = await seen(post, withToken(token), base)
          assert.deepEqual([preview.status, at(preview.json, 'id')], [200, post], `${who}, ${post}`)
          assert.equal(preview.headers.get('cache-control'), 'private, no-store')
        }
    })

    it('previews/2 show the newest version as the content itself', async () => {
      const headers = withToken(await tokenFor(autosaved, asUser('edith')))
      const published = at((await seen(autosaved, {})).json, 'content', 'rendered')
      const { json: shown } = await seen(autosaved, headers)
      assert.equal(at(shown, 'title', 'rendered'), 'The harbour wakes up!')
      assert.equal(at(shown, 'content', 'rendered'), '<p>Unsaved work.</p>\n')
      assert.equal(at(shown, 'slug'), 'the-harbour-wakes-up')
      const { json: own } = await graphql(
        `{ post(id: "${autosaved}", asPreview: true) { title content slug } plain: post(id: "${autosaved}") { title content } }`,
        headers,
      )
      assert.deepEqual(at(own, 'data'), {
        post: {
          title: 'The harbour wakes up!',
          content: '<p>Unsaved work.</p>\n',
          slug: 'the-harbour-wakes-up',
        },
        plain: { title: 'The harbour wakes up', content: published },
      })
      const document = `{
        post(id: "${autosaved}", idType: DATABASE_ID, asPreview: true) { databaseId title content }
        contentNode(id: "${autosaved}", idType: DATABASE_ID, asPreview: true) { databaseId ... on NodeWithTitle { title } }
      }`
      const { json: wp } = await graphql(document, headers, '?view=wpgraphql')
      assert.deepEqual(at(wp, 'data'), {
        post: { databaseId: autosaved, title: 'The harbour wakes up!', content: '<p>Unsaved work.</p>\n' },
        contentNode: { databaseId: autosaved, title: 'The harbour wakes up!' },
      })
      // Everybody else goes on seeing what is published
      assert.equal(at((await seen(autosaved, {})).json, 'title', 'rendered'), 'The harbour wakes up')
    })

    it('previews/3 show drafts, to REST and both schemas', async () => {
      const headers = withToken(await tokenFor(drafts.ofArthur, asUser('arthur')))
      const { json: shown } = await seen(drafts.ofArthur, headers)
      assert.deepEqual(
        [at(shown, 'status'), at(shown, 'title', 'rendered'), at(shown, 'content', 'rendered')],
        ['draft', 'Draft of a plan', '<p>Not yet.</p>\n'],
      )
      const own = await graphql(
        `{ post(id: "${drafts.ofArthur}", asPreview: true) { title status } }`,
        headers,
      )
      assert.deepEqual(at(own.json, 'data', 'post'), { title: 'Draft of a plan', status: 'DRAFT' })
      assert.equal(own.headers.get('cache-control'), 'private, no-store')
      const document = `{ post(id: "${drafts.ofArthur}", idType: DATABASE_ID, asPreview: true) { title status } }`
      const wp = await graphql(document, headers, '?view=wpgraphql')
      assert.deepEqual(at(wp.json, 'data', 'post'), { title: 'Draft of a plan', status: 'draft' })
      assert.equal(wp.headers.get('cache-control'), 'private, no-store')
    })

    it('previews/4 need no token of users who may edit the content', async () => {
      const document = `{ post(id: "${autosaved}", asPreview: true) { title } }`
      const titleFor = async (headers: Headers, view = '', query = document) =>
        at((await graphql(query, headers, view)).json, 'data', 'post')
      assert.deepEqual(await titleFor(asUser('edith')), { title: 'The harbour wakes up!' })
      assert.equal(await titleFor(asUser('connie')), null)
      assert.equal(await titleFor({}), null)
      const wp = `{ post(id: "${autosaved}", idType: DATABASE_ID, asPreview: true) { title } }`
      assert.deepEqual(await titleFor(asUser('edith'), '?view=wpgraphql', wp), {
        title: 'The harbour wakes up!',
      })
      assert.equal(await titleFor({}, '?view=wpgraphql', wp), null)
      const { json: shown } = await graphql(
        `{ post(id: "${autosaved}", idType: DATABASE_ID) { uri } }`,
        {},
        '?view=wpgraphql',
      )
      const uri = String(at(shown, 'data', 'post', 'uri'))
      for (const query of [
        '{ post(id: "the-harbour-wakes-up", idType: SLUG, asPreview: true) { title } }',
        `{ post(id: "${uri}", idType: URI, asPreview: true) { title } }`,
        `{ post: contentNode(id: "${uri}", idType: URI, asPreview: true) { ... on NodeWithTitle { title } } }`,
      ]) {
        const title = { title: 'The harbour wakes up!' }
        assert.deepEqual(await titleFor(asUser('edith'), '?view=wpgraphql', query), title, query)
        for (const headers of [{}, asUser('connie')])
          assert.equal(await titleFor(headers, '?view=wpgraphql', query), null)
      }
    })

    it('previews/14 are found by address and slug, too', async () => {
      const post = 209
      const title = { title: 'Private minutes' }
      const token = withToken(await tokenFor(post, asUser('edith')))
      const pretty = String(at((await seen(post, asUser('edith'))).json, 'link')).replace(
        /^https?:..[^/]*/,
        '',
      )
      assert.match(pretty, /\/private-minutes\/$/)
      const wp = ['/?p=209', '/?p=209&preview=true', pretty].flatMap((address) => [
        `post(id: "${address}", idType: URI, asPreview: true) { title }`,
        `post: contentNode(id: "${address}", idType: URI, asPreview: true) { ... on NodeWithTitle { title } }`,
      ])
      const own = ['uri: "/?p=209"', `uri: "${pretty}"`, 'slug: "private-minutes"'].map(
        (name) => `post(${name}, asPreview: true) { title }`,
      )
      for (const headers of [token, withToken(await tokenFor(post, bySecret)), asUser('edith')])
        for (const [view, fields] of [
          [
            '?view=wpgraphql',
            [...wp, 'post(id: "private-minutes", idType: SLUG, asPreview: true) { title }'],
          ],
          ['', own],
        ] as const)
          for (const field of fields) {
            const { json: answered } = await graphql(`{ ${field} }`, headers, view)
            assert.deepEqual(at(answered, 'data'), { post: title }, field)
          }
      const other = withToken(await tokenFor(drafts.ofArthur, asUser('arthur')))
      for (const headers of [other, {}, asUser('arthur')])
        for (const [view, [field = '']] of [
          ['?view=wpgraphql', wp],
          ['', own],
        ] as const) {
          const { json: answered } = await graphql(`{ ${field} }`, headers, view)
          assert.deepEqual(at(answered, 'data', 'post'), null, field)
        }
      for (const headers of [token, asUser('edith')])
        assert.equal(new URL(String(at((await seen(post, headers)).json, 'link'))).pathname, pretty)
      // Without the argument a token shows what everybody sees
      const plain = await graphql('{ post(id: "/?p=209", idType: URI) { title } }', token, '?view=wpgraphql')
      assert.deepEqual(plain.json, { data: { post: null } })
    })

    it('previews/16 are found by a slug that published content has as well', async () => {
      const title = { title: 'Another way to wake up' }
      await insertPosts(on().database, [
        { ID: 7970, post_title: title.title, post_name: 'the-harbour-wakes-up', post_status: 'draft' },
      ])
      const headers = withToken(await tokenFor(7970, bySecret))
      const slug = 'the-harbour-wakes-up'
      for (const [view, field] of [
        ['?view=wpgraphql', `post(id: "${slug}", idType: SLUG, asPreview: true) { title }`],
        ['', `post(slug: "${slug}", asPreview: true) { title }`],
      ] as const)
        assert.deepEqual(at((await graphql(`{ ${field} }`, headers, view)).json, 'data'), { post: title })
    })

    it("previews/15 say that they are previews, in WPGraphQL's schema", async () => {
      const document = `{
        shown: post(id: "${autosaved}", idType: DATABASE_ID, asPreview: true) { isPreview }
        plain: post(id: "${autosaved}", idType: DATABASE_ID) { isPreview }
      }`
      const { json: answered } = await graphql(document, asUser('edith'), '?view=wpgraphql')
      assert.deepEqual(at(answered, 'data'), { shown: { isPreview: true }, plain: { isPreview: false } })
    })

    it('previews/5 show nothing else', async () => {
      const headers = withToken(await tokenFor(drafts.ofArthur, asUser('arthur')))
      for (const path of [
        `posts/${drafts.ofConnie}`,
        `posts/${autosaved}`,
        'posts/999999',
        `pages/${drafts.page}`,
        `pages/${drafts.ofArthur}`,
      ])
        assert.deepEqual(codeOf(await on().gateway.get(`${root}/${path}`, headers)), refused, path)
      const path = `${root}/posts/${drafts.ofArthur}`
      for (const closed of [
        `${path}?context=edit`,
        `${path}/revisions`,
        `${path}/autosaves`,
        `${root}/posts?status=draft`,
        `${root}/users/me`,
        `${root}/users?context=edit`,
        `${root}/settings`,
      ]) {
        const { status } = await on().gateway.get(closed, headers)
        assert.equal(status, (await on().gateway.get(closed)).status, closed)
        assert(status >= 400, closed)
      }
      const [withIt, without] = [
        await on().gateway.get(`${root}/posts`, headers),
        await on().gateway.get(`${root}/posts`),
      ]
      assert.deepEqual(withIt.json, without.json)
      const other = await graphql(`{ post(id: "${drafts.ofConnie}", asPreview: true) { title } }`, headers)
      assert.equal(at(other.json, 'errors', 0, 'extensions', 'code'), 'INVALID_PREVIEW_TOKEN')
      assert.equal(at(other.json, 'data', 'post'), null)
      const plain = await graphql(`{ post(id: "${drafts.ofArthur}") { title } }`, headers)
      assert.deepEqual(at(plain.json, 'data'), { post: null })
      assert.deepEqual((await ask(drafts.ofArthur, headers)).status, 401)
    })

    it('previews/12 show the featured image, where everybody sees it once the content is published', async () => {
      const [draft, other, published, unattached, ofNone] = [995_001, 995_002, 995_003, 995_004, 995_005]
      const [own, foreign, loose, trashed] = [995_011, 995_012, 995_013, 995_014]
      const file = (ID: number, post_parent: number, post_status = 'inherit') => ({
        ID,
        post_parent,
        post_status,
        post_type: 'attachment',
        post_mime_type: 'image/png',
      })
      await insertPosts(on().database, [
        ...[draft, other, unattached, ofNone].map((ID) => ({ ID, post_author: 3, post_status: 'draft' })),
        { ID: published },
        file(own, draft),
        file(foreign, other),
        file(loose, 0),
        file(trashed, ofNone, 'trash'),
      ])
      const featured = async (post_id: number, meta_value: number) =>
        insertRows(on().database, 'wp_postmeta', [{ post_id, meta_key: '_thumbnail_id', meta_value }])
      for (const [post, image] of [
        [draft, own],
        [other, own],
        [published, own],
        [unattached, loose],
        [ofNone, trashed],
      ] as const)
        await featured(post, image)
      const shown = async (post: number, headers: Headers) => {
        const embedded = await on().gateway.get(`${root}/posts/${post}?_embed`, headers)
        const inOwn = await graphql(
          `{ post(id: "${post}", asPreview: true) { featuredImage { id } } }`,
          headers,
        )
        const document = `{ post(id: "${post}", idType: DATABASE_ID, asPreview: true) { featuredImage { node { databaseId } } } }`
        const inWp = await graphql(document, headers, '?view=wpgraphql')
        const all = [
          at(embedded.json, '_embedded', 'cms:featuredmedia', 0, 'id'),
          at(inOwn.json, 'data', 'post', 'featuredImage', 'id'),
          at(inWp.json, 'data', 'post', 'featuredImage', 'node', 'databaseId'),
        ]
        return all.map((id) => Number(id ?? 0) || null)
      }
      const none = [null, null, null]
      for (const who of [asUser('arthur'), bySecret]) {
        const headers = withToken(await tokenFor(draft, who))
        assert.deepEqual(await shown(draft, headers), [own, own, own])
        // By its own content alone: neither by its address, nor as the image of other content
        assert.equal((await on().gateway.get(`${root}/media/${own}`, headers)).status, 401)
        const { text } = await on().gateway.get(`${root}/media?parent=${draft}`, headers)
        assert.equal(text, '[]')
        const listed = await on().gateway.get(`${root}/posts?include=${published}&_embed`, headers)
        assert.equal(at(listed.json, 0, '_embedded', 'cms:featuredmedia', 0, 'id'), undefined)
        const plain = `{ node(id: "${own}") { id } post(id: "${published}") { featuredImage { id } } }`
        assert.deepEqual(at((await graphql(plain, headers)).json, 'data'), {
          node: null,
          post: { featuredImage: null },
        })
        assert.deepEqual(await shown(other, withToken(await tokenFor(other, who))), none)
        const ofLoose = await shown(unattached, withToken(await tokenFor(unattached, who)))
        assert.deepEqual(ofLoose, [loose, loose, loose])
        assert.deepEqual(await shown(ofNone, withToken(await tokenFor(ofNone, who))), none)
      }
      assert.deepEqual(await shown(draft, {}), none)
    })
  },
  { ...demoKeys, previewSecret, applicationPasswords: 'any' },
)

onOneDatabase(
  'ends of previews',
  'accounts are read as for every way to log in: login-methods.test.ts has them on every database',
  (on) => {
    const { ask, tokenFor, graphql } = asking(on)
    const statusOf = async (token: string) =>
      (await on().gateway.get(`${root}/posts/${drafts.ofArthur}`, withToken(token))).status
    const execute = (sql: string, values: readonly (string | number)[]) => on().database.execute(sql, values)
    const stored = async (table: string, column: string, where: string) => {
      const [row] = await on().database.execute(`select ${column} as value from ${table} where ${where}`)
      return String(at(row, 'value'))
    }

    it('previews/6 end after their time, and are signed', async () => {
      const token = await tokenFor(drafts.ofArthur, asUser('edith'))
      assert.equal(await statusOf(token), 200)
      const [head = '', payload = '', signature = ''] = token.split('.')
      const key = createHmac('sha256', demoKeys.loggedInKey + demoKeys.loggedInSalt)
        .update('lectern preview token')
        .digest()
      const signed = (claims: Readonly<Record<string, unknown>>) =>
        new SignJWT({ post: String(drafts.ofArthur), iss: on().gateway.url, aud: 'preview', ...claims })
          .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
          .sign(key)
      const later = Math.floor(Date.now() / 1000) + 60
      assert.equal(await statusOf(await signed({ exp: later })), 200)
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
      const other = Buffer.from(JSON.stringify({ ...claims, post: '207' })).toString('base64url')
      const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
      for (const [why, wrong] of [
        ['expired', await signed({ exp: later - 120 })],
        ['without an end', await signed({})],
        ['of another issuer', await signed({ exp: later, iss: 'https://other.example' })],
        ['for another audience', await signed({ exp: later, aud: 'login' })],
        ['of a user without a grant', await signed({ exp: later, sub: '2' })],
        ['of a user by a made-up grant', await signed({ exp: later, sub: '2', grant: 'x' })],
        ['of nobody', await signed({ exp: later, sub: '99', grant: 'x' })],
        ['for another post', `${head}.${other}.${signature}`],
        ['unsigned', `${none}.${payload}.`],
        ['cut', token.slice(0, -2)],
        ['empty', ''],
        ['no token', 'x'],
        ['long', 'x'.repeat(8000)],
      ] as const) {
        const inGraph = await graphql('{ postsCount }', withToken(wrong))
        assert.equal(inGraph.status, 401, why)
        assert.equal(at(inGraph.json, 'errors', 0, 'extensions', 'code'), 'INVALID_PREVIEW_TOKEN')
        for (const path of ['posts/206', 'posts/999999', 'posts', 'types']) {
          const answer = await on().gateway.get(`${root}/${path}`, withToken(wrong))
          assert.deepEqual(codeOf(answer), refused, `${why}: ${path}`)
          assert.deepEqual(
            answer.json,
            {
              code: 'invalid_preview_token',
              message: 'The preview token is not valid here.',
              data: { status: 401 },
            },
            why,
          )
        }
      }
    })

    it('previews/7 end with the session, the application password or the password that they came of', async () => {
      const [session, other, applied] = [
        await tokenFor(drafts.ofArthur, bySession('edith')),
        await tokenFor(drafts.ofArthur, bySession('admin')),
        await tokenFor(drafts.ofArthur, asUser('edith')),
      ]
      const all = async () => [await statusOf(session), await statusOf(other), await statusOf(applied)]
      assert.deepEqual(await all(), [200, 200, 200])
      const sessions = "user_id = 2 and meta_key = 'session_tokens'"
      const before = await stored('wp_usermeta', 'meta_value', sessions)
      await execute(`update wp_usermeta set meta_value = ? where ${sessions}`, ['a:0:{}'])
      assert.deepEqual(await all(), [401, 200, 200])
      await execute(`update wp_usermeta set meta_value = ? where ${sessions}`, [before])
      assert.deepEqual(await all(), [200, 200, 200])
      const passwords = "user_id = 2 and meta_key = '_application_passwords'"
      const uuids = await stored('wp_usermeta', 'meta_value', passwords)
      await execute(`update wp_usermeta set meta_value = ? where ${passwords}`, ['a:0:{}'])
      assert.deepEqual(await all(), [200, 200, 401])
      await execute(`update wp_usermeta set meta_value = ? where ${passwords}`, [uuids])
      const hash = await stored('wp_users', 'user_pass', 'ID = 2')
      await execute('update wp_users set user_pass = ? where ID = 2', [`${hash}x`])
      assert.deepEqual(await all(), [401, 200, 401])
      await execute('update wp_users set user_pass = ? where ID = 2', [hash])
      assert.deepEqual(await all(), [200, 200, 200])
    })

    it('previews/8 end with the right to edit, and with the content', async () => {
      const token = await tokenFor(drafts.ofArthur, asUser('edith'))
      const capabilities = "user_id = 2 and meta_key = 'wp_capabilities'"
      const before = await stored('wp_usermeta', 'meta_value', capabilities)
      const subscriber = 'a:1:{s:10:"subscriber";b:1;}'
      await execute(`update wp_usermeta set meta_value = ? where ${capabilities}`, [subscriber])
      assert.equal(await statusOf(token), 401)
      await execute(`update wp_usermeta set meta_value = ? where ${capabilities}`, [before])
      assert.equal(await statusOf(token), 200)
      await execute('update wp_posts set ID = ? where ID = ?', [9206, drafts.ofArthur])
      assert.equal(await statusOf(token), 401)
      await execute('update wp_posts set ID = ? where ID = ?', [drafts.ofArthur, 9206])
      assert.equal(await statusOf(token), 200)
    })

    it('previews/9 show the content itself where it was changed after its newest version', async () => {
      const headers = withToken(await tokenFor(autosaved, asUser('edith')))
      const title = async () =>
        at((await on().gateway.get(`${root}/posts/${autosaved}`, headers)).json, 'title', 'rendered')
      const change = (time: string) =>
        execute('update wp_posts set post_modified = ? where ID = ?', [time, autosaved])
      assert.equal(await title(), 'The harbour wakes up!')
      await change('2024-02-01 00:00:00')
      assert.equal(await title(), 'The harbour wakes up')
      await change('2024-01-11 08:00:00')
      assert.equal(await title(), 'The harbour wakes up!')
    })

    it('previews/13 are private for MCP, too', async () => {
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'read', arguments: { id: drafts.ofArthur } },
      })
      const read = (headers: Headers) =>
        on().gateway.send('POST', '/cms-json/lectern/v1/mcp', {
          headers: { 'content-type': 'application/json', ...headers },
          body,
        })
      const shown = await read(withToken(await tokenFor(drafts.ofArthur, asUser('arthur'))))
      assert.deepEqual(
        [at(shown.json, 'result', 'isError'), at(shown.json, 'result', 'cacheScope')],
        [undefined, 'private'],
      )
      assert.equal(at((await read({})).json, 'result', 'cacheScope'), 'public')
    })

    it('previews/10 are refused for what cannot be previewed, and without the right secret', async () => {
      assert.deepEqual(codeOf(await ask(999_999, asUser('edith'))), [403, 'rest_forbidden'])
      // A file
      assert.deepEqual(codeOf(await ask(9, asUser('admin'))), [403, 'rest_forbidden'])
      assert.equal((await ask('x', asUser('edith'))).status, 400)
      const wrong = { authorization: 'Preview-Secret another secret that nobody shares with anybody' }
      assert.deepEqual(codeOf(await ask(autosaved, wrong)), [401, 'incorrect_preview_secret'])
      const { observed } = on().gateway
      const shown = JSON.stringify(observed)
      assert(!shown.includes('eyJ') && !shown.includes(demoUsers.edith.applicationPassword))
    })
  },
  { ...demoKeys, applicationPasswords: 'any', mcp: 'on' },
)

onOneDatabase(
  'previews without keys',
  'no key is read from the database here',
  (on) => {
    const { ask } = asking(on)

    it('previews/11 are unavailable where no key is known', async () => {
      assert.deepEqual(codeOf(await ask(autosaved, asUser('edith'))), [503, 'previews_unavailable'])
      const answer = await on().gateway.get(`${root}/posts/${autosaved}`, withToken('x'))
      assert.deepEqual(codeOf(answer), refused)
    })
  },
  { applicationPasswords: 'any' },
)
