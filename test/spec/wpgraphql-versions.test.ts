// Revisions, autosaves and who edits content, by WPGraphQL's schema: for whoever may edit the content, and nobody else.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { asUser, type DemoLogin } from '../support/demo-credentials.ts'
import { at, list, onEveryDatabase, onOneDatabase, type On } from '../support/gateway.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

type Viewer = DemoLogin | 'nobody'

const viewers: readonly Viewer[] = ['nobody', 'sam', 'connie', 'arthur', 'edith', 'admin']
const globalId = (id: number) => Buffer.from(`post:${id}`).toString('base64')

const asking = (on: () => On) => {
  const send = (query: string, viewer: Viewer) =>
    on().gateway.send('POST', '/graphql', {
      headers: { 'content-type': 'application/json', ...(viewer === 'nobody' ? {} : asUser(viewer)) },
      body: JSON.stringify({ query }),
    })
  return async (query: string, viewer: Viewer) => {
    const { json } = await send(query, viewer)
    assert.equal(at(json, 'errors'), undefined, JSON.stringify(json))
    return at(json, 'data')
  }
}

/**
 * Versions of these, the newest first, and who may edit it: a published post, drafts, a private post, a locked one, pages, the page of
 * the privacy policy, and a contributor's posts that were published, one of them in the trash.
 */
const contents = [
  { type: 'post', id: 201, versions: [253, 252, 251], editors: ['arthur', 'edith', 'admin'] },
  { type: 'post', id: 206, versions: [9602, 9601], editors: ['arthur', 'edith', 'admin'] },
  { type: 'post', id: 207, versions: [9603], editors: ['connie', 'edith', 'admin'] },
  { type: 'post', id: 9610, versions: [9611], editors: ['edith', 'admin'] },
  { type: 'post', id: 212, versions: [9612], editors: ['edith', 'admin'] },
  { type: 'page', id: 307, versions: [9604], editors: ['edith', 'admin'] },
  { type: 'page', id: 301, versions: [], editors: ['edith', 'admin'] },
  { type: 'page', id: 9620, versions: [9621], editors: ['admin'] },
  { type: 'post', id: 9630, versions: [9631], editors: ['edith', 'admin'] },
  { type: 'post', id: 9640, versions: [9641], editors: ['edith', 'admin'] },
] as const

const versionOf = (
  post_parent: number,
  ID: number,
  post_title: string,
  post_date = '2024-02-01 10:00:00',
) => ({
  ID,
  post_type: 'revision',
  post_status: 'inherit',
  post_author: 2,
  post_name: `${post_parent}-revision-v1`,
  post_parent,
  post_title,
  post_date,
})

