// Lists of comments and files, whose visibility follows from the content that they belong to: the rows that a server examines
// for a page of a large table, whoever asks. The rule is looked up for each row; no planner begins with the content instead.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { isFailure } from '../../src/core/failure.ts'
import { anonymous, type Viewer } from '../../src/core/viewer.ts'
import type { Filter } from '../../src/database/filter.ts'
import type { ListPlan } from '../../src/plan/plan.ts'
import { orderBy, planCount, planList } from '../../src/planner/planner.ts'
import { visibilityOf } from '../../src/planner/visibility.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { editor, numbersTo } from '../support/large-table.ts'
import { watch, type Watch } from '../support/reading.ts'
import { comment, media, user } from '../support/resources.ts'

/** More than an indexed query may sort. */
const rows = 22_000

/** Posts, half as many files, each below a post, and a comment on each post; every tenth post is of a type that is not served. */
const fill = `${numbersTo(rows)}
  insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_title, post_name, post_status, post_type, post_parent)
    select n, 1, moment, moment, concat('Row ', n), concat('row-', n), case when n % 3 = 0 then 'inherit' else 'publish' end,
      case when n % 3 = 0 then 'attachment' when n % 10 = 1 then 'ticket' else 'post' end,
      case when n % 3 = 0 then n - 1 else 0 end
      from (select n, '2010-01-01 00:00:00' + interval n minute as moment from numbers) made;
  insert into wp_comments (comment_ID, comment_post_ID, comment_date, comment_date_gmt, comment_content, comment_approved, comment_type, user_id)
    select n, n, '2011-01-01 00:00:00' + interval n minute, '2011-01-01 00:00:00' + interval n minute, 'Said', '1',
      case when n % 50 = 0 then 'note' else 'comment' end, 0 from numbers;
  insert into wp_comments (comment_post_ID, comment_date, comment_date_gmt, comment_content, comment_approved, comment_type, user_id)
    select 2, '2012-01-01 00:00:00' + interval n minute, '2012-01-01 00:00:00' + interval n minute, 'Said', '1', 'comment', 0 from numbers;
  insert into wp_users (user_login, user_nicename, display_name) select concat('u', n), concat('u', n), concat('U', n) from numbers;
  analyze table wp_posts, wp_comments, wp_users`

const approved: Filter = { kind: 'in', column: 'status', values: ['1'] }
const of = (column: string, ...values: readonly (number | string)[]): Filter => ({
  kind: 'in',
  column,
  values,
})
const onContent = (column: string, value: number | string): Filter => ({
  kind: 'on-content',
  column,
  values: [value],
})

/** Lists by their order and filters, and whether a page of them may read a table: then it takes a slot of scans. */
const orders: readonly (readonly [typeof comment, string, readonly Filter[], 'indexed' | 'scan'])[] = [
  [comment, 'created_at_utc', [approved], 'indexed'],
  [comment, 'created_at_utc', [approved, of('type', 'comment', '')], 'indexed'],
  [comment, 'created_at_utc', [of('status', '0', '1')], 'indexed'],
  [comment, 'created_at_utc', [approved, of('type', 'pingback')], 'scan'],
  [comment, 'id', [approved, of('type', 'comment', '')], 'indexed'],
  [comment, 'post_id', [approved], 'indexed'],
  [comment, 'created_at', [approved], 'scan'],
  [comment, 'type', [approved], 'scan'],
  [comment, 'id', [of('status', '0')], 'scan'],
  [comment, 'created_at_utc', [of('status', '0')], 'indexed'],
  [comment, 'created_at', [approved, of('post_id', 7)], 'indexed'],
  [comment, 'created_at_utc', [approved, of('post_id', 2)], 'scan'],
  [comment, 'created_at_utc', [approved, of('post_id', 2, 7)], 'scan'],
  [comment, 'created_at_utc', [approved, of('post_id', 7, 8)], 'indexed'],
  [comment, 'created_at', [approved, of('id', 7, 8)], 'indexed'],
  [comment, 'created_at_utc', [approved, of('author_id', 3)], 'scan'],
  [comment, 'created_at_utc', [approved, onContent('type', 'post')], 'indexed'],
  [comment, 'created_at_utc', [approved, onContent('status', 'publish')], 'indexed'],
  [comment, 'created_at_utc', [approved, onContent('slug', 'row-7')], 'indexed'],
  [comment, 'created_at_utc', [approved, onContent('slug', 'row-2')], 'scan'],
  [comment, 'created_at_utc', [approved, onContent('type', 'post'), onContent('slug', 'row-2')], 'scan'],
  [comment, 'created_at_utc', [approved, onContent('author_id', 3)], 'scan'],
  [comment, 'created_at_utc', [approved, onContent('type', 'page')], 'scan'],
  [user, 'id', [], 'indexed'],
  [user, 'name', [], 'scan'],
  [user, 'name', [of('id', 7, 8)], 'indexed'],
  [user, 'id', [of('email', 'nobody@example.org')], 'scan'],
]

