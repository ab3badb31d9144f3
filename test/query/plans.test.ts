// How lists are read of a large table, by name, and what that costs the server: the rows that it examines, by its own
// counters, at the front and at depth. The same rows come back by the query as it is written plainly.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { isFailure } from '../../src/core/failure.ts'
import { anonymous } from '../../src/core/viewer.ts'
import type { Filter } from '../../src/database/filter.ts'
import type { ListPlan, Page } from '../../src/plan/plan.ts'
import { orderBy, planCount, planList } from '../../src/planner/planner.ts'
import { visibilityOf } from '../../src/planner/visibility.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { editor, keysetPages, numbersTo } from '../support/large-table.ts'
import { watch, type Watch } from '../support/reading.ts'
import { post } from '../support/resources.ts'

const posts = 60_000
const limit = 20

/**
 * A post a minute; every hundredth a draft, every thousandth private. Terms: 1 of every other post, 2 of every 200th, 3 of the
 * 12 000 oldest. Author 1 wrote half of them, 2 every 400th, 3 the rest. Featured: every 20th; rare: the 300 oldest.
 */
const fill = `${numbersTo(posts)}
  insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_title, post_status, post_type)
    select n, case when n % 2 = 0 then 1 when n % 400 = 1 then 2 else 3 end, moment, moment, concat('Post ', n),
      case when n % 1000 = 7 then 'private' when n % 100 = 3 then 'draft' else 'publish' end, 'post'
      from (select n, '2010-01-01 00:00:00' + interval n minute as moment from numbers) made;
  insert into wp_terms (term_id, name, slug) values (1, 'half', 'half'), (2, 'few', 'few'), (3, 'old', 'old');
  insert into wp_term_taxonomy (term_taxonomy_id, term_id, taxonomy, description, parent, count)
    values (11, 1, 'category', '', 0, 30000), (12, 2, 'category', '', 0, 300), (13, 3, 'category', '', 0, 12000);
  insert into wp_term_relationships (object_id, term_taxonomy_id) select n, 11 from numbers where n % 2 = 0;
  insert into wp_term_relationships (object_id, term_taxonomy_id) select n, 12 from numbers where n % 200 = 0;
  insert into wp_term_relationships (object_id, term_taxonomy_id) select n, 13 from numbers where n <= 12000;
  insert into wp_postmeta (post_id, meta_key, meta_value) select n, 'featured', '1' from numbers where n % 20 = 0;
  insert into wp_postmeta (post_id, meta_key, meta_value) select n, 'rare', '1' from numbers where n <= 300;
  analyze table wp_posts, wp_postmeta, wp_term_relationships, wp_term_taxonomy`

const category = (id: number): Filter => ({ kind: 'term', taxonomy: 'category', by: 'id', values: [id] })
const authors = (...values: readonly number[]): Filter => ({ kind: 'in', column: 'author_id', values })
const meta = (key: string): Filter => ({ kind: 'meta', key, values: ['1'] })

interface Case {
  readonly of: string
  readonly filters: readonly Filter[]
  readonly statuses?: readonly string[] | undefined
  readonly where: string
  readonly plans: readonly string[]
  /** Rows that may be examined for a page at the front, and in the middle of the table. */
  readonly examined: readonly [front: number, middle: number]
}

const cases: readonly Case[] = [
  { of: 'everything', filters: [], where: '1 = 1', plans: ['posts.by-date'], examined: [25, 25] },
  {
    of: 'what came before a time',
    filters: [{ kind: 'before', column: 'created_at', values: ['2010-01-05 00:00:00'] }],
    where: `post_date < '2010-01-05 00:00:00'`,
    plans: ['posts.by-date'],
    examined: [25, 25],
  },
  {
    of: 'several statuses',
    filters: [],
    statuses: ['publish', 'draft', 'private'],
    where: '1 = 1',
    plans: ['posts.by-status'],
    examined: [350, 350],
  },
  {
    of: 'a large category',
    filters: [category(1)],
    where: 'ID in (select object_id from wp_term_relationships where term_taxonomy_id = 11)',
    plans: ['terms.list', 'posts.date-first'],
    examined: [1200, 1200],
  },
  {
    of: 'a small category',
    filters: [category(2)],
    where: 'ID in (select object_id from wp_term_relationships where term_taxonomy_id = 12)',
    plans: ['terms.list', 'posts.term-first'],
    examined: [1100, 1100],
  },
  {
    of: 'what is not in a large category',
    filters: [{ kind: 'none', filters: [category(1)] }],
    where: 'ID not in (select object_id from wp_term_relationships where term_taxonomy_id = 11)',
    plans: ['terms.list', 'posts.date-first'],
    examined: [3500, 3500],
  },
  {
    of: 'an author of much',
    filters: [authors(1)],
    where: 'post_author = 1',
    plans: ['posts.date-first'],
    examined: [1200, 1200],
  },
  {
    of: 'an author of little',
    filters: [authors(2)],
    where: 'post_author = 2',
    plans: ['posts.author-first'],
    examined: [500, 500],
  },
  {
    of: 'an author of much in a small category',
    filters: [authors(1), category(2)],
    where:
      'post_author = 1 and ID in (select object_id from wp_term_relationships where term_taxonomy_id = 12)',
    plans: ['terms.list', 'posts.term-first'],
    examined: [1100, 1100],
  },
  {
    of: 'a common value of meta',
    filters: [meta('featured')],
    where: `ID in (select post_id from wp_postmeta where meta_key = 'featured' and meta_value = '1')`,
    plans: ['posts.date-first'],
    examined: [3500, 3500],
  },
]