onEveryDatabase(
  "WPGraphQL's versions",
  (on) => {
    const ask = asking(on)

    before(async () => {
      const { database } = on()
      await insertPosts(database, [
        { ID: 9610, post_status: 'private', post_title: 'Private', post_author: 1 },
        versionOf(206, 9601, 'Draft', '2024-02-02 10:00:00'),
        versionOf(206, 9602, 'Draft', '2024-02-03 10:00:00'),
        versionOf(207, 9603, 'Draft'),
        versionOf(307, 9604, 'Draft page'),
        versionOf(9610, 9611, 'Private'),
        versionOf(212, 9612, 'Locked'),
        { ID: 9620, post_type: 'page', post_title: 'Policy', post_author: 2 },
        versionOf(9620, 9621, 'Policy'),
        { ID: 9630, post_title: 'Published', post_author: 4 },
        versionOf(9630, 9631, 'Published'),
        { ID: 9640, post_title: 'Binned', post_author: 4, post_status: 'trash' },
        versionOf(9640, 9641, 'Binned'),
      ])
      await database.execute(
        "update wp_options set option_value = '9620' where option_name = 'wp_page_for_privacy_policy'",
      )
      await insertRows(
        database,
        'wp_postmeta',
        (
          [
            [201, '_edit_last', '2'],
            [201, '_thumbnail_id', '101'],
            [252, '_thumbnail_id', '104'],
            [301, '_edit_last', '1'],
            [9640, '_wp_trash_meta_status', 'publish'],
          ] as const
        ).map(([post_id, meta_key, meta_value]) => ({ post_id, meta_key, meta_value })),
      )
    })

    it('wpgraphql-versions/1 are listed, counted as previews, and found by their ids for those who may edit the content alone', async () => {
      for (const viewer of viewers)
        for (const { type, id, versions, editors } of contents) {
          const may = editors.some((editor) => editor === viewer)
          const about = `${viewer}, ${id}`
          const rest = await on().gateway.get(
            `/cms-json/cms/v2/${type}s/${id}/revisions`,
            viewer === 'nobody' ? {} : asUser(viewer),
          )
          assert.equal(rest.status === 200, may, about)
          const found = at(
            await ask(
              `{ ${type}(id: ${id}, idType: DATABASE_ID) { isRevision revisionOf { node { id } }
                revisions { nodes { databaseId } } edges: revisions { edges { node { databaseId } } }
                preview { node { databaseId title } } previewRevisionDatabaseId previewRevisionId } }`,
              viewer,
            ),
            type,
          )
          const [newest] = versions
          if (found !== null)
            assert.deepEqual(
              {
                listed: list(at(found, 'revisions', 'nodes')).map((node) => at(node, 'databaseId')),
                edges: list(at(found, 'edges', 'edges')).map((edge) => at(edge, 'node', 'databaseId')),
                preview: at(found, 'preview', 'node', 'databaseId') ?? null,
                id: at(found, 'previewRevisionDatabaseId'),
                global: at(found, 'previewRevisionId'),
                of: at(found, 'revisionOf'),
              },
              {
                listed: may ? versions : [],
                edges: may ? versions : [],
                preview: (may && newest) || null,
                id: (may && newest) || null,
                global: may && newest !== undefined ? globalId(newest) : null,
                of: null,
              },
              about,
            )
          else assert.equal(may, false, about)
          for (const each of versions) {
            const asked = `{ databaseId isRevision revisionOf { node { databaseId } } contentType { node { name } } }`
            const other = type === 'post' ? 'page' : 'post'
            const single = await ask(
              `{ own: ${type}(id: "${each}", idType: DATABASE_ID) ${asked} global: ${type}(id: "${globalId(each)}") ${asked}
                other: ${other}(id: "${each}", idType: DATABASE_ID) { id }
                node(id: "${globalId(each)}") { id ... on Post ${asked} ... on Page ${asked} }
                contentNode(id: "${each}", idType: DATABASE_ID) { __typename ... on Post ${asked} ... on Page ${asked} } }`,
              viewer,
            )
            const shown = may && {
              databaseId: each,
              isRevision: true,
              revisionOf: { node: { databaseId: id } },
              contentType: { node: { name: type } },
            }
            assert.deepEqual(
              single,
              {
                own: shown || null,
                global: shown || null,
                other: null,
                node: shown ? { id: globalId(each), ...shown } : null,
                contentNode: shown ? { __typename: type === 'post' ? 'Post' : 'Page', ...shown } : null,
              },
              `${about}, ${each}`,
            )
          }
        }
    })

    it('wpgraphql-versions/8 are told of by no error, whatever their status is', async () => {
      await insertPosts(on().database, [{ ...versionOf(9610, 9613, 'Private'), post_status: 'publish' }])
      for (const viewer of viewers) {
        const { node, none } = Object(
          await ask(
            `{ node(id: "${globalId(9613)}") { id } none: node(id: "${globalId(99_999)}") { id } }`,
            viewer,
          ),
        )
        const may = viewer === 'edith' || viewer === 'admin'
        assert.deepEqual([node, none], [may ? { id: globalId(9613) } : null, null], viewer)
      }
      await on().database.execute('delete from wp_posts where ID = 9613')
    })

    it('wpgraphql-versions/11 are the newest by one rule, whatever shows it', async () => {
      await insertPosts(on().database, [
        { ID: 9661, post_title: 'Kept', post_modified: '2024-01-01 10:00:00' },
        { ...versionOf(9661, 9662, 'Newest', '2024-02-03 10:00:00'), post_modified: '2024-02-01 10:00:00' },
        { ...versionOf(9661, 9663, 'Older', '2024-02-02 10:00:00'), post_modified: '2024-02-05 10:00:00' },
      ])
      const data = await ask(
        `{ post(id: 9661, idType: DATABASE_ID) { previewRevisionDatabaseId preview { node { title } } revisions(first: 1) { nodes { title } } }
          seen: post(id: 9661, idType: DATABASE_ID, asPreview: true) { title } }`,
        'edith',
      )
      const title = 'Newest'
      assert.deepEqual(data, {
        post: {
          previewRevisionDatabaseId: 9662,
          preview: { node: { title } },
          revisions: { nodes: [{ title }] },
        },
        seen: { title },
      })
    })

    it('wpgraphql-versions/2 have the texts, authors and dates that REST shows, in any order and a page at a time', async () => {
      const path = '/cms-json/cms/v2/posts/201/revisions?context=edit'
      const rest = list((await on().gateway.get(path, asUser('arthur'))).json)
      const fields = 'databaseId title(format: RAW) content(format: RAW) date modified authorDatabaseId slug'
      const data = await ask(
        `{ post(id: 201, idType: DATABASE_ID) { revisions { nodes { ${fields} status } }
          oldest: revisions(last: 1) { nodes { databaseId } pageInfo { hasPreviousPage endCursor } }
          second: revisions(first: 1, after: "${btoa('arrayconnection:253')}") { nodes { databaseId } pageInfo { hasNextPage } }
          byChange: revisions(first: 2, where: { orderby: [{ field: MODIFIED, order: ASC }] }) { nodes { databaseId } }
          found: revisions(where: { search: "Unsaved" }) { nodes { databaseId } }
          ofEdith: revisions(where: { author: 2 }) { nodes { databaseId } }
          drafts: revisions(where: { status: DRAFT }) { nodes { databaseId } }
          chosen: revisions(where: { in: [252, 202, 206] }) { nodes { databaseId } } } }`,
        'arthur',
      )
      const post = at(data, 'post')
      const idsIn = (name: string) => list(at(post, name, 'nodes')).map((node) => at(node, 'databaseId'))
      assert.deepEqual(
        list(at(post, 'revisions', 'nodes')),
        rest.map((each) => ({
          databaseId: at(each, 'id'),
          title: at(each, 'title', 'raw'),
          content: at(each, 'content', 'raw'),
          date: at(each, 'date'),
          modified: at(each, 'modified'),
          authorDatabaseId: at(each, 'id') === 253 ? 3 : at(each, 'author'),
          slug: at(each, 'slug'),
          status: 'inherit',
        })),
      )
      assert.deepEqual(['oldest', 'second', 'byChange', 'found', 'ofEdith', 'drafts', 'chosen'].map(idsIn), [
        [251],
        [252],
        [251, 252],
        [253],
        [253, 252],
        [],
        [252],
      ])
      assert.equal(at(post, 'oldest', 'pageInfo', 'hasPreviousPage'), true)
      assert.equal(at(post, 'second', 'pageInfo', 'hasNextPage'), true)
    })

    it('wpgraphql-versions/3 have what they do not store of their content, where they are its preview', async () => {
      const fields = `isPreview uri link author { node { databaseId } } featuredImageDatabaseId
        featuredImage { node { databaseId } } lastEditedBy { node { databaseId } } template { templateName }
        categories { nodes { slug } } tags { nodes { slug } } terms { nodes { slug } } comments { nodes { id } }
        revisions { nodes { id } } preview { node { id } } previewRevisionDatabaseId`
      const { post, preview, older } = Object(
        await ask(
          `{ post(id: 201, idType: DATABASE_ID) { ${fields.replace(/terms.*\n.*previewRevisionDatabaseId/, 'terms { nodes { slug } }')} }
            preview: post(id: 253, idType: DATABASE_ID) { ${fields} } older: post(id: 251, idType: DATABASE_ID) { ${fields} } }`,
          'edith',
        ),
      )
      const none = {
        comments: { nodes: [] },
        revisions: { nodes: [] },
        preview: null,
        previewRevisionDatabaseId: null,
      }
      assert.deepEqual(preview, {
        ...post,
        ...none,
        isPreview: true,
        uri: `${String(at(post, 'uri'))}?preview=true`,
        link: `${String(at(post, 'link'))}?preview=true`,
      })
      assert.deepEqual(older, {
        ...post,
        ...none,
        isPreview: false,
        uri: '/?p=251',
        link: `${new URL(String(at(post, 'link'))).origin}/?p=251`,
        categories: { nodes: [] },
        tags: { nodes: [] },
        terms: { nodes: [] },
      })
      assert.equal(at(post, 'featuredImage', 'node', 'databaseId'), 101)
      assert.equal(list(at(post, 'categories', 'nodes')).length, 2)
    })

    it('wpgraphql-versions/10 have addresses in letters, as their content', async () => {
      await insertPosts(on().database, [
        { ID: 9650, post_title: 'Port', post_name: '%e6%b8%af-caf%c3%a9' },
        versionOf(9650, 9652, 'Port'),
      ])
      const { post, preview } = Object(
        await ask(
          '{ post(id: 9650, idType: DATABASE_ID) { uri link } preview: post(id: 9652, idType: DATABASE_ID) { uri link } }',
          'edith',
        ),
      )
      assert.match(String(at(post, 'uri')), /港-café/)
      for (const address of ['uri', 'link'])
        assert.equal(at(preview, address), `${String(at(post, address))}?preview=true`)
    })

    it('wpgraphql-versions/4 are told of by no preview token', async () => {
      const answer = await on().gateway.send('POST', '/cms-json/lectern/v1/preview-tokens', {
        headers: { 'content-type': 'application/json', ...asUser('edith') },
        body: '{"post": 201}',
      })
      const token = String(at(answer.json, 'token'))
      const { json } = await on().gateway.send('POST', '/graphql', {
        headers: { 'content-type': 'application/json', authorization: `Preview ${token}` },
        body: JSON.stringify({
          query: `{ post(id: 201, idType: DATABASE_ID, asPreview: true) { title revisions { nodes { id } } preview { node { id } }
            previewRevisionDatabaseId lastEditedBy { node { id } } } }`,
        }),
      })
      assert.deepEqual(at(json, 'data', 'post'), {
        title: 'The harbour wakes up!',
        revisions: { nodes: [] },
        preview: null,
        previewRevisionDatabaseId: null,
        lastEditedBy: null,
      })
    })

    it('wpgraphql-versions/5 name who edited content last, and who edits it now, to those who may edit it and know the user', async () => {
      const now = Math.floor(Date.now() / 1000)
      const lock = async (value: string) => {
        await on().database.execute("delete from wp_postmeta where meta_key = '_edit_lock'")
        await insertRows(on().database, 'wp_postmeta', [
          { post_id: 201, meta_key: '_edit_lock', meta_value: value },
        ])
      }
      const seen = async (viewer: Viewer) => {
        const data = await ask(
          `{ post(id: 201, idType: DATABASE_ID) { lastEditedBy { node { databaseId } } editingLockedBy { lockTimestamp node { databaseId } } } }`,
          viewer,
        )
        const post = at(data, 'post')
        return [
          at(post, 'lastEditedBy', 'node', 'databaseId') ?? null,
          at(post, 'editingLockedBy', 'node', 'databaseId') ?? null,
        ]
      }
      await lock(`${now}:2`)
      for (const [viewer, wanted] of [
        ['nobody', [null, null]],
        ['sam', [null, null]],
        ['connie', [null, null]],
        ['arthur', [2, 2]],
        ['edith', [2, null]],
        ['admin', [2, 2]],
      ] as const)
        assert.deepEqual(await seen(viewer), wanted, viewer)
      const { post } = Object(
        await ask('{ post(id: 201, idType: DATABASE_ID) { editingLockedBy { lockTimestamp } } }', 'arthur'),
      )
      assert.equal(
        at(post, 'editingLockedBy', 'lockTimestamp'),
        new Date(now * 1000).toISOString().slice(0, 19),
      )
      for (const gone of [`${now - 151}:2`, `${now}:99999`, `${now}`, 'x:2', `${now}:5`]) {
        await lock(gone)
        assert.deepEqual(await seen('arthur'), [2, null], gone)
      }
      await lock(`${now}:5`)
      assert.deepEqual(await seen('admin'), [2, 5])
    })

    it('wpgraphql-versions/6 take as many statements for few posts as for many', async () => {
      const posts = Array.from({ length: 40 }, (_, nth) => 9700 + 3 * nth)
      await insertPosts(
        on().database,
        posts.flatMap((ID) => [
          { ID, post_title: `Post ${ID}`, post_date: '2030-01-01 10:00:00', post_type: 'page' },
          ...[1, 2].map((nth) => versionOf(ID, ID + nth, `Version ${nth}`)),
        ]),
      )
      const statements = async (first: number) => {
        const begun = on().gateway.observed.length
        const data = await ask(
          `{ pages(first: ${first}, where: { in: [${posts.join()}] }) { nodes { previewRevisionDatabaseId lastEditedBy { node { id } }
            preview { node { title uri author { node { id } } featuredImage { node { id } } } }
            revisions(first: 1, where: { orderby: [{ field: MODIFIED, order: DESC }] }) { nodes { title isPreview } } } } }`,
          'edith',
        )
        const nodes = list(at(data, 'pages', 'nodes'))
        assert.equal(nodes.length, first)
        for (const node of nodes)
          assert.deepEqual(
            [at(node, 'preview', 'node', 'title'), at(node, 'revisions', 'nodes', 0)],
            ['Version 2', { title: 'Version 2', isPreview: true }],
          )
        return on()
          .gateway.observed.slice(begun)
          .filter(({ kind }) => kind === 'query').length
      }
      await statements(2)
      const few = await statements(3)
      const many = await statements(40)
      assert.ok(many <= few, `${few} statements, then ${many}`)
    })
  },
  {
    graphqlView: 'wpgraphql',
    cacheBytesMax: 0,
    previewSecret: 'a secret that a front end and its gateway share',
  },
)