const loggedIn = { ...anonymous, kind: 'user', id: '2' } as const
const subscriber: Viewer = { ...loggedIn, capabilities: new Set(['read']) }
const author: Viewer = {
  ...loggedIn,
  capabilities: new Set(['read', 'edit_posts', 'edit_published_posts', 'upload_files']),
}
const moderates = ['read', 'moderate_comments', 'edit_posts', 'edit_others_posts', 'edit_published_posts']
const moderator: Viewer = { ...loggedIn, capabilities: new Set(moderates) }
const administrator: Viewer = {
  ...loggedIn,
  capabilities: new Set([...moderates, 'manage_options', 'list_users']),
}
const viewers = { anonymous, subscriber, author, editor, moderator, administrator }
const shown = [
  'post_id',
  'author_id',
  'author_name',
  'author_email',
  'author_ip',
  'content',
  'status',
  'type',
]

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
  describe(`lists of what belongs to content on ${kind.name}`, () => {
    let database: TestDatabase
    let watched: Watch
    before(async () => {
      database = await kind.create({ seed: 'empty' })
      await database.execute(fill)
      watched = await watch(database.url)
    })
    after(async () => {
      await watched.close()
      await database.drop()
    })

    const newest = (
      resource: typeof comment,
      column: string,
      viewer: Viewer,
      filters: readonly Filter[] = [],
    ) =>
      planList(resource, {
        visible: visibilityOf(resource, viewer),
        columns: ['id'],
        filters,
        order: orderBy(column, true),
        page: { kind: 'offset', offset: 0, limit: 20 },
      })

    for (const [resource, column, filters, queryClass] of orders)
      it(`reads ${resource.source} by ${column} as ${queryClass}, ${JSON.stringify(filters)}`, async () => {
        const plan = newest(resource, column, administrator, filters)
        await watched.read((reading) => reading.list(plan))
        const { examined, scans } = await watched.read((reading) => reading.list(plan))
        assert.equal(scans, queryClass === 'scan' ? 1 : 0)
        if (queryClass === 'indexed') assert(examined <= 300, `${examined} rows examined`)
      })

    it('reads users as a scan for viewers who see only those who have published something', async () => {
      const plan = newest(user, 'id', anonymous)
      const { scans } = await watched.read((reading) => reading.list(plan))
      assert.equal(scans, 1)
    })

    for (const [who, viewer] of Object.entries(viewers)) {
      it(`examines a page of comments for the ${who}, not the table`, async () => {
        const plan = newest(comment, 'created_at_utc', viewer, [
          { kind: 'in', column: 'status', values: ['1'] },
        ])
        await watched.read((reading) => reading.list(plan))
        const { value, examined } = await watched.read((reading) => reading.list(plan))
        assert(!isFailure(value))
        assert.equal(value.rows.length, 20)
        assert(examined <= 150, `${examined} rows examined`)
      })

      it(`decides for the ${who} once for each comment of a page, however many of its columns are read`, async () => {
        const plan: ListPlan = {
          ...newest(comment, 'created_at_utc', viewer, [
            { kind: 'in', column: 'status', values: ['0', '1'] },
          ]),
          columns: ['id', ...shown],
          visible: visibilityOf(comment, viewer, 'visible', 'count-but-withhold'),
        }
        await watched.read((reading) => reading.list(plan))
        const { value, examined } = await watched.read((reading) => reading.list(plan))
        assert(!isFailure(value))
        assert.equal(value.found, 20)
        assert(examined <= 250, `${examined} rows examined`)
      })

      it(`examines a page of files for the ${who}, not the table`, async () => {
        const plan = newest(media, 'created_at', viewer)
        await watched.read((reading) => reading.list(plan))
        const { value, examined } = await watched.read((reading) => reading.list(plan))
        assert(!isFailure(value))
        assert.equal(value.rows.length, 20)
        assert(examined <= 150, `${examined} rows examined`)
      })

      it(`counts comments and files for the ${who} in one pass`, async () => {
        for (const plan of [newest(comment, 'created_at_utc', viewer), newest(media, 'created_at', viewer)]) {
          await watched.read((reading) => reading.count(planCount(plan)))
          const { examined } = await watched.read((reading) => reading.count(planCount(plan)))
          const all = plan.source === 'comments' ? 2 * rows : rows
          assert(examined <= 4 * all, `${plan.source}: ${examined} rows examined`)
        }
      })
    }
  })
}
