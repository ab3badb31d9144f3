// Posts, comments and files name one another: whether a comment or a file is seen follows from rows that it names, which may be
// missing, come later, come again, or belong to others. Whatever is written, a kept answer is the one that is made anew.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { besidePlain } from '../support/beside-plain.ts'
import { eventually } from '../support/eventually.ts'
import type { Answer } from '../support/gateway.ts'
import { createNamingWrites, namedIds } from '../support/naming-writes.ts'
import { requestsOf } from '../support/racing.ts'
import { randomFor } from '../support/random.ts'
import { openWriting, type Writing } from '../support/writing.ts'

/** More rounds find more: so many take some seconds. */
const rounds = Number(process.env['TEST_ROUNDS'] ?? 20)

const base = '/cms-json/cms/v2'
const own = (query: string) => `/graphql?query=${encodeURIComponent(query)}`
const wp = (query: string) => `/graphql?view=wpgraphql&query=${encodeURIComponent(query)}`
const { posts, files, comments, users } = namedIds
const paths = [
  `${base}/media?per_page=100`,
  `${base}/media?per_page=3&_fields=id`,
  `${base}/media?parent=${posts.join()}`,
  `${base}/comments?per_page=100`,
  `${base}/comments?per_page=3&_embed`,
  `${base}/posts?per_page=100&_embed`,
  `${base}/posts?per_page=4&orderby=modified&_fields=id,_links`,
  `${base}/pages?_embed`,
  `${base}/posts?categories=1&per_page=100`,
  `${base}/posts?tags_exclude=20&per_page=100&_fields=id`,
  `${base}/users?per_page=100`,
  `${base}/search?search=title&per_page=100&_embed`,
  `${base}/posts/201?_embed`,
  '/cms-json/lectern/v1/feeds/comments.rss',
  ...posts.flatMap((id) => [`${base}/posts/${id}?_embed`, `${base}/tags?post=${id}`]),
  ...files.map((id) => `${base}/media/${id}?_embed`),
  ...[...posts, ...files].flatMap((id) => [
    `${base}/comments?post=${id}`,
    own(`{ node(id: "${id}") { id } }`),
  ]),
  ...comments.flatMap((id) => [`${base}/comments/${id}?_embed`, `${base}/comments?parent=${id}`]),
  ...users.map((id) => `${base}/users/${id}`),
  own('{ comments(first: 50) { totalCount edges { node { id post { id title } author { name } } } } }'),
  own('{ media(first: 50) { totalCount edges { node { id title } } } }'),
  own('{ posts(first: 50) { edges { node { id comments { totalCount } featuredImage { id } } } } }'),
  wp('{ mediaItems(first: 50) { nodes { databaseId parent { node { id } } } } }'),
  wp('{ posts(first: 50) { nodes { databaseId author { node { name } } } } }'),
  wp('{ contentNodes(first: 50) { nodes { databaseId uri } } }'),
  wp('{ pages(first: 50) { nodes { databaseId children { nodes { databaseId } } } } }'),
]

const indexPath = '/cms-json/?_fields=name'
const shownIn = ({ status, headers, text }: Answer) => `${status} ${headers.get('x-cms-total')} ${text}`

const servers = testDatabases().filter(({ flavour }) => flavour !== 'sqlite')

for (const kind of servers) {
  describe(`rows that name posts on ${kind.name}`, () => {
    const opened = besidePlain(kind, 'binlog')
    const random = randomFor('named posts')
    let writing: Writing
    let position = ''
    before(async () => {
      writing = await openWriting(opened().database, random)
      await eventually(async () => {
        const { headers } = await opened().keeping.get(indexPath)
        position = headers.get('x-cms-at') ?? ''
        assert.notEqual(position, '')
      })
    })
    after(() => writing.close())
    /** Waits until all that was committed is known to the cache. */
    const caughtUp = async () => {
      const { keeping } = opened()
      const { status, text } = await keeping.get(indexPath, { 'x-cms-at': position })
      const others = keeping.observed
        .filter((each) => each.kind !== 'request' && each.kind !== 'query')
        .slice(-20)
      assert.equal(status, 200, `${text} after ${JSON.stringify(others)}`)
    }

    it('named-posts/1 are shown as they are made anew, whatever names them and comes', async (test) => {
      const write = createNamingWrites(random)
      const statements: string[] = []
      for (let round = 0; round < rounds; round += 1) {
        const batch = Array.from({ length: random.picked([1, 1, 1, 1, 2]) }, write)
        statements.push(batch.join(';\n'))
        await writing.write(batch)
        await caughtUp()
        await Promise.all(
          paths.map(async (path) => {
            const [one, other] = await Promise.all([opened().keeping.get(path), opened().plain.get(path)])
            const [kept, anew] = [shownIn(one), shownIn(other)]
            const nth = Array.from(anew).findIndex((_, at) => kept[at] !== anew[at])
            const around = (text: string) => text.slice(Math.max(0, nth - 200), nth + 200)
            const last = statements.slice(-4).join(';\n')
            assert(kept === anew, `${decodeURIComponent(path)}\n${around(kept)}\n${around(anew)}\n${last}`)
          }),
        )
      }
      const uses = requestsOf(opened().keeping)
      const hits = uses.filter((use) => use === 'hit').length
      test.diagnostic(`${rounds} rounds, ${uses.length} answers, ${hits} of them kept`)
      assert(hits > 0)
    })
  })
}
