// Lists of content with several public statuses, of which extensions define all but one: anonymous viewers' pages are read from
// each status by the index, at the front and at depth, and their totals are counted by it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { builtinKinds, resourcesOf } from '../../src/app/builtins.ts'
import { isFailure } from '../../src/core/failure.ts'
import { statusesOf } from '../../src/core/status.ts'
import { anonymous } from '../../src/core/viewer.ts'
import type { ListPlan, Page } from '../../src/plan/plan.ts'
import { orderBy, planCount, planList } from '../../src/planner/planner.ts'
import { visibilityOf } from '../../src/planner/visibility.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { keysetPages, numbersTo } from '../support/large-table.ts'
import { watch, type Watch } from '../support/reading.ts'

const posts = 30_000
const limit = 20
const open = ['publish', 'archived', 'unlisted']

const statuses = statusesOf([
  { name: 'archived', read: 'public' },
  { name: 'unlisted', read: 'public', isSearched: false },
  { name: 'review', read: 'protected' },
])
const resources = new Map(
  resourcesOf({ ...builtinKinds, statuses }, 'editors').map((resource) => [resource.name, resource]),
)

/** A post a minute, of each status in turn. */
const fill = `${numbersTo(posts)}
  insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_title, post_status, post_type)
    select n, 1, moment, moment, concat('Post ', n), elt(1 + n % 4, 'publish', 'archived', 'review', 'unlisted'), 'post'
      from (select n, '2010-01-01 00:00:00' + interval n minute as moment from numbers) made;
  analyze table wp_posts`

const { front, middle, middleBack } = keysetPages(limit, { key: '2010-01-11 10:00:00', id: '15000' })

function planOf(page: Page): ListPlan {
  const post = resources.get('post')
  assert(post !== undefined)
  return planList(post, {
    visible: visibilityOf(post, anonymous),
    statuses: open,
    columns: ['id', 'title'],
    filters: [],
    order: orderBy('created_at', true),
    page,
  })
}

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
  describe(`lists of several public statuses on ${kind.name}`, () => {
    let database: TestDatabase
    let watched: Watch
    before(async () => {
      database = await kind.create({ seed: 'empty' })
      await database.execute(fill)
      watched = await watch(database.url, undefined, undefined, resources)
      await watched.read((reading) => reading.list(planOf(front)))
    })
    after(async () => {
      await watched.close()
      await database.drop()
    })

    it('examine the rows of a page in each of them', async () => {
      for (const [page, where, order] of [
        [front, '1 = 1', 'desc'],
        [middle, 'ID < 15000', 'desc'],
        [middleBack, 'ID > 15000', 'asc'],
        [{ kind: 'offset', offset: 0, limit }, '1 = 1', 'desc'],
      ] as const) {
        const { value, plans, examined } = await watched.read((reading) => reading.list(planOf(page)))
        assert(!isFailure(value))
        const rows = await database.execute(
          `select ID as id from wp_posts where post_status in ('publish', 'archived', 'unlisted') and ${where}
           order by post_date ${order}, ID ${order} limit ${limit}`,
        )
        const ids = value.rows.slice(0, limit).map(({ id }) => Number(id))
        assert.deepEqual(
          ids.toSorted((one, other) => one - other),
          rows.map(({ id }) => Number(id)).toSorted((one, other) => one - other),
        )
        assert.deepEqual(plans, ['posts.by-status'])
        assert(examined <= 350, `${examined} rows examined for ${where} ${order}`)
      }
    })

    it('are counted by the index', async () => {
      const { value, examined } = await watched.read((reading) => reading.count(planCount(planOf(front))))
      assert.equal(value, (posts / 4) * 3)
      assert(examined <= 2.5 * posts + 1000, `${examined} rows examined`)
    })
  })
}
