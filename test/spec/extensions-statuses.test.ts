// Statuses that extensions define: who reads their content, where it is listed, and at which addresses. The answers are those of
// a WordPress whose plug-in registers the same.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { asUser, demoUsers, type DemoLogin } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { extensionFile } from '../support/extensions.ts'
import { onFollowedDatabases } from '../support/followed.ts'
import { at, list, onEveryDatabase, onOneDatabase, type On } from '../support/gateway.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

const file = extensionFile(
  'statuses.ts',
  `import { defineExtension, defineStatus } from 'lectern'
   export default defineExtension({
     name: 'statuses',
     statuses: [
       defineStatus({ name: 'archived', label: 'Archived', read: 'public', isSearched: false, isQueryable: undefined }),
       defineStatus({ name: 'un-linked', label: 'Unlinked', read: 'public', isQueryable: false, isListed: false }),
       defineStatus({ name: 'members', label: 'Members', read: 'private' }),
       defineStatus({ name: 'review', label: 'Review', read: 'protected', hasFloatingDate: true }),
       defineStatus({ name: 'machine', label: 'Machine', read: 'internal' }),
       defineStatus({ name: 'done', label: 'Done', read: 'outside' }),
       defineStatus({ name: 'shown', label: 'Shown', read: 'public', isProtected: true, isSearched: false, isListed: false }),
     ],
   })`,
)

const names = ['archived', 'un-linked', 'members', 'review', 'machine', 'done', 'shown'] as const
type Name = (typeof names)[number]
const idOf = (name: Name) => 7000 + 10 * names.indexOf(name)
const root = '/cms-json/cms/v2'

/** Of each status a post of the author's with a file, a comment and a category, and a page of the editor's. */
async function addContent({ database }: On): Promise<void> {
  const { arthur, edith } = demoUsers
  await insertPosts(
    database,
    names.flatMap((name) => {
      const id = idOf(name)
      return [
        { ID: id, post_status: name, post_author: arthur.id, post_name: `zebra-${id}`, post_title: 'Zebra' },
        { ID: id + 1, post_status: name, post_author: edith.id, post_type: 'page', post_name: `page-${id}` },
        {
          ID: id + 2,
          post_status: 'inherit',
          post_author: edith.id,
          post_type: 'attachment',
          post_parent: id,
        },
      ]
    }),
  )
  await insertRows(
    database,
    'wp_comments',
    names.map((name) => ({
      comment_ID: idOf(name),
      comment_post_ID: idOf(name),
      comment_author: 'Guest',
      comment_content: 'On it',
      comment_date: '2024-04-01 10:00:00',
      comment_date_gmt: '2024-04-01 10:00:00',
      comment_approved: '1',
      comment_type: 'comment',
    })),
  )
}

const viewers = [null, 'sam', 'connie', 'arthur', 'edith'] as const
type Viewer = DemoLogin | null

