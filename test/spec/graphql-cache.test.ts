// The contract of the response cache for GraphQL: queries of anonymous viewers, by GET and POST, under one key.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { it } from 'node:test'
import { asUser, cookieOf, demoKeys, nonceOf } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { at, onEveryDatabase, startTestGateway, type Answer, type On } from '../support/gateway.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const page =
  'query Page($first: Int, $after: String) { posts(first: $first, after: $after) { edges { node { id } } } }'

type Asked = Readonly<Record<string, unknown>>
type Headers = Readonly<Record<string, string>>

function get({ gateway }: On, asked: Asked, headers: Headers = {}): Promise<Answer> {
  const search = Object.entries(asked).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return gateway.get(`/graphql?${new URLSearchParams(search).toString()}`, headers)
}

function post({ gateway }: On, asked: Asked, headers: Headers = {}): Promise<Answer> {
  return gateway.send('POST', '/graphql', {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(asked),
  })
}

const shared = 'public, max-age=0, must-revalidate'
const never = 'private, no-store'
const kept = ({ headers }: Answer) => headers.get('cache-control')
const statusOf = ({ headers }: Answer) => headers.get('cache-status')
/** An address holds no more than this of a document. */
const shortOr = (query: string) => query.slice(0, 2000)
const codeOf = ({ json }: Answer) => at(json, 'errors', 0, 'extensions', 'code')

