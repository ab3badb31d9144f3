// Legacy tables whose columns are of other types over HTTP: no number is ever compared with a word.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { at, list, startTestGateway } from '../support/gateway.ts'
import { articles, articlesWith, createArticles } from '../support/legacy.ts'
import { insertRows } from '../support/rows.ts'

const posts = '/cms-json/cms/v2/posts'
const written = '2024-03-01 10:00:00'

/** Articles from 1 on that differ by their states. */
const insertStates = (database: TestDatabase, states: readonly string[]) =>
  insertRows(
    database,
    'articles',
    states.map((state, nth) => ({ nr: nth + 1, headline: 'x', state, kind: 'post', written, name: 'x' })),
  )

for (const kind of testDatabases()) {
  describe(`types of legacy columns on ${kind.name}`, () => {
    it('legacy-types/1 keep a gateway from starting whose statuses, types or passwords are numbers', async () => {
      const cases = [
        { column: 'state', layout: articles, named: 'posts.status' },
        { column: 'kind', layout: articles, named: 'posts.type' },
        {
          column: 'secret',
          layout: { tables: { posts: articlesWith({ password: 'secret' }) } },
          named: 'posts.password',
        },
      ]
      for (const { column, layout, named } of cases) {
        const database = await kind.create()
        await createArticles(database, { [column]: 'integer not null default 0' })
        await assert.rejects(
          startTestGateway(database, { layout }),
          new RegExp(
            `^Error: ${named} is compared with words, but articles\\.${column} is int.*: .*docs/legacy.md`,
            'i',
          ),
        )
        await database.drop()
      }
    })

    it('legacy-types/2 serve no row of a constant that is a number', async () => {
      const database = await kind.create()
      const layout = { tables: { posts: { columns: { status: { constant: 0 } } } } }
      await assert.rejects(
        startTestGateway(database, { layout }),
        /^Error: posts\.status .* the constant 0\.$/,
      )
      await database.drop()
    })

    it('legacy-types/3 find numbers by their digits where text is expected, and by no word', async () => {
      const database = await kind.create()
      await createArticles(database, { name: 'integer not null', headline: 'integer not null' })
      await insertRows(
        database,
        'articles',
        [0, 1, 17].map((name) => ({
          nr: name + 100,
          headline: name,
          state: 'publish',
          kind: 'post',
          written,
          name,
        })),
      )
      const gateway = await startTestGateway(database, { layout: articles })
      const found = async (query: string) =>
        list((await gateway.get(`${posts}?${query}`)).json).map((each) => at(each, 'id'))
      assert.deepEqual(await found('slug=hello'), [])
      assert.deepEqual(await found('slug=0'), [100])
      assert.deepEqual(await found('slug=17,none'), [117])
      assert.deepEqual(await found('search=17'), [117])
      assert.deepEqual(await found('orderby=title&order=asc'), [100, 101, 117])
      const graph = await gateway.graphql('{ posts(orderBy: TITLE) { edges { node { slug } } } }')
      assert.deepEqual(
        list(at(graph.json, 'data', 'posts', 'edges')).map((edge) => at(edge, 'node', 'slug')),
        ['0', '1', '17'],
      )
      await gateway.stop()
      await database.drop()
    })

    it('legacy-types/4 hide the files below content that has no status', async () => {
      const database = await kind.create()
      await createArticles(database, { state: 'varchar(20)', above: 'integer not null default 0' })
      const rows = [
        { nr: 1, state: null, kind: 'post', above: 0 },
        { nr: 2, state: 'publish', kind: 'post', above: 0 },
        { nr: 3, state: 'inherit', kind: 'attachment', above: 1 },
        { nr: 4, state: 'inherit', kind: 'attachment', above: 2 },
        { nr: 5, state: null, kind: 'attachment', above: 2 },
      ]
      await insertRows(
        database,
        'articles',
        rows.map((row) => Object.assign({ headline: 'x', written, name: `n${row.nr}` }, row)),
      )
      const gateway = await startTestGateway(database, {
        layout: { tables: { posts: articlesWith({ parent_id: 'above' }) } },
      })
      const media = await gateway.get('/cms-json/cms/v2/media')
      assert.deepEqual(
        list(media.json).map((each) => at(each, 'id')),
        [4],
      )
      for (const nr of [3, 5]) {
        const { status } = await gateway.get(`/cms-json/cms/v2/media/${nr}`)
        assert.ok(status === 401 || status === 404, `${nr}: ${status}`)
      }
      await gateway.stop()
      await database.drop()
    })

    if (kind.flavour === 'sqlite')
      it('legacy-types/5 show no number as published where columns have no type', async () => {
        const database = await kind.create()
        await createArticles(database, { state: '' })
        const states = [0, 'publish', 1]
        await insertRows(
          database,
          'articles',
          states.map((state, nr) => ({ nr, headline: 'x', state, kind: 'post', written, name: 'x' })),
        )
        const gateway = await startTestGateway(database, { layout: articles })
        assert.deepEqual(
          list((await gateway.get(posts)).json).map((each) => at(each, 'id')),
          [1],
        )
        await gateway.stop()
        await database.drop()
      })
    else
      it('legacy-types/6 serve statuses of an enum', async () => {
        const database = await kind.create()
        await createArticles(database, { state: "enum('draft','publish') not null" })
        await insertStates(database, ['draft', 'publish'])
        const gateway = await startTestGateway(database, { layout: articles })
        assert.deepEqual(
          list((await gateway.get(posts)).json).map((each) => at(each, 'id')),
          [2],
        )
        await gateway.stop()
        await database.drop()
      })

    it('legacy-types/7 give no two meanings to values that are one for the column', async () => {
      const status = { column: 'state', values: { P: 'publish', p: 'private' } }
      const layout = { tables: { posts: articlesWith({ status }) } }
      const exact = kind.flavour === 'sqlite' ? '' : ' character set latin1 collate latin1_general_cs'
      for (const collation of new Set(['', exact])) {
        const database = await kind.create()
        await createArticles(database, { state: `char(1)${collation} not null` })
        await insertStates(database, ['P', 'p'])
        if (collation === exact) {
          const gateway = await startTestGateway(database, { layout })
          const shown = list((await gateway.get(posts)).json).map((each) => at(each, 'id'))
          assert.deepEqual(shown, [1])
          assert.equal((await gateway.get(`${posts}/2`)).status, 401)
          await gateway.stop()
        } else
          await assert.rejects(
            startTestGateway(database, { layout }),
            /posts\.status: articles\.state is char\(1\), whose collation treats "P" and "p" as one value\./,
          )
        await database.drop()
      }
    })
  })
}
