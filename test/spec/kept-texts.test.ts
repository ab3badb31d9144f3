// Texts that GraphQL documents ask for are kept one by one: another document finds them rendered, an edit has one rendered anew, and
// whatever is written, answers are those of a gateway that keeps nothing.
import assert from 'node:assert/strict'
import { channel } from 'node:diagnostics_channel'
import { describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { asUser } from '../support/demo-credentials.ts'
import { eventually, until } from '../support/eventually.ts'
import { extensionFile } from '../support/extensions.ts'
import { at, type TestGateway } from '../support/gateway.ts'
import { besidePlain } from '../support/beside-plain.ts'
import { dataOf, nodesIn } from '../support/graphql.ts'
import { randomFor } from '../support/random.ts'
import { createRandomWrites } from '../support/random-writes.ts'

const rendered = channel('lectern-test.kept-texts')

/** `[seen]` says for which post it is rendered. */
const extension = `
  import { channel } from 'node:diagnostics_channel'
  import { defineExtension } from 'lectern'
  const rendered = channel('lectern-test.kept-texts')
  export default defineExtension({
    name: 'seen',
    shortcodes: { seen: (_attributes, _inner, { postId }) => (rendered.publish(postId), 'seen') },
  })
`

/** It takes a log to hear of rows; what texts depend on is the same on all servers. */
const servers = testDatabases().filter(({ flavour }) => flavour !== 'sqlite')

for (const kind of servers.slice(0, 1)) {
  describe(`texts that are kept of ${kind.name}`, () => {
    const opened = besidePlain(kind, 'binlog', { extensions: [extensionFile('kept-texts.mjs', extension)] })

    let asked = 0
    /** A document of its own each time, so that no answer is found; which posts it has rendered, in their order. */
    const ask = async (fields: string, headers = {}) => {
      asked += 1
      const ids: unknown[] = []
      const note = (id: unknown) => void ids.push(id)
      rendered.subscribe(note)
      const list = `n${asked}: posts(first: 3) { edges { node { id ${fields} } } }`
      const data = await dataOf(opened().keeping, `{ ${list} }`, { headers })
      rendered.unsubscribe(note)
      return { ids, nodes: nodesIn(at(data, `n${asked}`)) }
    }
    const write = (text: string, where: string) =>
      opened().database.execute(`update wp_posts set post_content = '${text}' where ${where}`)
    const idsShown = async () => (await ask('title')).nodes.map((node) => String(at(node, 'id')))

    it('kept-texts/1 are not rendered again for another document, and one by one after an edit', async () => {
      const [first, second, third] = await idsShown()
      await write('<p>one [seen]</p>', `ID in (${first}, ${second}, ${third})`)
      await eventually(async () => {
        const { nodes } = await ask('content')
        for (const node of nodes) assert.match(String(at(node, 'content')), /one seen/)
      })
      await eventually(async () => assert.deepEqual((await ask('content slug')).ids, []))
      await write('<p>two [seen]</p>', `ID = ${second}`)
      await eventually(async () => {
        const { ids, nodes } = await ask('content title')
        assert.match(String(at(nodes, 1, 'content')), /two seen/)
        assert.deepEqual(ids, [second])
      })
      await eventually(async () => assert.deepEqual((await ask('content')).ids, []))
    })

    it('kept-texts/2 are those of anonymous viewers: editors have theirs rendered', async () => {
      await eventually(async () => assert.deepEqual((await ask('content')).ids, []))
      const { ids } = await ask('content', asUser('admin'))
      assert.equal(ids.length, 3)
    })

    it('kept-texts/3 are shown to nobody once a password protects them', async () => {
      const [first] = await idsShown()
      await eventually(async () => assert.deepEqual((await ask('content')).ids, []))
      await opened().database.execute(`update wp_posts set post_password = 'secret' where ID = ${first}`)
      await eventually(async () => {
        const { nodes } = await ask('content excerpt')
        assert.equal(at(nodes, 0, 'content'), null)
        assert.equal(at(nodes, 0, 'excerpt'), null)
      })
      await opened().database.execute(`update wp_posts set post_password = '' where ID = ${first}`)
    })

    it('kept-texts/4 are in any document, after any edits, what is made anew', async () => {
      const random = randomFor('kept texts')
      const { picked, below } = random
      const edit = createRandomWrites(random, { first: 1, step: 1 })
      const own = [
        'content',
        'excerpt',
        'title',
        'plain: title(format: TEXT)',
        'modifiedAt',
        'author { name description }',
        'featuredImage { caption }',
      ]
      const wp = [
        'content',
        'excerpt',
        'title',
        'date',
        'author { node { name description } }',
        'featuredImage { node { caption } }',
      ]
      const some = (fields: readonly string[]) =>
        Array.from({ length: 1 + below(4) }, () => picked(fields)).join(' ')
      const documents = () => {
        asked += 1
        const size = 1 + below(8)
        const pages =
          below(2) === 0 ? '' : ` pages(first: ${size}) { edges { node { id ${some(own.slice(0, 5))} } } }`
        return [
          {
            view: '',
            query: `{ n${asked}: posts(${picked(['first', 'last'])}: ${size}) { edges { node { id ${some(own)} } } }${pages} }`,
          },
          {
            view: '?view=wpgraphql',
            query: `{ n${asked}: posts(first: ${size}) { nodes { databaseId ${some(wp)} } } }`,
          },
        ]
      }
      const answer = async (
        gateway: TestGateway,
        { view, query }: { readonly view: string; readonly query: string },
      ) => {
        const { status, json, text } = await gateway.send('POST', `/graphql${view}`, {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query }),
        })
        assert.equal(status, 200, text)
        assert.equal(at(json, 'errors'), undefined, text)
        return at(json, 'data')
      }
      for (let round = 0; round < 40; round += 1) {
        for (let nth = below(3); nth > 0; nth -= 1) await opened().database.execute(edit())
        for (const document of documents()) {
          const wanted = await until(() => answer(opened().plain, document))
          await eventually(async () =>
            assert.deepEqual(await answer(opened().keeping, document), wanted, document.query),
          )
        }
      }
    })
  })
}
