// WPGraphQL's schema over HTTP: batches within limits, documents by hash, GraphiQL, and the response cache.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { asUser, demoKeys } from '../support/demo-credentials.ts'
import { testDatabases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { bugsOf } from '../support/extensions.ts'
import { at, list, onOneDatabase, startTestGateway, type Answer, type On } from '../support/gateway.ts'
import { addMenu, menu } from '../support/menu.ts'

const why =
  'batches, hashes and kept answers are read before rows are; wpgraphql.test.ts reads these on every database'

type Headers = Readonly<Record<string, string>>

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const statusOf = ({ headers }: Answer) => headers.get('cache-status') ?? ''
const json = { 'content-type': 'application/json' }

function send({ gateway }: Pick<On, 'gateway'>, body: unknown, headers: Headers = {}): Promise<Answer> {
  return gateway.send('POST', '/graphql', { headers: { ...json, ...headers }, body: JSON.stringify(body) })
}

function get(
  { gateway }: Pick<On, 'gateway'>,
  asked: Readonly<Record<string, string>>,
  headers: Headers = {},
): Promise<Answer> {
  return gateway.get(`/graphql?${new URLSearchParams(asked).toString()}`, headers)
}

onOneDatabase(
  "WPGraphQL's schema over HTTP",
  why,
  (on) => {
    before(() => addMenu(on().database))

    it('wpgraphql-http/1 answers a batch in its order, each operation with its own errors', async () => {
      const { status, json: answers } = await send(on(), [
        { query: '{ generalSettings { url } }' },
        { query: '{ nothing }' },
        { query: 'query ($n: Int) { posts(first: $n) { nodes { id } } }', variables: { n: 2 } },
        { query: 'mutation { deletePost(input: { id: "1" }) { deletedId } }' },
        {},
      ])
      assert.equal(status, 200)
      assert.deepEqual(
        list(answers).map((each) => [at(each, 'errors') !== undefined, at(each, 'data') !== undefined]),
        [
          [false, true],
          [true, false],
          [false, true],
          [true, true],
          [true, false],
        ],
      )
      assert.equal(list(at(answers, 2, 'data', 'posts', 'nodes')).length, 2)
    })

    it('wpgraphql-http/9 answers 500 to a syntax error and to what is not JSON, as the plug-in, and takes neither for a bug', async () => {
      const { gateway } = on()
      const asked = await Promise.all([
        send(on(), { query: '{' }),
        get(on(), { query: '{' }),
        gateway.send('POST', '/graphql', { headers: json, body: '{' }),
      ])
      for (const { status, text } of asked) {
        assert.equal(status, 500, text)
        assert.notEqual(at(JSON.parse(text), 'errors', 0, 'message'), undefined, text)
      }
      assert.deepEqual(bugsOf(gateway), [])
    })

    it('wpgraphql-http/2 refuses a batch that is too long, or that costs too much as a whole', async () => {
      const short = { query: '{ __typename }' }
      const most = Array.from({ length: 10 }, () => short)
      assert.equal(list((await send(on(), most)).json).length, 10)
      assert.equal((await send(on(), [...most, short])).status, 400)
      const dear = {
        query: '{ posts(first: 100) { nodes { categories(first: 40) { nodes { name slug uri } } } } }',
      }
      const { json: answers } = await send(
        on(),
        Array.from({ length: 10 }, () => dear),
      )
      const codes = list(answers).map((each) => at(each, 'errors', 0, 'extensions', 'code') ?? null)
      assert.deepEqual([codes[0], codes.at(-1)], [null, 'COST_TOO_HIGH'])
    })

    it('wpgraphql-http/8 refuses variables that nest too deeply, and finds no error in that', async () => {
      const { gateway } = on()
      const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
      const body = `{ "query": "{ generalSettings { title } }", "variables": { "a": ${nested} } }`
      const answer = await gateway.send('POST', '/graphql', { headers: json, body })
      assert.equal(at(answer.json, 'errors', 0, 'extensions', 'code'), 'VARIABLES_TOO_LARGE')
      assert.deepEqual(
        gateway.observed.filter(({ kind }) => kind === 'error'),
        [],
      )
    })

    it('wpgraphql-http/3 knows documents by their hashes, once they were sent', async () => {
      const query = '{ posts(first: 3) { nodes { slug } } }'
      const extensions = { persistedQuery: { version: 1, sha256Hash: sha256(query) } }
      const unknown = await send(on(), { extensions })
      assert.equal(at(unknown.json, 'errors', 0, 'extensions', 'code'), 'PERSISTED_QUERY_NOT_FOUND')
      const first = await send(on(), { query, extensions })
      const byHash = await get(on(), { extensions: JSON.stringify(extensions) })
      assert.deepEqual([at(byHash.json, 'errors'), byHash.json], [undefined, first.json])
      assert.match(statusOf(byHash), /^lectern; hit/)
      const wrong = { persistedQuery: { version: 1, sha256Hash: sha256('{ other }') } }
      assert.notEqual(at((await send(on(), { query, extensions: wrong })).json, 'errors'), undefined)
    })

    it('wpgraphql-http/10 knows documents by queryId as well, where they were sent with their hashes', async () => {
      const query = '{ posts(first: 4) { nodes { slug } } }'
      const queryId = sha256(query)
      const unknown = await get(on(), { queryId })
      assert.equal(at(unknown.json, 'errors', 0, 'message'), 'PersistedQueryNotFound')
      const first = await send(on(), {
        query,
        extensions: { persistedQuery: { version: 1, sha256Hash: queryId } },
      })
      const found = await get(on(), { queryId })
      assert.deepEqual([at(found.json, 'errors'), found.json], [undefined, first.json])
      assert.match(statusOf(found), /^lectern; hit/)
      assert.deepEqual((await send(on(), { queryId })).json, first.json)
      // Beside a document any other name says nothing
      assert.equal(at((await send(on(), { query, queryId: 'posts-of-a-page' })).json, 'errors'), undefined)
      assert.notEqual(at((await get(on(), { queryId: 'posts-of-a-page' })).json, 'errors'), undefined)
    })

    it('wpgraphql-http/12 knows a document by queryId that was sent with it', async () => {
      for (const [method, query] of [
        [send, '{ posts(first: 6) { nodes { slug } } }'],
        [get, '{ posts(first: 7) { nodes { slug } } }'],
      ] as const) {
        const queryId = sha256(query)
        assert.notEqual(at((await get(on(), { queryId })).json, 'errors'), undefined)
        const first = await method(on(), { query, queryId })
        assert.deepEqual((await get(on(), { queryId })).json, first.json)
        assert.equal(at(first.json, 'errors'), undefined)
      }
    })

    it('wpgraphql-http/11 knows a document by its hash whose answer was kept before it was sent with it', async () => {
      const query = '{ posts(first: 5) { nodes { slug } } }'
      const extensions = { persistedQuery: { version: 1, sha256Hash: sha256(query) } }
      const kept = await get(on(), { query })
      assert.match(statusOf(await send(on(), { query, extensions })), /^lectern; hit/)
      for (const asked of [{ queryId: sha256(query) }, { extensions: JSON.stringify(extensions) }])
        assert.deepEqual((await get(on(), asked)).json, kept.json)
    })

    it('wpgraphql-http/4 answers 304 to those who have the answer, and keeps nothing of viewers and errors', async () => {
      const query = '{ pages(first: 2) { nodes { title } } }'
      const first = await get(on(), { query })
      const etag = first.headers.get('etag') ?? ''
      assert.match(etag, /^"[\w-]+"$/)
      const same = await get(on(), { query }, { 'if-none-match': etag })
      assert.deepEqual([same.status, same.text], [304, ''])
      const own = await send(on(), { query }, asUser('admin'))
      assert.deepEqual(
        [own.headers.get('cache-control'), own.headers.get('etag')],
        ['private, no-store', null],
      )
      for (let time = 0; time < 2; time += 1) {
        const failed = await send(on(), { query: '{ posts(first: -1) { nodes { id } } }' })
        assert.equal(failed.headers.get('cache-control'), 'private, no-store')
      }
    })

    it('wpgraphql-http/5 answers again without the database, until what it shows is edited', async () => {
      const gateway = await startTestGateway(on().database, { feed: 'auto', graphqlView: 'wpgraphql' })
      const fresh = { gateway }
      const query = `{ post(id: 238, idType: DATABASE_ID) { title author { node { name } } }
        menu(id: "PRIMARY", idType: LOCATION) { name menuItems { nodes { label } } } }`
      const shown = async (...path: readonly (string | number)[]) => {
        const [byGet, byPost] = [await get(fresh, { query }), await send(fresh, { query })]
        assert.deepEqual(byGet.json, byPost.json)
        return at(byGet.json, 'data', ...path)
      }
      await eventually(async () => {
        await send(fresh, { query })
        assert.match(statusOf(await send(fresh, { query })), /^lectern; hit/)
      })
      const changes: readonly (readonly [sql: string, path: readonly (string | number)[], now: string])[] = [
        ["update wp_posts set post_title = 'Anew' where ID = 238", ['post', 'title'], 'Anew'],
        ["update wp_users set display_name = 'Ada' where ID = 1", ['post', 'author', 'node', 'name'], 'Ada'],
        [`update wp_terms set name = 'Top' where term_id = ${menu}`, ['menu', 'name'], 'Top'],
        [
          "update wp_posts set post_title = 'Here' where ID = 901",
          ['menu', 'menuItems', 'nodes', 0, 'label'],
          'Here',
        ],
      ]
      for (const [sql, path, now] of changes) {
        await on().database.execute(sql)
        await eventually(async () => assert.equal(await shown(...path), now, sql))
      }
      await gateway.stop()
    })

    it('wpgraphql-http/6 shows GraphiQL to browsers that ask for nothing, with examples that run', async () => {
      const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
      const page = await on().gateway.get('/graphql', { accept })
      assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8'])
      assert.match(page.text, /data-view="wpgraphql"/)
      assert.equal(
        at((await get(on(), { query: '{ __typename }' }, { accept })).json, 'data', '__typename'),
        'RootQuery',
      )
      const [, examples = ''] =
        /<script type="application\/json" id="examples"[^>]*>([^<]*)/.exec(page.text) ?? []
      for (const example of list(JSON.parse(examples))) {
        const variables: unknown = JSON.parse(String(at(example, 'variables')) || '{}')
        const { json: answer } = await send(on(), { query: at(example, 'query'), variables })
        assert.equal(at(answer, 'errors'), undefined, JSON.stringify(answer))
      }
    })
  },
  { ...demoKeys, graphqlView: 'wpgraphql' },
)

describe("WPGraphQL's schema with a list of documents", () => {
  it('wpgraphql-http/7 runs these, and no others', async () => {
    const [kind] = testDatabases()
    assert(kind)
    const database = await kind.create()
    const query = '{ posts(first: 2) { nodes { title } } }'
    const folder = mkdtempSync(join(tmpdir(), 'lectern-documents-'))
    const path = join(folder, 'documents.json')
    writeFileSync(path, JSON.stringify({ feed: query }))
    const gateway = await startTestGateway(database, { graphqlView: 'wpgraphql', graphqlDocuments: path })
    const listed = { extensions: { persistedQuery: { version: 1, sha256Hash: sha256(query) } } }
    for (const asked of [{ query }, listed])
      assert.equal(at((await send({ gateway }, asked)).json, 'errors'), undefined)
    const other = await send({ gateway }, { query: '{ __typename }' })
    assert.equal(at(other.json, 'errors', 0, 'extensions', 'code'), 'DOCUMENT_NOT_LISTED')
    await gateway.stop()
    await database.drop()
    rmSync(folder, { recursive: true })
  })
})