onEveryDatabase(
  'the response cache for GraphQL',
  (on) => {
    const statements = async (ask: () => Promise<unknown>) => {
      const before = on().gateway.observed.length
      await ask()
      return on()
        .gateway.observed.slice(before)
        .filter(({ kind }) => kind === 'query').length
    }

    it('graphql-cache/1 answers a query by GET again without asking the database, with the same bytes and tag', async () => {
      const asked = { query: page, variables: { first: 2 } }
      const first = await get(on(), asked)
      assert.equal(kept(first), shared)
      const etag = first.headers.get('etag') ?? ''
      assert.match(etag, /^"[\w-]+"$/)
      assert.equal(
        await statements(async () => {
          const second = await get(on(), asked)
          assert.deepEqual([second.text, second.headers.get('etag')], [first.text, etag])
        }),
        0,
      )
      const same = await get(on(), asked, { 'if-none-match': etag })
      assert.deepEqual([same.status, same.text, same.headers.get('etag')], [304, '', etag])
      assert.deepEqual([same.headers.get('content-type'), same.headers.get('content-length')], [null, null])
      const head = await on().gateway.send('HEAD', `/graphql?query=${encodeURIComponent('{ __typename }')}`)
      assert.deepEqual([head.status, head.text], [200, ''])
      assert.equal(kept(head), shared)
    })

    it('graphql-cache/2 knows a query however it is written', async () => {
      const extensions = { persistedQuery: { version: 1, sha256Hash: sha256(page) } }
      await get(on(), { query: page, extensions, variables: { first: 3, after: null } })
      const ways: readonly (() => Promise<Answer>)[] = [
        () => get(on(), { variables: '{ "after" : null, "first" : 3 }', query: page }),
        () => get(on(), { extensions, variables: { after: null, first: 3 } }),
        () =>
          get(on(), {
            query: page,
            variables: { first: 3, after: null },
            anything: 'else',
            operationName: '',
          }),
        () =>
          get(
            on(),
            { query: page, variables: { first: 3, after: null } },
            { accept: 'text/*, application/json' },
          ),
        () => get(on(), { query: page, variables: { first: 3, after: null } }, { accept: '*/*;q=0.1' }),
        () => post(on(), { query: page, variables: { first: 3, after: null } }),
        () => post(on(), { extensions, variables: { after: null, first: 3 } }),
      ]
      for (const way of ways) {
        assert.equal(
          await statements(async () => {
            const answer = await way()
            assert.deepEqual([kept(answer), answer.status], [shared, 200], answer.text)
          }),
          0,
          String(way),
        )
      }
    })

    it('graphql-cache/3 tells apart what is not the same', async () => {
      const asked = { query: page, variables: { first: 4 } }
      await get(on(), asked)
      const others: readonly (() => Promise<Answer>)[] = [
        () => get(on(), { ...asked, variables: { first: 5 } }),
        () => get(on(), { ...asked, operationName: 'Page' }),
        () => get(on(), { ...asked, view: 'cursor' }),
        () => get(on(), { ...asked, query: `${page} ` }),
        () => get(on(), asked, { accept: 'application/graphql-response+json' }),
        () => get(on(), { ...asked, variables: { first: 4, members: [['a', 1]] } }),
        () => get(on(), { ...asked, variables: { first: 4, members: { a: 1 } } }),
      ]
      for (const other of others) assert.notEqual(await statements(other), 0, String(other))
      const typed = await get(on(), asked, {
        accept: 'application/json;q=0.5, application/graphql-response+json',
      })
      assert.match(typed.headers.get('content-type') ?? '', /^application\/graphql-response\+json/)
      assert.match((await get(on(), asked)).headers.get('content-type') ?? '', /^application\/json/)
      assert.equal((await get(on(), asked, { accept: 'image/png' })).status, 406)
      assert.equal((await get(on(), asked, { accept: 'application/json;q=0' })).status, 406)
      const newer = await get(on(), asked, { accept: 'application/json;q=0, application/*' })
      assert.match(newer.headers.get('content-type') ?? '', /^application\/graphql-response\+json/)
    })

    it('graphql-cache/4 keeps a query by POST from the first time that it is sent, and never answers it with 304', async () => {
      const asked = { query: `${page} # by POST`, variables: { first: 6 } }
      const first = await post(on(), asked)
      assert.deepEqual([kept(first), statusOf(first)], [shared, 'lectern; fwd=miss'])
      const etag = first.headers.get('etag') ?? ''
      assert.equal(
        await statements(async () => {
          const again = await post(on(), asked, { 'if-none-match': etag })
          assert.deepEqual([again.status, again.text], [200, first.text])
          assert.match(statusOf(again) ?? '', /^lectern; hit/)
          assert.match(statusOf(await get(on(), asked)) ?? '', /^lectern; hit/)
        }),
        0,
      )
    })

    it('graphql-cache/9 refuses by POST what it refuses by GET, in the same words, and keeps neither', async () => {
      const refusals: readonly (readonly [query: string, code: unknown, message: RegExp])[] = [
        ['{', undefined, /^Syntax Error/],
        ['{ nothing }', undefined, /^Cannot query field "nothing"/],
        ['query A { __typename } query B { __typename }', undefined, /^Unable to detect operation AST$/],
        [`{ ${'a: __typename '.repeat(5000)} }`, 'DOCUMENT_TOO_LARGE', /^The document /],
      ]
      for (const [query, code, message] of refusals)
        for (let time = 0; time < 2; time++) {
          const [byGet, byPost] = [await get(on(), { query: shortOr(query) }), await post(on(), { query })]
          assert.equal(codeOf(byPost), code)
          assert.match(String(at(byPost.json, 'errors', 0, 'message')), message)
          assert.deepEqual([kept(byPost), statusOf(byPost)], [never, 'lectern; fwd=bypass'], query)
          if (query === shortOr(query))
            assert.deepEqual([byPost.status, byPost.json], [byGet.status, byGet.json])
        }
    })

    it('graphql-cache/10 keeps no mutation, and no body that is too large or no JSON', async () => {
      for (let time = 0; time < 2; time++) {
        const mutation = await post(on(), { query: 'mutation { a }' })
        assert.match(mutation.text, /mutation/)
        const large = await on().gateway.send('POST', '/graphql', {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query: page, anything: ' '.repeat(2_000_000) }),
        })
        assert.deepEqual([large.status, codeOf(large)], [413, 'BODY_TOO_LARGE'])
        const text = await on().gateway.send('POST', '/graphql', {
          headers: { 'content-type': 'text/plain' },
          body: JSON.stringify({ query: page }),
        })
        assert.equal(text.status, 415)
        for (const answer of [mutation, large, text])
          assert.deepEqual([kept(answer), statusOf(answer)], [never, 'lectern; fwd=bypass'], answer.text)
      }
    })

    it('graphql-cache/11 registers a hash by the POST that is kept', async () => {
      const query = `${page} # registered`
      const extensions = { persistedQuery: { version: 1, sha256Hash: sha256(query) } }
      assert.equal(codeOf(await post(on(), { extensions })), 'PERSISTED_QUERY_NOT_FOUND')
      const registered = await post(on(), { query, extensions })
      assert.equal(statusOf(registered), 'lectern; fwd=miss')
      const byHash = await post(on(), { extensions })
      assert.equal(byHash.text, registered.text)
      assert.match(statusOf(byHash) ?? '', /^lectern; hit/)
    })

    it('graphql-cache/5 holds nothing of a viewer with credentials, and shows that viewer nothing that is kept', async () => {
      const drafts = { query: '{ posts(status: DRAFT, first: 1) { edges { node { id } } } }' }
      const headers = asUser('admin')
      for (const ask of [get, post]) {
        const own = await ask(on(), drafts, headers)
        assert.deepEqual([kept(own), own.headers.get('etag')], [never, null])
        assert.notEqual(at(own.json, 'data', 'posts', 'edges', 0, 'node', 'id'), undefined)
        assert.equal(codeOf(await ask(on(), drafts)), 'FORBIDDEN')
        const asked = { query: page, variables: { first: 7 } }
        await ask(on(), asked)
        assert.notEqual(await statements(() => ask(on(), asked, headers)), 0)
      }
    })

    it('graphql-cache/6 is the same to a cookie without a nonce as to nobody', async () => {
      const drafts = { query: '{ posts(status: DRAFT, first: 1) { edges { node { id } } } }' }
      const cookie = { cookie: cookieOf('admin') }
      for (const ask of [get, post]) {
        assert.equal(codeOf(await ask(on(), drafts, cookie)), 'FORBIDDEN')
        const own = await ask(on(), drafts, { ...cookie, 'x-cms-nonce': nonceOf('admin') })
        assert.equal(at(own.json, 'errors'), undefined)
        assert.equal(kept(own), never)
        assert.equal((await ask(on(), drafts, { ...cookie, 'x-cms-nonce': 'wrong' })).status, 403)
      }
    })

    it('graphql-cache/7 drops an answer when what it was made of changes, nested nodes and counts too', async () => {
      const gateway = await startTestGateway(on().database, { feed: 'auto' })
      const fresh = { database: on().database, gateway }
      const query =
        '{ posts(first: 1) { totalCount edges { node { title author { name } categories { name } } } } postsCount }'
      const shown = async (...path: readonly (string | number)[]) => {
        const asked = { query }
        const [byGet, byPost] = [await get(fresh, asked), await post(fresh, asked)]
        assert.deepEqual(at(byGet.json, 'data'), at(byPost.json, 'data'))
        return at(byGet.json, 'data', ...path)
      }
      const newest = ['posts', 'edges', 0, 'node'] as const
      const total = Number(await shown('postsCount'))
      const changes: readonly (readonly [sql: string, path: readonly (string | number)[], now: unknown])[] = [
        [`update wp_posts set post_title = 'Anew' where ID = 238`, [...newest, 'title'], 'Anew'],
        [`update wp_users set display_name = 'Ada' where ID = 1`, [...newest, 'author', 'name'], 'Ada'],
        [
          `update wp_terms set name = 'Anything' where term_id = 1`,
          [...newest, 'categories', 0, 'name'],
          'Anything',
        ],
        [`update wp_posts set post_status = 'draft' where ID = 237`, ['postsCount'], total - 1],
        [`update wp_posts set post_status = 'publish' where ID = 237`, ['posts', 'totalCount'], total],
      ]
      for (const [sql, path, now] of changes) {
        await on().database.execute(sql)
        await eventually(async () => assert.equal(await shown(...path), now, sql))
      }
      await gateway.stop()
    })

    it('graphql-cache/8 keeps no answer that has errors', async () => {
      for (const query of [
        '{ nothing }',
        '{ posts(first: 0) { totalCount } }',
        '{ posts(first: 1, after: "x") { totalCount } }',
        'mutation { a }',
        'query A { __typename } query B { __typename }',
      ])
        for (const ask of [get, post])
          for (let time = 0; time < 3; time++) assert.equal(kept(await ask(on(), { query })), never, query)
    })
  },
  demoKeys,
)
