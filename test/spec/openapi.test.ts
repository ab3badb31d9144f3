// The OpenAPI document, for generators of clients: one that a public validator takes, that names every route, and whose schemas
// are those of what is answered.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import Schema from 'typebox/schema'
import { asUser } from '../support/demo-credentials.ts'
import { testDatabases } from '../support/databases.ts'
import { at, onOneDatabase, startTestGateway } from '../support/gateway.ts'
import { typedClient } from '../support/typed-client.ts'

/** Why one database is enough. */
const same = 'the description is made from the registry'

onOneDatabase(
  'the OpenAPI document',
  same,
  (on) => {
    const read = async () => {
      const { status, json } = await on().gateway.get('/cms-json/openapi.json')
      assert.equal(status, 200)
      assert(isDocument(json))
      return json
    }

    it('openapi/1 is valid', async () => {
      const { valid, errors } = await new Validator().validate({ ...(await read()) })
      assert(valid, JSON.stringify(errors))
    })

    it('openapi/2 has every route of the index, with its arguments', async () => {
      const { paths } = await read()
      const { json: index } = await on().gateway.get('/cms-json/')
      const patterns = Object.keys(Object(at(index, 'routes')))
      assert.equal(Object.keys(Object(paths)).length, patterns.length)
      const names = (path: string, method = 'get') =>
        Object(at(paths, path, method, 'parameters')).map(
          (each: unknown) => at(each, 'name') ?? at(each, '$ref'),
        )
      const posts = names('/cms/v2/posts')
      for (const name of ['per_page', 'status', 'categories', 'categories[operator]', 'genre'])
        assert(posts.includes(name), name)
      assert.deepEqual(names('/cms/v2/types/{type}').slice(0, 1), ['type'])
      assert(Object.hasOwn(Object(paths), '/cms/v2/users/{user_id}/application-passwords'))
      assert.deepEqual(
        at(
          paths,
          '/myplugin/v1/subscribe',
          'post',
          'requestBody',
          'content',
          'application/json',
          'schema',
          'required',
        ),
        ['email'],
      )
    })

    it('openapi/5 describes every operation and argument in words, and what lists hold', async () => {
      const { info, tags, paths } = await read()
      assert.equal(at(info, 'title'), 'Harbour & Hill')
      const groups = new Set(Object.values(Object(tags)).map((tag) => at(tag, 'name')))
      const operations = Object.values(Object(paths)).flatMap((path) => Object.values(Object(path)))
      assert(operations.length > 80)
      for (const operation of operations) {
        const summary = String(at(operation, 'summary'))
        assert.match(summary, /^[A-Z][a-z]+ \S.*[^.]$/)
        for (const tag of Object.values(Object(at(operation, 'tags') ?? []))) assert(groups.has(tag))
        for (const parameter of Object.values(Object(at(operation, 'parameters')))) {
          if (at(parameter, '$ref') !== undefined) continue
          const schema = Object(at(parameter, 'schema'))
          assert(at(schema, 'type') !== 'array' || Object.hasOwn(schema, 'items'), JSON.stringify(parameter))
          assert.match(
            String(at(parameter, 'description')),
            /^[A-Z].*\.$/,
            `${summary}: ${String(at(parameter, 'name'))}`,
          )
        }
      }
      const parameters = Object.values(Object(at(paths, '/cms/v2/posts', 'get', 'parameters')))
      for (const name of ['include', 'exclude', 'author'])
        assert.deepEqual(
          at(
            parameters.find((each) => at(each, 'name') === name),
            'schema',
            'items',
          ),
          { type: 'integer' },
        )
      const summaries = (path: string) => at(paths, path, 'get', 'summary')
      assert.deepEqual(
        ['/cms/v2/posts', '/cms/v2/posts/{id}', '/cms/v2/posts/{parent}/revisions', '/cms/v2'].map(summaries),
        ['List posts', 'Read one of posts', 'List revisions of one of posts', 'Read the index of cms/v2'],
      )
    })

    it('openapi/3 says of what is answered what it is', async () => {
      const { paths, components } = await read()
      const answered = new Set<string>()
      for (const [path, operations] of Object.entries(Object(paths))) {
        const schema = at(operations, 'get', 'responses', '200', 'content', 'application/json', 'schema')
        if (path.includes('{') || !isDocument(schema)) continue
        for (const [query, headers] of [
          ['', {}],
          ['?context=edit', asUser('admin')],
        ] as const) {
          const { status, json } = await on().gateway.get(`/cms-json${path}${query}`, headers)
          if (status !== 200) continue
          const wrong: unknown = Schema.Errors({ ...schema, components }, json)[1]
          assert.deepEqual(wrong, [], `${path}${query}`)
          answered.add(path)
        }
      }
      assert(answered.size > 15)
    })
  },
  ({ adminUrl }) => ({ extensions: ['config/extensions/myplugin.ts'], writeDatabaseUrl: adminUrl }),
)

describe('a client whose types are generated from it', () => {
  it('openapi/4 compiles, and reads', async () => {
    const [kind] = testDatabases()
    const database = await kind?.create()
    assert(database)
    const gateway = await startTestGateway(database, { extensions: ['config/extensions/myplugin.ts'] })
    const base = `${gateway.url}/cms-json`
    const client = typedClient('rest')
    const done = { text: '', isWell: true }
    assert.deepEqual(await client.run('generate.ts', `${base}/openapi.json`), done)
    assert.deepEqual(await client.compile(), done)
    const { text } = await client.run('read.ts', base)
    assert.deepEqual(JSON.parse(text), {
      titles: ['Same minute, first', 'The harbour wakes up'],
      total: '2',
      author: `${base}/cms/v2/users/3`,
      code: 'rest_invalid_param',
      hasPrice: true,
      type: 200,
    })
    await gateway.stop()
    await database.drop()
  })
})

function isDocument(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
