// What an owner closes is not there: no route, no link, no embedding, no field, no search.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { at, list, startTestGateway } from '../support/gateway.ts'

const root = '/cms-json/cms/v2'
const [kind] = testDatabases()

describe('what is closed', () => {
  it('is served nowhere', async () => {
    const database = await kind?.create()
    assert(database)
    const gateway = await startTestGateway(database, { closed: ['users', 'posts.content', 'posts.excerpt'] })
    assert.equal((await gateway.get(`${root}/users/1`)).status, 404)
    const { json } = await gateway.get(`${root}/posts/201?_embed`)
    assert.deepEqual(
      [at(json, 'content'), at(json, '_links', 'author'), at(json, '_embedded', 'author')],
      [undefined, undefined, undefined],
    )
    assert.equal(at(json, 'title', 'rendered'), 'The harbour wakes up')
    assert.deepEqual(list((await gateway.get(`${root}/posts?search=leeks`)).json), [])
    const graph = await gateway.graphql('{ posts(first: 1) { edges { node { content } } } }')
    assert.match(String(at(graph.json, 'errors', 0, 'message')), /Cannot query field/)
    await gateway.stop()
    await database.drop()
  })

  it('has to be something', async () => {
    const database = await kind?.create()
    assert(database)
    await assert.rejects(
      startTestGateway(database, { closed: ['user'] }),
      /closed: there is nothing called user/,
    )
    await database.drop()
  })
})
