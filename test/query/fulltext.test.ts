// Searches by an index of words, where the owner has added one and chosen it: rows that are looked into are those that
// it leads to. Words that it does not have are looked for in these; without it, or another way, all is as it was.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFailure } from '../../src/core/failure.ts'
import { anonymous } from '../../src/core/viewer.ts'
import { integerOf } from '../../src/database/tables.ts'
import { orderBy, planCount, planList } from '../../src/planner/planner.ts'
import { searchFilters } from '../../src/planner/search.ts'
import { visibilityOf } from '../../src/planner/visibility.ts'
import { testDatabases } from '../support/databases.ts'
import { numbersTo } from '../support/large-table.ts'
import { watch, type Watch } from '../support/reading.ts'
import { post } from '../support/resources.ts'

const planOf = (text: string) =>
  planList(post, {
    visible: visibilityOf(post, anonymous),
    columns: ['id', 'title'],
    filters: searchFilters(post, { text, viewer: anonymous }),
    order: orderBy('created_at', true),
    page: { kind: 'offset', offset: 0, limit: 100 },
  })

async function search({ read }: Watch, text: string) {
  const { value, plans, examined } = await read((reading) => reading.list(planOf(text)))
  assert(!isFailure(value))
  const counted = await read((reading) => reading.count(planCount(planOf(text))))
  assert.equal(counted.value, value.rows.length)
  return { ids: value.rows.map((row) => integerOf(row, 'id')), plans: [...plans, ...counted.plans], examined }
}

/** Whole words, beginnings, several, one left out, one too common for the index, nothing, and what would be operators. */
const texts: readonly (readonly [text: string, isIndexed: boolean])[] = [
  ['harbour', true],
  ['harb', true],
  ['harbour kitchen', true],
  ['harbour -kitchen', true],
  ['the harbour', true],
  ['"the harbour"', false],
  ['the', false],
  ['zzzz', true],
  ['+harbour*', false],
  ['harbour"', true],
  [`o'clock (harbour) ~<>@`, false],
]

for (const kind of testDatabases()) {
  describe(`searches by an index of words on ${kind.name}`, () => {
    it('find what begins with the words', async (test) => {
      const database = await kind.create()
      const opened = async (way?: 'fulltext') => {
        const watched = await watch(database.url, way)
        test.after(watched.close)
        return watched
      }
      const plain = await opened()
      const expected = new Map<string, readonly unknown[]>()
      for (const [text] of texts) {
        const { ids, plans } = await search(plain, text)
        assert(!plans.includes('posts.fulltext'))
        expected.set(text, ids)
      }
      assert((expected.get('harbour') ?? []).length > 0)
      if (kind.flavour !== 'sqlite')
        await database.execute(
          'alter table wp_posts add fulltext key words (post_content, post_title, post_excerpt)',
        )
      const byIndex = await opened('fulltext')
      for (const [text, isFound] of texts) {
        const { ids, plans } = await search(byIndex, text)
        assert.deepEqual(ids, expected.get(text), text)
        const isIndexed = kind.flavour !== 'sqlite' && isFound
        assert.equal(plans.includes('posts.fulltext'), isIndexed, text)
        assert.equal(plans.includes('posts.count-fulltext'), isIndexed, text)
      }
      const before = await opened()
      assert(!(await search(before, 'harbour')).plans.includes('posts.fulltext'))
      test.after(() => database.drop())
    })
  })
}

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
  describe(`searches of a large table on ${kind.name}`, () => {
    it('examine what the index leads to', async (test) => {
      const database = await kind.create({ seed: 'empty' })
      await database.execute(`${numbersTo(30_000)}
        insert into wp_posts (ID, post_date, post_title, post_content, post_status, post_type)
          select n, '2010-01-01 00:00:00' + interval n minute, concat('Title ', n), if(n % 1000 = 0, 'a needle', 'hay'), 'publish', 'post'
          from numbers;
        alter table wp_posts add fulltext key words (post_title, post_excerpt, post_content);
        analyze table wp_posts`)
      const watched = await watch(database.url, 'fulltext')
      test.after(watched.close)
      test.after(() => database.drop())
      const { ids, plans } = await search(watched, 'needle')
      assert.equal(ids.length, 30)
      assert(plans.includes('posts.fulltext'))
      const { examined } = await search(watched, 'needle')
      assert(examined <= 500, `${examined} rows examined`)
    })
  })
}