onEveryDatabase(
  'statuses of extensions',
  (on) => {
    before(() => addContent(on()))

    const get = (path: string, viewer: Viewer = null) =>
      on().gateway.get(root + path, viewer === null ? {} : asUser(viewer))
    /** The statuses of the answers to these viewers. */
    const answers = (path: string) =>
      Promise.all(viewers.map(async (viewer) => (await get(path, viewer)).status))
    const ids = async (path: string, viewer: Viewer = null) => {
      const { status, json, text } = await get(`${path}&_fields=id`, viewer)
      assert.equal(status, 200, text)
      return list(json).map((item) => at(item, 'id'))
    }

    it('extensions-statuses/1 show content, its files and what is said of it, to whom WordPress does', async () => {
      const forAll = [200, 200, 200, 200, 200]
      const forAuthor = [401, 403, 403, 200, 200]
      const expected: Readonly<Record<Name, readonly number[]>> = {
        archived: forAll,
        'un-linked': forAll,
        members: forAuthor,
        review: forAuthor,
        machine: forAuthor,
        done: forAuthor,
        shown: forAll,
      }
      for (const name of names) {
        const id = idOf(name)
        const wanted = expected[name]
        assert.deepEqual(await answers(`/posts/${id}`), wanted, name)
        assert.deepEqual(await answers(`/comments/${id}`), wanted, name)
        assert.deepEqual(await answers(`/comments?post=${id}`), wanted, name)
        // Terms are asked for by what has pages, or by users
        const ofTerms = wanted === forAll && name !== 'archived' ? [401, 200, 200, 200, 200] : wanted
        assert.deepEqual(await answers(`/categories?post=${id}`), ofTerms, name)
        // The file and the page are the editor's
        const others = wanted === forAll ? forAll : [401, 403, 403, 403, 200]
        assert.deepEqual(await answers(`/pages/${id + 1}`), others, name)
        assert.deepEqual(
          await answers(`/media/${id + 2}`),
          wanted === forAll ? forAll : [401, 403, 403, 200, 200],
          name,
        )
      }
    })

    it('extensions-statuses/2 have the status as a class, and words for it', async () => {
      const { json } = await get(`/posts/${idOf('archived')}`)
      assert.equal(at(json, 'status'), 'archived')
      assert(list(at(json, 'class_list')).includes('status-archived'))
      const options = await on().gateway.send('OPTIONS', `${root}/posts`)
      const shown = ['publish', 'future', 'draft', 'pending', 'private']
      const own = ['archived', 'un-linked', 'members', 'review', 'done', 'shown']
      assert.deepEqual(at(options.json, 'schema', 'properties', 'status', 'enum'), [...shown, ...own])
      const asked = list(at(options.json, 'endpoints', 0, 'args', 'status', 'items', 'enum'))
      assert.deepEqual(asked.slice(-8), [...names, 'any'])
    })

    it('extensions-statuses/3 are in lists that ask for no status, and in no list that does not ask', async () => {
      const include = names.map(idOf).join(',')
      const open = [idOf('archived'), idOf('un-linked'), idOf('shown')]
      const plain = `/posts?include=${include}&orderby=id&order=asc`
      assert.deepEqual(await ids(plain), [])
      assert.deepEqual(await ids(`${plain}&status=`), open)
      assert.deepEqual(await ids(`${plain}&status=`, 'connie'), open)
      const withPrivate = (['archived', 'un-linked', 'members', 'shown'] as const).map(idOf)
      for (const viewer of ['arthur', 'edith'] as const)
        assert.deepEqual(await ids(`${plain}&status=`, viewer), withPrivate)
      const total = async (query: string, viewer: Viewer) =>
        (await get(plain + query, viewer)).headers.get('x-cms-total')
      assert.deepEqual(
        [await total('&status=', null), await total('&status=', 'connie'), await total('&status=', 'arthur')],
        ['3', '3', '4'],
      )
      // Titles are searched where they are listed; the site's search has what is published
      assert.deepEqual(await ids('/posts?search=Zebra&status=&orderby=id&order=asc'), open)
      assert.deepEqual(await ids('/search?search=Zebra'), [])
    })

    it('extensions-statuses/4 are asked for by name by those who edit', async () => {
      for (const name of names) {
        assert.deepEqual(await answers(`/posts?status=${name}`), [400, 400, 200, 200, 200], name)
        assert.deepEqual(await ids(`/posts?status=${name}`, 'edith'), [idOf(name)])
      }
      assert.deepEqual(await ids('/posts?status=archived', 'connie'), [idOf('archived')])
      assert.deepEqual(await ids('/posts?status=archived&context=edit', 'connie'), [])
      // A right that published content takes to edit is none that other public content takes
      assert.deepEqual(await ids('/posts?status=archived&context=edit', 'arthur'), [idOf('archived')])
      const any = `/posts?status=any&include=${names.map(idOf).join(',')}&orderby=id&order=asc`
      assert.deepEqual(
        await ids(any, 'edith'),
        (['un-linked', 'members', 'review', 'done'] as const).map(idOf),
      )
    })

    it('extensions-statuses/5 are listed as WordPress lists them', async () => {
      const namesFor = async (viewer: Viewer) => Object.keys(Object((await get('/statuses', viewer)).json))
      assert.deepEqual(await namesFor(null), ['publish', 'archived', 'un-linked', 'shown'])
      assert.deepEqual(await namesFor('sam'), ['publish', 'archived', 'un-linked', 'shown'])
      assert.deepEqual(await namesFor('connie'), [
        'publish',
        'future',
        'draft',
        'pending',
        'private',
        'archived',
        'un-linked',
        'members',
        'review',
        'done',
        'shown',
        'trash',
      ])
      assert.deepEqual(await answers('/statuses/archived'), [200, 200, 200, 200, 200])
      assert.deepEqual(await answers('/statuses/members'), [401, 403, 200, 200, 200])
      assert.deepEqual(await answers('/statuses/machine'), [401, 403, 403, 403, 403])
      const flags = async (name: Name) => {
        const { json } = await get(`/statuses/${name}?context=edit`, 'edith')
        const members = ['private', 'protected', 'public', 'queryable', 'show_in_list', 'date_floating']
        return [at(json, 'name'), ...members.filter((member) => at(json, member) === true)]
      }
      assert.deepEqual(
        await Promise.all(
          (['archived', 'un-linked', 'members', 'review', 'done', 'shown'] as const).map(flags),
        ),
        [
          ['Archived', 'public', 'queryable', 'show_in_list'],
          ['Unlinked', 'public'],
          ['Members', 'private', 'show_in_list'],
          ['Review', 'protected', 'show_in_list', 'date_floating'],
          ['Done', 'show_in_list'],
          ['Shown', 'protected', 'public', 'queryable'],
        ],
      )
      const { json } = await get('/statuses')
      assert.match(String(at(json, 'archived', '_links', 'archives', 0, 'href')), /posts\?status=archived$/)
    })

    it('extensions-statuses/6 have addresses where the site shows them', async () => {
      const link = async (name: Name, viewer: Viewer, member = 'link', path = '/posts/', beside = 0) =>
        at((await get(`${path}${idOf(name) + beside}?context=edit`, viewer)).json, member)
      const isPlain = (address: unknown) => /\?p(age_id)?=\d+$/.test(String(address))
      const plain = await Promise.all(names.map(async (name) => isPlain(await link(name, 'edith'))))
      assert.deepEqual(plain, [false, true, false, true, true, true, true])
      const pages = names.map(async (name) => isPlain(await link(name, 'edith', 'link', '/pages/', 1)))
      assert.deepEqual(await Promise.all(pages), [false, true, false, true, true, true, true])
      // Editors see the address that content may have one day
      const template = names.map(async (name) => isPlain(await link(name, 'edith', 'permalink_template')))
      assert.deepEqual(await Promise.all(template), [false, true, false, false, true, true, false])
      // The post, and its file
      for (const beside of [0, 2]) {
        const embeds = names.map(async (name) => {
          const address = encodeURIComponent(`http://127.0.0.1:8081/?p=${idOf(name) + beside}`)
          return (await on().gateway.get(`/cms-json/oembed/1.0/embed?url=${address}`)).status
        })
        assert.deepEqual(await Promise.all(embeds), [200, 404, 404, 404, 404, 404, 404])
      }
    })

    it('extensions-statuses/7 are values of GraphQL, whose lists of public ones are for all', async () => {
      const ask = async (query: string, viewer: Viewer = null) => {
        const { json } = await on().gateway.send('POST', '/graphql', {
          headers: {
            'content-type': 'application/json',
            ...(viewer === null ? {} : asUser(viewer)),
          },
          body: JSON.stringify({ query }),
        })
        return json
      }
      const listed = async (status: string, viewer: Viewer = null) =>
        ask(`{ posts(first: 5, status: ${status}) { edges { node { id status } } } }`, viewer)
      for (const [word, name] of [
        ['ARCHIVED', 'archived'],
        ['UN_LINKED', 'un-linked'],
      ] as const)
        assert.deepEqual(at(await listed(word), 'data', 'posts', 'edges'), [
          { node: { id: String(idOf(name)), status: word } },
        ])
      assert.equal(at(await listed('REVIEW'), 'errors', 0, 'extensions', 'code'), 'FORBIDDEN')
      assert.equal(list(at(await listed('REVIEW', 'edith'), 'data', 'posts', 'edges')).length, 1)
      const one = async (name: Name, viewer: Viewer = null) =>
        at(await ask(`{ post(id: "${idOf(name)}") { status } }`, viewer), 'data', 'post', 'status')
      assert.deepEqual(await Promise.all(names.map((name) => one(name))), [
        'ARCHIVED',
        'UN_LINKED',
        undefined,
        undefined,
        undefined,
        undefined,
        'SHOWN',
      ])
      // The schema has no word for internal ones
      const forEditor = await Promise.all(names.map((name) => one(name, 'edith')))
      assert.deepEqual(forEditor, ['ARCHIVED', 'UN_LINKED', 'MEMBERS', 'REVIEW', undefined, 'DONE', 'SHOWN'])
    })

    it('extensions-statuses/13 are listed by our own view to those who may read private content alone', async () => {
      const { database } = on()
      const asReader = (capabilities: string) =>
        database.execute(
          `update wp_usermeta set meta_value = '${capabilities}' where user_id = ${demoUsers.sam.id} and meta_key = 'wp_capabilities'`,
        )
      const listed = async (status: string) => {
        const { json } = await on().gateway.send('POST', '/graphql', {
          headers: { 'content-type': 'application/json', ...asUser('sam') },
          body: JSON.stringify({ query: `{ posts(status: ${status}) { edges { node { status } } } }` }),
        })
        return at(json, 'errors', 0, 'extensions', 'code') ?? list(at(json, 'data', 'posts', 'edges')).length
      }
      assert.deepEqual(await Promise.all(['MEMBERS', 'REVIEW'].map(listed)), ['FORBIDDEN', 'FORBIDDEN'])
      await asReader('a:2:{s:10:"subscriber";b:1;s:18:"read_private_posts";b:1;}')
      assert.deepEqual(await Promise.all(['MEMBERS', 'REVIEW'].map(listed)), [1, 'FORBIDDEN'])
      await asReader('a:1:{s:10:"subscriber";b:1;}')
    })

    it('extensions-statuses/8 are values of WPGraphQL', async () => {
      const { json } = await on().gateway.send('POST', '/graphql?view=wpgraphql', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          query: `{ archived: posts(where: { status: ARCHIVED }) { nodes { databaseId status } }
            both: contentNodes(where: { stati: [ARCHIVED, REVIEW] }) { nodes { databaseId } }
            unlinked: posts(where: { stati: [UN_LINKED, REVIEW] }) { nodes { databaseId } }
            one: post(id: "${idOf('archived')}", idType: DATABASE_ID) { status }
            none: post(id: "${idOf('review')}", idType: DATABASE_ID) { status } }`,
        }),
      })
      const nodes = (...some: readonly number[]) => ({ nodes: some.map((databaseId) => ({ databaseId })) })
      assert.deepEqual(at(json, 'data', 'archived'), {
        nodes: [{ databaseId: idOf('archived'), status: 'archived' }],
      })
      assert.deepEqual(at(json, 'data', 'both'), nodes(idOf('archived') + 1, idOf('archived')))
      assert.deepEqual(at(json, 'data', 'unlinked'), nodes(idOf('un-linked')))
      assert.deepEqual(at(json, 'data', 'one'), { status: 'archived' })
      assert.equal(at(json, 'data', 'none'), null)
    })

    it('extensions-statuses/9 are in loops, in feeds that ask for no status, and in no sitemap', async () => {
      const loop = `<!-- wp:query {"query":{"perPage":50,"postType":"post","order":"asc","orderBy":"date"}} --><div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-title {"isLink":true} /--><!-- /wp:post-template --></div><!-- /wp:query -->`
      await insertPosts(on().database, [{ ID: 7100, post_content: loop, post_title: 'Loop' }])
      const text = String(at((await get('/posts/7100')).json, 'content', 'rendered'))
      assert.equal(text.match(/>Zebra</g)?.length, 3)
      assert.match(text, new RegExp(`zebra-${idOf('archived')}/`))
      const own = '/cms-json/lectern/v1'
      const feed = await on().gateway.get(`${own}/feeds/posts.json?search=Zebra&status=`)
      assert.equal(list(at(feed.json, 'items')).length, 3)
      assert.doesNotMatch((await on().gateway.get(`${own}/sitemap/posts-1.xml`)).text, /zebra/)
    })
  },
  { extensions: [file] },
)

