// The two views of Query.posts, served at once: which of them a document runs in, and what the one by offset gives.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { at, list, onEveryDatabase, type On } from '../support/gateway.ts'

function ask({ gateway }: On, query: string, view = '') {
  return gateway.send('POST', `/graphql${view === '' ? '' : `?view=${view}`}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
}

async function dataOf(on: On, query: string, view = ''): Promise<unknown> {
  const { json } = await ask(on, query, view)
  assert.equal(at(json, 'errors'), undefined, JSON.stringify(json))
  return at(json, 'data')
}

async function messagesOf(on: On, query: string, view = ''): Promise<readonly string[]> {
  return list(at((await ask(on, query, view)).json, 'errors')).map((error) => String(at(error, 'message')))
}

async function codeOf(on: On, query: string): Promise<unknown> {
  return at((await ask(on, query)).json, 'errors', 0, 'extensions', 'code')
}

const byCursor = '{ posts(first: 2) { edges { node { id title } } } }'
const byOffset = '{ posts(limit: 2, offset: 1) { id title author { name } categories { slug } } }'
const typeOfPosts =
  '{ __type(name: "Query") { fields { name args { name } type { name ofType { name } } } } }'

onEveryDatabase('GraphQL views', (on) => {
  it('graphql-views/1 runs a document in the first view that it is valid in', async () => {
    const cursor = await dataOf(on(), '{ posts(first: 3) { edges { node { id } } } }')
    const ids = list(at(cursor, 'posts', 'edges')).map((edge) => at(edge, 'node', 'id'))
    const offset = list(at(await dataOf(on(), '{ posts(limit: 3) { id } }'), 'posts'))
    assert.deepEqual(
      offset.map((post) => at(post, 'id')),
      ids,
    )
    assert.deepEqual(
      list(at(await dataOf(on(), byOffset), 'posts')).map((post) => at(post, 'id')),
      ids.slice(1),
    )
    // Again, from what is kept
    await dataOf(on(), byOffset)
    assert.equal(list(at(await dataOf(on(), '{ posts { id } }'), 'posts')).length, 20)
    assert.deepEqual(await dataOf(on(), '{ postsCount }'), { postsCount: 32 })
    assert.deepEqual(await dataOf(on(), '{ postsCount }', 'offset'), { postsCount: 32 })
  })

  it('graphql-views/2 runs a document in the view that is pinned, and in no other', async () => {
    await dataOf(on(), byCursor, 'cursor')
    await dataOf(on(), byOffset, 'offset')
    assert.match((await messagesOf(on(), byOffset, 'cursor')).join('\n'), /Unknown argument "limit"/)
    assert.match((await messagesOf(on(), byCursor, 'offset')).join('\n'), /Unknown argument "first"/)
    const unknown = await ask(on(), byCursor, 'sideways')
    assert.deepEqual(
      [unknown.status, at(unknown.json, 'errors', 0, 'extensions', 'code')],
      [400, 'UNKNOWN_VIEW'],
    )
  })

  it('graphql-views/3 shows the view by cursor to introspection, unless the other one is pinned', async () => {
    const shown = async (view: string) => {
      const fields = list(at(await dataOf(on(), typeOfPosts, view), '__type', 'fields'))
      const posts = fields.find((field) => at(field, 'name') === 'posts')
      return [
        at(posts, 'type', 'ofType', 'name'),
        list(at(posts, 'args'))
          .map((arg) => at(arg, 'name'))
          .slice(0, 4),
      ]
    }
    const cursor = ['PostConnection', ['first', 'after', 'last', 'before']]
    assert.deepEqual(await shown('offset'), [null, ['limit', 'offset']])
    assert.deepEqual(await shown(''), cursor)
    assert.deepEqual(await shown('cursor'), cursor)
  })

  it('graphql-views/4 words errors as the view by cursor has them, unless the document is meant for the other', async () => {
    assert.match(
      (await messagesOf(on(), '{ posts { nothing } }')).join('\n'),
      /"nothing" on type "PostConnection"/,
    )
    assert.match(
      (await messagesOf(on(), '{ posts(limit: 1) { nothing } }')).join('\n'),
      /"nothing" on type "Post"/,
    )
    assert.match((await messagesOf(on(), '{ posts(first: 1) { limit: id } }')).join('\n'), /PostConnection/)
    assert.match((await messagesOf(on(), '{ posts(')).join('\n'), /Syntax Error/)
  })

  it('graphql-views/5 refuses pages by offset that cannot be given', async () => {
    for (const args of ['limit: 0', 'limit: -1', 'limit: 101', 'offset: -1'])
      assert.equal(await codeOf(on(), `{ posts(${args}) { id } }`), 'INVALID_PAGE', args)
    assert.equal(list(at(await dataOf(on(), '{ posts(limit: 100) { id } }'), 'posts')).length, 32)
    assert.deepEqual(await dataOf(on(), '{ posts(limit: 5, offset: 32) { id } }'), { posts: [] })
    assert.equal(
      list(at(await dataOf(on(), '{ posts(limit: null, offset: null) { id } }'), 'posts')).length,
      20,
    )
  })
})