for (const [closed, wanted] of [
  ['revisions', { nodes: [], preview: null, id: null, author: 3, by: 2 }],
  ['posts.author', { nodes: [253, 252, 251], preview: '…', id: 253, author: null, by: null }],
  ['posts.title', { nodes: [253, 252, 251], preview: null, id: 253, author: 3, by: 2 }],
] as const)
  onOneDatabase(
    `WPGraphQL's versions without ${closed}`,
    'what is closed is decided by the schema',
    (on) => {
      const ask = asking(on)
      it(`wpgraphql-versions/7 are as closed as their content, where ${closed} are`, async () => {
        await insertRows(on().database, 'wp_postmeta', [
          { post_id: 201, meta_key: '_edit_last', meta_value: '2' },
        ])
        const { post } = Object(
          await ask(
            `{ post(id: 201, idType: DATABASE_ID) { revisions { nodes { databaseId } } preview { node { title authorDatabaseId } }
              previewRevisionDatabaseId lastEditedBy { node { databaseId } } authorDatabaseId } }`,
            'edith',
          ),
        )
        const title = at(post, 'preview', 'node', 'title') ?? null
        assert.deepEqual(
          {
            nodes: list(at(post, 'revisions', 'nodes')).map((node) => at(node, 'databaseId')),
            preview: title === 'The harbour wakes up!' ? '…' : title,
            id: at(post, 'previewRevisionDatabaseId'),
            author: at(post, 'authorDatabaseId'),
            by: at(post, 'lastEditedBy', 'node', 'databaseId') ?? null,
          },
          wanted,
        )
      })
    },
    { graphqlView: 'wpgraphql', closed: [closed] },
  )

for (const base of ['posts', 'revisions'])
  for (const field of ['title', 'content', 'excerpt'])
    onOneDatabase(
      `WPGraphQL's versions without ${base}.${field}`,
      'what is closed is decided by the schema',
      (on) => {
        it(`wpgraphql-versions/9 are searched in no ${field} that ${base} keep to themselves`, async () => {
          const words = { title: 'Zebra', content: 'Quagga', excerpt: 'Okapi' }
          await insertPosts(on().database, [
            {
              ...versionOf(201, 9651, words.title),
              post_content: words.content,
              post_excerpt: words.excerpt,
            },
          ])
          const lists = Object.entries(words).map(
            ([name, word]) => `${name}: revisions(where: { search: "${word}" }) { nodes { databaseId } }`,
          )
          const data = await asking(on)(
            `{ post(id: 201, idType: DATABASE_ID) { ${lists.join(' ')} } }`,
            'edith',
          )
          assert.deepEqual(
            Object.keys(words).map((name) => [name, list(at(data, 'post', name, 'nodes')).length]),
            Object.keys(words).map((name) => [name, name === field ? 0 : 1]),
          )
        })
      },
      { graphqlView: 'wpgraphql', closed: [`${base}.${field}`] },
    )