const addressed = extensionFile(
  'addressed-statuses.ts',
  `import { defineExtension, defineStatus } from 'lectern'
   export default defineExtension({
     name: 'addressed',
     statuses: [
       defineStatus({ name: 'open', read: 'public' }),
       defineStatus({ name: 'circle', read: 'private', isQueryable: true }),
       defineStatus({ name: 'apart', read: 'outside', isQueryable: true }),
     ],
   })`,
)

onOneDatabase(
  'statuses with addresses that not everybody reads',
  'what a status says of its addresses follows from no row',
  (on) => {
    it('extensions-statuses/12 show none of their files in galleries of other posts', async () => {
      const statuses = ['open', 'circle', 'apart']
      await insertPosts(
        on().database,
        statuses.flatMap((post_status, nth) => [
          { ID: 7400 + nth, post_status },
          {
            ID: 7410 + nth,
            post_status: 'inherit',
            post_type: 'attachment',
            post_parent: 7400 + nth,
            post_mime_type: 'image/png',
            guid: `http://127.0.0.1:8081/${post_status}.png`,
          },
          { ID: 7420 + nth, post_content: `[gallery id="${7400 + nth}"]` },
        ]),
      )
      await insertRows(
        on().database,
        'wp_postmeta',
        statuses.map((status, nth) => ({
          post_id: 7410 + nth,
          meta_key: '_wp_attached_file',
          meta_value: `${status}.png`,
        })),
      )
      const shown = statuses.map(async (status, nth) => {
        const { json } = await on().gateway.get(`${root}/posts/${7420 + nth}`)
        return String(at(json, 'content', 'rendered')).includes(`${status}.png`)
      })
      assert.deepEqual(await Promise.all(shown), [true, false, false])
    })
  },
  { extensions: [addressed] },
)

