// The contract over databases that are not WordPress's (support/legacy-layouts.ts): lists, items, searches, orders, cursors,
// freshness, visibility, GraphQL, the description of the interface and extensions are those of WordPress's tables.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import Schema from 'typebox/schema'
import { checkDatabase } from '../../src/app/check.ts'
import { parseAddresses } from '../../src/database/address.ts'
import { readConfig } from '../../src/settings/config.ts'
import { testDatabases, type TestDatabase, type TestDatabaseKind } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { extensionFile } from '../support/extensions.ts'
import { at, list, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { legacySites } from '../support/legacy-layouts.ts'
import type { LegacySite } from '../support/legacy-site.ts'

const v2 = '/cms-json/cms/v2'

const loud = `import { defineExtension, defineRoute, everybody, textOf } from 'lectern'
const shout = { columns: ['title'], value: ({ row }) => textOf(row, 'title').toUpperCase() }
const field = { name: 'shout', type: 'String', description: 'Its title, aloud.', ...shout }
const named = defineRoute({
  namespace: 'loud/v1', path: '/posts', methods: ['GET'], permission: everybody,
  handle: ({ read }) => read.list('post', { values: { id: { columns: ['id'], value: ({ row }) => row.id }, shout }, limit: 9 }),
})
export default defineExtension({ name: 'loud', routes: [named], adds: { post: { nodeFields: [field] } } })`

interface Opened {
  readonly database: TestDatabase
  readonly gateway: TestGateway
}

async function open(kind: TestDatabaseKind, { statements, layout }: LegacySite): Promise<Opened> {
  const database = await kind.create({ seed: 'empty' })
  for (const statement of statements) await database.execute(statement)
  const extensions = [extensionFile('legacy-loud.ts', loud)]
  // The administrator may follow the binary log, which names rows by their keys
  const settings = { layout, feed: kind.server === null ? 'auto' : 'binlog', extensions } as const
  return { database, gateway: await startTestGateway({ url: database.adminUrl }, settings) }
}

for (const kind of testDatabases())
  for (const site of legacySites)
    describe(`${site.name} on ${kind.name}`, () => {
      const { alpha, beta, gamma, draft, gone, ada, ben, news, letters, comment } = site
      let opened: Opened
      before(async () => {
        opened = await open(kind, site)
      })
      after(async () => {
        await opened.gateway.stop()
        await opened.database.drop()
      })
      const get = async (path: string) => {
        const { json, status, text } = await opened.gateway.get(`${v2}/${path}`)
        assert.equal(status, 200, `${path}: ${text}`)
        return json
      }
      const ids = async (path: string) => list(await get(path)).map((each) => at(each, 'id'))
      const data = async (query: string, ...path: readonly (string | number)[]) => {
        const { json, text } = await opened.gateway.graphql(query)
        assert.equal(at(json, 'errors'), undefined, text)
        return at(json, 'data', ...path)
      }

      it('legacy-sites/1 have lists in every order, with filters by id, person, section and word', async () => {
        for (const [query, expected] of [
          ['', [gamma, beta, alpha].toSorted(byDateThenId)],
          ['?orderby=title&order=asc', [alpha, beta, gamma]],
          [`?include=${gamma},${alpha}&orderby=include`, [gamma, alpha]],
          [`?exclude=${beta}&order=asc`, [alpha, gamma]],
          [`?author=${ada}&order=asc`, [alpha, gamma]],
          [`?author_exclude=${ada}`, [beta]],
          [`?categories=${letters}`, [beta]],
          [`?categories_exclude=${letters}&order=asc`, [alpha, gamma]],
          ['?search=ferry', [alpha]],
          ['?slug=beta', [beta]],
          ['?before=2024-02-02T00:00:00Z', [alpha]],
        ] as const)
          assert.deepEqual(await ids(`posts${query}`), expected, query)
        assert.deepEqual(await ids('users?order=asc'), [ada, ben])
        assert.deepEqual(await ids('categories?orderby=name&order=desc'), [news, letters])
        assert.deepEqual(await ids(`categories?post=${alpha}`), [news])
        assert.deepEqual(await ids('categories?parent=0&orderby=name'), [letters, news])
        const { headers } = await opened.gateway.get(`${v2}/posts`)
        assert.equal(headers.get('x-cms-total'), '3')
      })

      it('legacy-sites/2 have items, what belongs to them, and links between them', async () => {
        const one = await get(`posts/${alpha}?_embed`)
        assert.deepEqual(
          ['id', 'author', 'categories', 'date', 'link'].map((name) => at(one, name)),
          [alpha, ada, [news], '2024-02-01T10:00:00', 'https://gazette.example/news/alpha/'],
        )
        assert.equal(at(one, 'content', 'rendered'), '<p>A ferry sails.</p>\n')
        assert.equal(at(one, '_embedded', 'author', 0, 'name'), 'Ada')
        assert.equal(at(one, '_embedded', 'cms:term', 0, 0, 'id'), news)
        const self = new URL(String(at(one, '_links', 'self', 0, 'href')))
        assert.equal(at((await opened.gateway.get(self.pathname)).json, 'id'), alpha)
        assert.equal(at(await get(`users/${ada}`), 'name'), 'Ada')
        assert.equal(at(await get(`categories/${news}`), 'count'), 2)
        assert.equal(at(await get('posts/by-slug/gamma'), 'id'), gamma)
        const inCapitals = await opened.gateway.get(`${v2}/posts/${String(alpha).toUpperCase()}`)
        assert.deepEqual(
          [inCapitals.status, at(inCapitals.json, 'id') ?? null],
          inCapitals.status === 200 ? [200, alpha] : [404, null],
        )
        if (comment === 0) return
        assert.deepEqual(await ids(`comments?post=${alpha}`), [comment])
        assert.deepEqual(await ids('comments?parent=0'), [comment])
        assert.equal(at(await get(`comments/${comment}`), 'post'), alpha)
        assert.equal(at(await get(`comments/${comment}`), 'author'), ben)
        assert.equal(at(await get(`comments/${comment}`), 'date'), '2024-02-01T11:00:00')
        assert.deepEqual(await ids('comments?before=2024-02-01T11:00:01Z'), [comment])
        assert.deepEqual(await ids('comments?after=2024-02-01T11:00:00Z'), [])
      })

      it('legacy-sites/3 are walked by cursors, both ways, meeting each row once', async () => {
        const order = [gamma, beta, alpha].toSorted(byDateThenId)
        for (const [query, expected] of [
          ['', order],
          ['&order=asc', order.toReversed()],
        ] as const) {
          const met: unknown[] = []
          let next: string | null = `${v2}/posts?per_page=1&_fields=id&cursor=${query}`
          while (next !== null && met.length < 9) {
            const { json, headers, text } = await opened.gateway.get(next)
            met.push(...list(json).map((each) => at(each, 'id')))
            const [, link = null] = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '') ?? []
            assert(met.length > 0, text)
            next = link === null ? null : link.replace(/^https?:\/\/[^/]*/, '')
          }
          assert.deepEqual(met, expected, query)
        }
        let end: unknown = null
        const met: unknown[] = []
        do {
          const until = typeof end === 'string' ? `, before: "${end}"` : ''
          const page = await data(
            `{ posts(last: 1${until}) { edges { node { id } } pageInfo { startCursor hasPreviousPage } } }`,
            'posts',
          )
          met.push(at(page, 'edges', 0, 'node', 'id'))
          end = at(page, 'pageInfo', 'hasPreviousPage') === true ? at(page, 'pageInfo', 'startCursor') : null
        } while (end !== null && met.length < 9)
        assert.deepEqual(met, order.toReversed().map(String))
      })

      it('legacy-sites/4 show nobody what is hidden or deleted, by any way to it', async () => {
        for (const id of [draft, gone]) {
          assert([401, 404].includes((await opened.gateway.get(`${v2}/posts/${id}`)).status))
          assert.deepEqual(await ids(`posts?include=${id}`), [])
          assert.equal(await data(`{ post(id: "${id}") { id } }`, 'post'), null)
          assert.equal(await data(`{ node(id: "${id}") { id } }`, 'node'), null)
        }
        for (const word of ['Delta', 'Epsilon', 'yet', 'Gone'])
          for (const query of [`posts?search=${word}`, `search?search=${word}`])
            assert.deepEqual(await get(query), [], query)
        for (const slug of ['delta', 'epsilon']) {
          assert.deepEqual(await ids(`posts?slug=${slug}`), [])
          assert.equal((await opened.gateway.get(`${v2}/posts/by-slug/${slug}`)).status, 404)
        }
        const all = await data(
          `{ posts(first: 9) { totalCount edges { node { title } } } categories(first: 9) { edges { node { posts(first: 9) { edges { node { title } } } } } } }`,
        )
        assert.doesNotMatch(JSON.stringify(all), /Delta|Epsilon/)
        assert.equal(at(all, 'posts', 'totalCount'), 3)
        if (comment === 0) return
        assert.doesNotMatch(JSON.stringify(await get('comments')), /Soon|Deleted/)
        // Texts that begin with the digits of an id are none
        for (const id of ['3x', '30', '0', 'x'])
          assert.equal((await opened.gateway.get(`${v2}/posts/${id}`)).status, 404, id)
      })

      it('legacy-sites/5 are asked in GraphQL by id, person, section and address', async () => {
        const post = await data(
          `{ post(id: "${alpha}") { id title author { id name } categories { id name } } }`,
          'post',
        )
        assert.deepEqual(post, {
          id: String(alpha),
          title: 'Alpha',
          author: { id: `user:${ada}`, name: 'Ada' },
          categories: [{ id: `term:${news}`, name: 'News' }],
        })
        const found = async (query: string, ...path: readonly string[]) =>
          list(await data(query, ...path, 'edges')).map((each) => at(each, 'node', 'title'))
        assert.deepEqual(
          await found(`{ posts(first: 9, author: "user:${ben}") { edges { node { title } } } }`, 'posts'),
          ['Beta'],
        )
        assert.deepEqual(
          await found(`{ posts(first: 9, author: "ben") { edges { node { title } } } }`, 'posts'),
          ['Beta'],
        )
        assert.deepEqual(
          await found(
            `{ posts(first: 9, category: "term:${letters}") { edges { node { title } } } }`,
            'posts',
          ),
          ['Beta'],
        )
        assert.deepEqual(
          await found(
            `{ category(id: "term:${letters}") { posts(first: 9) { edges { node { title } } } } }`,
            'category',
            'posts',
          ),
          ['Beta'],
        )
        assert.deepEqual(
          await found(
            `{ user(slug: "ada") { posts(first: 9) { edges { node { title } } } } }`,
            'user',
            'posts',
          ),
          ['Gamma', 'Alpha'],
        )
        for (const [id, name] of [
          [`user:${ada}`, 'Ada'],
          [`term:${news}`, 'News'],
        ])
          assert.equal(
            await data(`{ node(id: "${id}") { ... on User { name } ... on Term { name } } }`, 'node', 'name'),
            name,
          )
        assert.equal(await data('{ post(uri: "/news/alpha/") { id } }', 'post', 'id'), String(alpha))
        if (comment === 0) return
        const replies = await data(
          `{ post(id: "${alpha}") { comments(first: 9) { edges { node { id content author { name } } } } } comments(first: 9, post: "${alpha}") { totalCount } }`,
        )
        assert.equal(at(replies, 'post', 'comments', 'edges', 0, 'node', 'id'), `comment:${comment}`)
        assert.equal(at(replies, 'comments', 'totalCount'), 1)
      })

      it('legacy-sites/6 are described as they are answered, and extended', async () => {
        const { json: described } = await opened.gateway.get('/cms-json/openapi.json')
        const { valid, errors } = await new Validator().validate({ ...Object(described) })
        assert(valid, JSON.stringify(errors))
        let compared = 0
        for (const [path, here] of [
          ['/cms/v2/posts', 'posts'],
          ['/cms/v2/posts/{id}', `posts/${alpha}`],
          ['/cms/v2/users', 'users'],
          ['/cms/v2/categories', 'categories'],
          ['/cms/v2/categories/{id}', `categories/${news}`],
          ['/cms/v2/comments', 'comments'],
          ['/cms/v2/search', 'search'],
        ] as const) {
          const schema = at(
            described,
            'paths',
            path,
            'get',
            'responses',
            '200',
            'content',
            'application/json',
            'schema',
          )
          if (schema === undefined) continue
          const wrong: unknown = Schema.Errors(
            { ...Object(schema), components: at(described, 'components') },
            await get(here),
          )[1]
          assert.deepEqual(wrong, [], path)
          compared += 1
        }
        assert(compared >= 6)
        const extended = (await opened.gateway.get('/cms-json/loud/v1/posts')).json
        assert.deepEqual(
          new Set(list(extended).map((each) => at(each, 'shout'))),
          new Set(['ALPHA', 'BETA', 'GAMMA']),
        )
        assert.equal(await data(`{ post(id: "${beta}") { shout } }`, 'post', 'shout'), 'BETA')
        assert.equal(at((await opened.gateway.get('/cms-json/')).json, 'name'), 'The Gazette')
      })

      it('legacy-sites/7 show a change once it is made', async () => {
        const execute = (statement: string) => opened.database.execute(statement)
        const shows = (path: string, expected: unknown, ...within: readonly (string | number)[]) =>
          eventually(async () => assert.deepEqual(at(await get(path), ...within), expected))
        await shows(`posts/${alpha}`, 'Alpha', 'title', 'rendered')
        await execute(site.retitle('Aleph'))
        await shows(`posts/${alpha}`, 'Aleph', 'title', 'rendered')
        await shows('posts?orderby=title&order=asc', 'Aleph', 0, 'title', 'rendered')
        await eventually(async () =>
          assert.equal(await data(`{ post(id: "${alpha}") { title } }`, 'post', 'title'), 'Aleph'),
        )
        assert.equal((await opened.gateway.get(`${v2}/posts/${draft}`)).status, 401)
        await execute(site.publish)
        await shows(`posts/${draft}`, draft, 'id')
        await shows('posts', draft, 0, 'id')
        await eventually(async () =>
          assert.equal(await data('{ posts(first: 9) { totalCount } }', 'posts', 'totalCount'), 4),
        )
        if (comment === 0) return
        await shows(`comments/${comment}`, '<p>Well said.</p>\n', 'content', 'rendered')
        await execute(site.recomment)
        await shows(`comments/${comment}`, '<p>Better said.</p>\n', 'content', 'rendered')
      })

      it('legacy-sites/8 are told which index each list wants, under the names of their own', async () => {
        const read = readConfig({ file: { layout: site.layout }, environment: {}, flags: {} })
        const addresses = parseAddresses(opened.database.url)
        assert(addresses !== null && read.kind === 'config')
        const wanted: string[] = []
        for await (const { topic, findings } of checkDatabase(read.config, addresses))
          for (const { says, level, paste = [] } of findings) {
            assert(level !== 'problem' && !says.startsWith('This could not'), `${topic}: ${says}`)
            if (topic === 'Indexes') wanted.push(...paste)
          }
        assert(
          wanted.some((statement) => statement.replaceAll(/["`]/g, '').includes(` on ${site.index}`)),
          wanted.join('\n'),
        )
      })

      /** Of two with one date the greater id comes first. */
      function byDateThenId(one: number | string, other: number | string): number {
        if (one === alpha || other === alpha) return one === alpha ? 1 : -1
        return -byId(one, other)
      }
    })

function byId(one: number | string, other: number | string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
