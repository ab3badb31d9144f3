// The clock of lists on a large table: the site's local time where no index holds UTC; where one does, UTC straight from it,
// also where some times were never set. Rows examined by the server's own counters, at the front and at depth.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { isFailure } from '../../src/core/failure.ts'
import { anonymous } from '../../src/core/viewer.ts'
import type { Filter } from '../../src/database/filter.ts'
import type { ListPlan, Page } from '../../src/plan/plan.ts'
import { orderBy, planList } from '../../src/planner/planner.ts'
import { visibilityOf } from '../../src/planner/visibility.ts'
import { timeZone } from '../../src/site/time-zone.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { editor, keysetPages, numbersTo } from '../support/large-table.ts'
import { watch, type Watch } from '../support/reading.ts'
import { post } from '../support/resources.ts'

const posts = 20_000
const limit = 20

/** A post every two hours of UTC from 2020 on, as clocks in Vienna showed it; every hundredth a draft whose UTC was never set. */
const fill = `${numbersTo(posts)}
  insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_title, post_status, post_type)
    select n, case when n % 2 = 0 then 1 else 3 end, moment + interval 1 hour,
      case when n % 100 = 3 then '0000-00-00 00:00:00' else moment end, concat('Post ', n),
      case when n % 100 = 3 then 'draft' else 'publish' end, 'post'
      from (select n, '2020-01-01 00:00:00' + interval (2 * n) hour as moment from numbers) made;
  insert into wp_terms (term_id, name, slug) values (1, 'half', 'half');
  insert into wp_term_taxonomy (term_taxonomy_id, term_id, taxonomy, description, parent, count)
    values (11, 1, 'category', '', 0, 10000);
  insert into wp_term_relationships (object_id, term_taxonomy_id) select n, 11 from numbers where n % 2 = 0;
  analyze table wp_posts, wp_term_relationships`

const index = 'create index by_utc on wp_posts (post_type, post_status, post_date_gmt)'

const half: Filter = { kind: 'term', taxonomy: 'category', by: 'id', values: [1] }
const utcOf = (n: number) =>
  new Date(Date.UTC(2020, 0, 1, 2 * n)).toISOString().slice(0, 19).replace('T', ' ')
const { front, middle, middleBack } = keysetPages(limit, { key: utcOf(10_000), id: '10000' })

interface Asked {
  readonly filters?: readonly Filter[]
  readonly status?: string
}

function planOf(page: Page, { filters = [], status }: Asked = {}): ListPlan {
  return planList(post, {
    visible: visibilityOf(post, status ? editor : anonymous),
    ...(status ? { statuses: [status] } : {}),
    columns: ['id', 'title', 'created_instant'],
    filters,
    order: orderBy('created_instant', true),
    page,
    zone: timeZone('Europe/Vienna', 0),
  })
}

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
  describe(`the clock of a large table on ${kind.name}`, () => {
    let database: TestDatabase
    let watched: Watch
    before(async () => {
      database = await kind.create({ seed: 'empty' })
      await database.execute(fill)
    })
    after(async () => {
      await watched.close()
      await database.drop()
    })

    async function read(page: Page, asked: Asked = {}) {
      const { value, plans, examined } = await watched.read((reading) => reading.list(planOf(page, asked)))
      assert(!isFailure(value))
      return { ids: value.rows.map((row) => Number(row['id'])), rows: value.rows, plans, examined }
    }
    const clock = async () => (await watched.read((reading) => reading.clock('created_instant'))).value

    /** What the tables hold, newest first: of every other one where half of them are asked for. */
    const newest = (from: number, isWanted: (n: number) => boolean) =>
      Array.from({ length: from }, (_, nth) => from - nth)
        .filter(isWanted)
        .slice(0, limit)
    const published = (n: number) => n % 100 !== 3

    it('is the local one on stock tables, and UTC where an index holds it', async () => {
      watched = await watch(database.url)
      assert.equal(await clock(), 'local')
      await watched.close()
      await database.execute(index)
      watched = await watch(database.url)
      assert.equal(await clock(), 'utc')
      // How large the table is, and what filters let through, is asked once for a while
      await read(front, { filters: [half] })
    })

    it('reads lists by UTC from the index', async () => {
      const first = await read(front)
      assert.deepEqual(first.ids, newest(posts, published))
      assert.deepEqual(first.plans, ['posts.list', 'posts.by-date'])
      assert(first.examined <= 30, `${first.examined} rows examined at the front`)
      const deep = await read(middle)
      assert.deepEqual(deep.ids, newest(9999, published))
      assert(deep.examined <= 30, `${deep.examined} rows examined in the middle`)
      const back = await read(middleBack)
      assert.equal(back.ids.at(-1), 10_001)
      assert(back.examined <= 30, `${back.examined} rows examined backwards`)
      const filtered = await read(front, { filters: [half] })
      assert.deepEqual(filtered.plans.at(-1), 'posts.date-first')
      assert.deepEqual(
        filtered.ids,
        newest(posts, (n) => n % 2 === 0),
      )
      assert(filtered.examined <= 1200, `${filtered.examined} rows examined for half of them`)
    })

    it('reads those whose UTC was never set in their places', async () => {
      const drafts = await read(front, { status: 'draft' })
      assert.deepEqual(
        drafts.ids,
        newest(posts, (n) => !published(n)),
      )
      assert.deepEqual(drafts.plans.at(-1), 'posts.by-date-ids')
      await database.execute(
        `update wp_posts set post_date_gmt = '0000-00-00 00:00:00', post_date = '2020-01-01 02:00:00' + interval (2 * ID) hour where ID in (19000, 19999)`,
      )
      // By the clock two hours ahead, as in summer, they would come one hour later than they do
      for (const [page, from] of [
        [front, posts],
        [{ ...front, after: { key: utcOf(19_005), id: '19005' } }, 19_004],
      ] as const) {
        const { ids, plans, examined } = await read(page)
        assert.deepEqual(ids, newest(from, published))
        assert.deepEqual(plans, ['posts.list', 'posts.by-date-ids'])
        assert(examined <= 200, `${examined} rows examined`)
      }
      const filtered = await read(
        { ...front, after: { key: utcOf(19_005), id: '19005' } },
        { filters: [half] },
      )
      assert.deepEqual(
        filtered.ids,
        newest(19_004, (n) => n % 2 === 0),
      )
      assert(filtered.examined <= 1200, `${filtered.examined} rows examined for half of them`)
      const byOffset = await read({ kind: 'offset', offset: 995, limit: 10 })
      const { examined, ids } = byOffset
      assert.deepEqual(
        ids,
        Array.from({ length: posts }, (_, nth) => posts - nth)
          .filter(published)
          .slice(995, 1005),
      )
      assert(examined <= 4500, `${examined} rows examined`)
    })
  })
}