onFollowedDatabases('changed content with statuses of extensions', ({ isFollowed, on, start }) => {
  it('extensions-statuses/10 is public, or no more, at once', async (test) => {
    const { database } = on()
    const gateway = await start({ extensions: [file] })
    test.after(gateway.stop)
    await insertPosts(database, [{ ID: 7200, post_status: 'archived' }])
    const shown = async () => {
      const item = await gateway.get(`${root}/posts/7200`)
      const { json } = await gateway.get(`${root}/posts?include=7200&status=`)
      return [item.status, list(json).length]
    }
    await eventually(async () => assert.deepEqual(await shown(), [200, 1]))
    for (const [status, expected] of [
      ['review', [401, 0]],
      ['un-linked', [200, 1]],
      ['draft', [401, 0]],
      ['archived', [200, 1]],
    ] as const) {
      await database.execute(`update wp_posts set post_status = '${status}' where ID = 7200`)
      await eventually(async () => assert.deepEqual(await shown(), expected, status))
    }
  })

  if (!isFollowed) return

  it('extensions-statuses/11 is told as items, and as tombstones once it is public no more', async (test) => {
    const gateway = await start({ extensions: [file] })
    test.after(gateway.stop)
    const path = '/cms-json/lectern/v1/changes'
    let position: unknown = null
    await eventually(async () => {
      position = at((await gateway.get(path)).json, 'position')
      assert.equal(typeof position, 'string')
    })
    const after = async () => at((await gateway.get(`${path}?since=${String(position)}`)).json, 'changes')
    await insertPosts(on().database, [{ ID: 7300, post_status: 'archived' }])
    await eventually(async () => assert.equal(at(await after(), 0, 'id'), 7300))
    await on().database.execute(`update wp_posts set post_status = 'review' where ID = 7300`)
    await eventually(async () => assert.deepEqual(await after(), [{ id: 7300, type: 'post', gone: true }]))
  })
})
