// Lists without empty terms keep those above a term with items, and count without them.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { at, list, onEveryDatabase } from '../support/gateway.ts'
import { insertRows } from '../support/rows.ts'

onEveryDatabase('lists without empty terms', (on) => {
  const shown = async (query: string) => {
    const { json, headers } = await on().gateway.get(`/cms-json/cms/v2/${query}`)
    const ids = list(json).map((item) => at(item, 'id'))
    return [ids, headers.get('x-cms-total'), headers.get('x-cms-totalpages')]
  }

  it('rest-empty-terms/1 leave out those with nothing below them, and count those with items', async () => {
    // News (2) and local (3) are above harbour (4), recipes (5) above soup (6); nothing is below empty-shelf (8)
    await on().database.execute(
      `update wp_term_taxonomy set count = 0 where taxonomy = 'category' and term_id in (2, 3, 6)`,
    )
    for (const [query, ids, total, pages] of [
      ['&orderby=id', [1, 2, 3, 4, 5, 7, 9], '5', '1'],
      ['&orderby=id&per_page=2', [1, 2], '5', '3'],
      ['&orderby=id&per_page=2&page=2', [3, 4], '5', '3'],
      ['&orderby=id&per_page=2&page=4', [9], '5', '3'],
      ['&parent=2', [3], '0', '0'],
      ['&parent=5', [], '0', '0'],
      ['&include=3,4,8', [4, 3], '1', '1'],
      ['&search=news', [2], '0', '0'],
    ] as const)
      assert.deepEqual(await shown(`categories?hide_empty=true${query}`), [ids, total, pages], query)
  })

  it('rest-empty-terms/2 show all terms that an item carries', async () => {
    const carried = await shown('categories?post=230')
    await on().database.execute(`update wp_term_taxonomy set count = 0 where taxonomy = 'category'`)
    assert.deepEqual(await shown('categories?post=230&hide_empty=true'), carried)
    assert.deepEqual(await shown('categories?hide_empty=true'), [[], '0', '0'])
    assert.notDeepEqual(carried[0], [])
  })

  it('rest-empty-terms/3 are without all empty ones in a taxonomy without levels', async () => {
    await on().database.execute(`update wp_term_taxonomy set parent = 23 where term_id = 20`)
    const [ids] = await shown('tags?hide_empty=true&orderby=id')
    assert.deepEqual(ids, [20, 21, 22, 24, 25, 26])
  })

  it('rest-empty-terms/4 are without those above others where there are thousands of these', async () => {
    const addBelow = async (from: number, count: number) => {
      const ids = Array.from({ length: count }, (_, nth) => from + nth)
      await insertRows(
        on().database,
        'wp_terms',
        ids.map((id) => ({ term_id: id, name: `t${id}`, slug: `t${id}`, term_group: 0 })),
      )
      await insertRows(
        on().database,
        'wp_term_taxonomy',
        ids.map((id) => ({
          term_taxonomy_id: id,
          term_id: id,
          taxonomy: 'category',
          description: '',
          parent: 8,
          count: 1,
        })),
      )
    }
    const above = async (nth: number) =>
      (await shown(`categories?hide_empty=true&include=8&exclude=${nth}`))[0]
    await addBelow(900_000, 1)
    assert.deepEqual(await above(1), [8])
    await addBelow(900_001, 2000)
    assert.deepEqual(await above(2), [])
  })
})
