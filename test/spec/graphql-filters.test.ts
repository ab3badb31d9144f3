// Filtered lists of content are what REST gives for the same question, in the same order.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { at, list, onEveryDatabase } from '../support/gateway.ts'
import { codeOf, dataOf, each } from '../support/graphql.ts'

/** Arguments of `posts`, and of `/posts`. */
const questions = [
  ['search: "blocks"', 'search=blocks'],
  ['search: "\\"same second\\" -nothing"', 'search=%22same+second%22+-nothing'],
  ['search: ""', ''],
  ['category: "news"', 'categories=2'],
  ['category: "term:2"', 'categories=2'],
  ['category: 2', 'categories=2'],
  ['category: "nothing-of-that-name"', 'categories=999'],
  ['tag: "sea"', 'tags=20'],
  ['tag: 20, category: 1', 'tags=20&categories=1'],
  ['author: "edith"', 'author=2'],
  ['author: "user:2"', 'author=2'],
  ['author: 2', 'author=2'],
  ['author: "nobody"', 'author=999'],
  ['author: 2, search: "blocks", category: 1', 'author=2&search=blocks&categories=1'],
  ['orderBy: DATE', 'orderby=date'],
  ['orderBy: DATE, order: ASC', 'orderby=date&order=asc'],
  ['orderBy: MODIFIED', 'orderby=modified&order=desc'],
  ['orderBy: MODIFIED, order: ASC', 'orderby=modified&order=asc'],
  ['orderBy: TITLE', 'orderby=title&order=asc'],
  ['orderBy: TITLE, order: DESC', 'orderby=title&order=desc'],
  ['orderBy: TITLE, category: "general"', 'orderby=title&order=asc&categories=1'],
  ['order: ASC', 'order=asc'],
  ['status: PUBLISH, author: 1', 'status=publish&author=1'],
] as const

onEveryDatabase('GraphQL filters', (on) => {
  for (const [asked, rest] of questions) {
    it(`graphql-filters/1 give what REST gives: ${asked}`, async () => {
      const { json } = await on().gateway.get(`/cms-json/cms/v2/posts?per_page=100&_fields=id&${rest}`)
      const ids = list(json).map((post) => String(at(post, 'id')))
      const found = at(
        await dataOf(on().gateway, `{ posts(first: 100, ${asked}) { totalCount edges { node { id } } } }`),
        'posts',
      )
      assert.deepEqual(each(found, 'id'), ids)
      assert.equal(at(found, 'totalCount'), ids.length)
      const page = at(
        await dataOf(on().gateway, `{ posts(last: 3, ${asked}) { edges { node { id } } } }`),
        'posts',
      )
      assert.deepEqual(each(page, 'id'), ids.slice(-3))
    })
  }

  it('graphql-filters/2 take a status with a cursor, from those who may', async () => {
    const headers = asUser('admin')
    const page = (rest: string) =>
      `{ posts(status: DRAFT, first: 1${rest}) { edges { cursor node { id status } } } }`
    const first = at(await dataOf(on().gateway, page(''), { headers }), 'posts')
    const cursor = JSON.stringify(at(first, 'edges', 0, 'cursor'))
    const second = at(await dataOf(on().gateway, page(`, after: ${cursor}`), { headers }), 'posts')
    const { json } = await on().gateway.get(
      '/cms-json/cms/v2/posts?status=draft&per_page=2&_fields=id',
      headers,
    )
    assert.deepEqual(
      [...each(first, 'id'), ...each(second, 'id')],
      list(json).map((post) => String(at(post, 'id'))),
    )
    assert.equal(await codeOf(on().gateway, page(`, after: ${cursor}`)), 'FORBIDDEN')
    // A place in a list is a place in it whatever the status
    await dataOf(on().gateway, `{ posts(first: 1, after: ${cursor}) { edges { cursor } } }`)
  })
})
