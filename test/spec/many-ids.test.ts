// Lists of ids that rows of the database hold may be longer than any that a client sends, and than a statement of SQLite takes.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { at, list, onEveryDatabase } from '../support/gateway.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

/** A statement of SQLite takes 32 766 values. */
const many = 33_000
const firstId = 100_000
const lastId = firstId + many - 1
const ids = Array.from({ length: many }, (_, nth) => firstId + nth)

onEveryDatabase('lists of very many ids', (on) => {
  before(async () => {
    const { database } = on()
    const sticky = ids.map((id, nth) => `i:${nth};i:${id};`).join('')
    await database.execute(`update wp_options set option_value = ? where option_name = 'sticky_posts'`, [
      `a:${many}:{${sticky}}`,
    ])
    await insertPosts(database, [
      { ID: firstId, post_title: 'First', post_date: '2031-01-01 10:00:00' },
      { ID: lastId, post_title: 'Last', post_date: '2031-01-02 10:00:00' },
      { ID: 99_999, post_title: 'Usual', post_date: '2031-01-03 10:00:00' },
      { ID: 99_998, post_title: 'Filed', post_date: '2031-01-04 10:00:00' },
    ])
    const terms = ids.map((id) => ({ term_id: id, name: `Term ${id}`, slug: `term-${id}` }))
    await insertRows(database, 'wp_terms', terms)
    // All below the first
    const places = ids.map((id) => ({
      term_taxonomy_id: id,
      term_id: id,
      taxonomy: 'category',
      description: '',
      parent: id === firstId ? 0 : firstId,
      count: id === lastId ? 1 : 0,
    }))
    await insertRows(database, 'wp_term_taxonomy', places)
    await insertRows(database, 'wp_term_relationships', [{ object_id: 99_998, term_taxonomy_id: lastId }])
  })

  const asked: Readonly<Record<string, readonly [query: string, titles: readonly string[]]>> = {
    'posts among them': ['sticky=true', ['Last', 'First']],
    'posts that are not': ['sticky=false', ['Filed', 'Usual']],
    'posts of the terms below one': [
      `categories[terms]=${firstId}&categories[include_children]=true`,
      ['Filed'],
    ],
  }
  for (const [what, [query, titles]] of Object.entries(asked))
    it(`many-ids/1 finds ${what}`, async () => {
      const answer = await on().gateway.get(`/cms-json/cms/v2/posts?${query}&_fields=title&per_page=2`)
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(
        list(answer.json).map((post) => at(post, 'title', 'rendered')),
        titles,
      )
    })

  it('many-ids/2 finds posts of the terms below one in the schema of WPGraphQL', async () => {
    const document = `{ posts(first: 2, where: { categoryId: ${firstId} }) { nodes { title } } }`
    const answer = await on().gateway.get(`/graphql?view=wpgraphql&query=${encodeURIComponent(document)}`)
    assert.deepEqual(at(answer.json, 'data', 'posts', 'nodes'), [{ title: 'Filed' }], answer.text)
  })
})