const { front, middle, middleBack } = keysetPages(limit, { key: '2010-01-22 00:00:00', id: '30240' })

type Asked = Pick<Case, 'filters' | 'statuses'>

function planOf({ filters, statuses }: Asked, page: Page): ListPlan {
  return planList(post, {
    visible: visibilityOf(post, statuses ? editor : anonymous),
    ...(statuses ? { statuses } : {}),
    columns: ['id', 'title'],
    filters,
    order: orderBy('created_at', true),
    page,
  })
}

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
  describe(`lists of a large table on ${kind.name}`, () => {
    let database: TestDatabase
    let watched: Watch
    before(async () => {
      database = await kind.create({ seed: 'empty' })
      await database.execute(fill)
      watched = await watch(database.url)
      // How large the table is, and what filters let through, is asked once for a while
      for (const each of cases) await watched.read((reading) => reading.list(planOf(each, front)))
    })
    after(async () => {
      await watched.close()
      await database.drop()
    })

    async function idsWhere(condition: string, { statuses = ['publish'] }: Asked, order: 'asc' | 'desc') {
      const named = statuses.map((status) => `'${status}'`).join(', ')
      const rows = await database.execute(
        `select ID as id from wp_posts where post_type = 'post' and post_status in (${named}) and (${condition})
         order by post_date ${order}, ID ${order} limit ${limit}`,
      )
      return rows.map((row) => Number(row['id']))
    }

    async function read(asked: Asked, page: Page) {
      const { value, plans, examined } = await watched.read((reading) => reading.list(planOf(asked, page)))
      assert(!isFailure(value))
      return { ids: value.rows.map((row) => Number(row['id'])), plans, examined }
    }

    for (const asked of cases)
      it(`of ${asked.of} are read ${asked.plans.at(-1)}, whatever lies before the page`, async () => {
        const [ofFront, ofMiddle] = asked.examined
        const first = await read(asked, front)
        assert.deepEqual(first.ids, await idsWhere(asked.where, asked, 'desc'))
        assert.deepEqual(first.plans, asked.plans)
        assert(first.examined <= ofFront, `${first.examined} rows examined at the front`)
        const deep = await read(asked, middle)
        assert.deepEqual(deep.ids, await idsWhere(`${asked.where} and ID < 30240`, asked, 'desc'))
        assert(deep.examined <= ofMiddle, `${deep.examined} rows examined in the middle`)
        const back = await read(asked, middleBack)
        assert.deepEqual(back.ids.toReversed(), await idsWhere(`${asked.where} and ID > 30240`, asked, 'asc'))
        assert(back.examined <= ofMiddle, `${back.examined} rows examined backwards`)
      })

    it('are counted off on the index where a page lies deep', async () => {
      const offset = 50_000
      const { ids, plans, examined } = await read({ filters: [] }, { kind: 'offset', offset, limit })
      assert.deepEqual(plans, ['posts.by-date-ids'])
      assert.equal(ids.length, limit)
      assert.deepEqual(ids, (await idsAfter(offset)).slice(0, limit))
      assert(examined <= offset + 8 * limit, `${examined} rows examined`)
    })

    async function idsAfter(offset: number) {
      const rows = await database.execute(
        `select ID as id from wp_posts where post_type = 'post' and post_status = 'publish'
         order by post_date desc, ID desc limit ${limit} offset ${offset}`,
      )
      return rows.map((row) => Number(row['id']))
    }

    it('fall back to what a filter leads to where the newest entries hold too little', async () => {
      const rare: Asked = { filters: [meta('rare')] }
      const { ids, plans, examined } = await read(rare, front)
      assert.deepEqual(plans, ['posts.date-first', 'posts.date-first', 'posts.meta-first'])
      assert.deepEqual(ids, await idsWhere('ID <= 300', rare, 'desc'))
      assert(examined <= 32_000, `${examined} rows examined`)
      const old: Asked = { filters: [category(3)] }
      const first = await read(old, front)
      assert.deepEqual(first.ids, await idsWhere('ID <= 12000', old, 'desc'))
    })

    it('are counted the same, filtered or not', async () => {
      for (const { filters, statuses, where } of cases) {
        const plan = planCount(planOf({ filters, statuses }, front))
        const { value, plans, examined } = await watched.read((reading) => reading.count(plan))
        const named = (statuses ?? ['publish']).map((status) => `'${status}'`).join(', ')
        const [row] = await database.execute(
          `select count(*) as count from wp_posts where post_status in (${named}) and (${where})`,
        )
        assert.equal(value, Number(row?.['count']), where)
        assert.match(plans.at(-1) ?? '', /^posts\.count/)
        // Each entry of the index once, and what belongs to it; twice as much where planners join otherwise
        assert(examined <= 2.5 * posts + 1000, `${examined} rows examined for ${where}`)
      }
    })
  })
}
