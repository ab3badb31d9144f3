// Lists that belong to many rows, read together from large tables of which the server keeps no statistics: the rows of each
// list alone, and no more rows examined than its way takes, whether it holds nothing, little or much. Short lists are one list.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { isFailure } from '../../src/core/failure.ts'
import { anonymous, type Viewer } from '../../src/core/viewer.ts'
import type { Filter } from '../../src/database/filter.ts'
import type { KeysetPage, ListPlan } from '../../src/plan/plan.ts'
import { orderBy, planList } from '../../src/planner/planner.ts'
import { visibilityOf } from '../../src/planner/visibility.ts'
import { withStatements } from '../../src/read/statements-run.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { editor, numbersTo } from '../support/large-table.ts'
import { watch, type Watch } from '../support/reading.ts'
import { comment, post } from '../support/resources.ts'

const posts = 60_000
const comments = 100_000
const limit = 3

/**
 * A post a minute, one in two of author 1, one in 400 of author 2, of author 3 the hundred oldest, of author 4 none. Term 1 of
 * one in two, 2 of one in 400, 3 of the thousand oldest. A comment a second: half about post 1, the others spread over posts
 * 100 to 1 099; about those after them there are none.
 */
const fill = `${numbersTo(100_000)}
  alter table wp_posts stats_auto_recalc = 0;
  alter table wp_comments stats_auto_recalc = 0;
  insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_title, post_status, post_type)
    select n, case when n <= 100 then 3 when n % 2 = 0 then 1 when n % 400 = 1 then 2 else 5 end, moment, moment,
      concat('Post ', n), 'publish', 'post'
      from (select n, '2010-01-01 00:00:00' + interval n minute as moment from numbers where n <= ${posts}) made;
  insert into wp_terms (term_id, name, slug) values (1, 'half', 'half'), (2, 'few', 'few'), (3, 'old', 'old');
  insert into wp_term_taxonomy (term_taxonomy_id, term_id, taxonomy, description, parent, count)
    values (11, 1, 'category', '', 0, 30000), (12, 2, 'category', '', 0, 150), (13, 3, 'category', '', 0, 1000);
  insert into wp_term_relationships (object_id, term_taxonomy_id) select n, 11 from numbers where n <= ${posts} and n % 2 = 0;
  insert into wp_term_relationships (object_id, term_taxonomy_id) select n, 12 from numbers where n <= ${posts} and n % 400 = 0;
  insert into wp_term_relationships (object_id, term_taxonomy_id) select n, 13 from numbers where n <= 1000;
  insert into wp_comments (comment_ID, comment_post_ID, comment_author, comment_date, comment_date_gmt, comment_content,
      comment_approved, comment_type, comment_parent)
    select n, case when n % 2 = 0 then 1 else 100 + n div 2 % 1000 end, '', moment, moment, '', '1', 'comment',
      case when n % 3 = 0 then n - 1 else 0 end
      from (select n, '2021-01-01 00:00:00' + interval n second as moment from numbers) made`

const page: KeysetPage = { kind: 'keyset', after: null, before: null, direction: 'forward', limit }
const author = (id: number): Filter => ({ kind: 'in', column: 'author_id', values: [id] })
const term = (id: number): Filter => ({ kind: 'term', taxonomy: 'category', by: 'id', values: [id] })

const postsWith = (filter: Filter) =>
  planList(post, {
    visible: visibilityOf(post, anonymous),
    columns: ['id', 'created_at'],
    filters: [filter],
    order: orderBy('created_at', true),
    page,
  })

const commentsWith = (column: string, id: number, about?: number): ListPlan =>
  planList(comment, {
    visible: visibilityOf(comment, anonymous),
    columns: ['id', 'created_at_utc'],
    filters: [
      { kind: 'in', column, values: [id] },
      { kind: 'in', column: 'status', values: ['1'] },
      { kind: 'in', column: 'type', values: ['comment', ''] },
    ],
    order: orderBy('created_at_utc', true),
    page,
    ...(about === undefined ? {} : { about }),
  })

interface Case {
  readonly of: string
  readonly plans: readonly ListPlan[]
  readonly ids: readonly (readonly number[])[]
  readonly examined: number
  readonly examinedByMysql?: number
}

const newest = (from: number, isOne: (n: number) => boolean) =>
  Array.from({ length: from }, (_, nth) => from - nth)
    .filter(isOne)
    .slice(0, limit)
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, nth) => from + nth)
const aboutPost = (id: number) => (n: number) =>
  id === 1 ? n % 2 === 0 : n % 2 === 1 && 100 + (Math.floor(n / 2) % 1000) === id

const cases: readonly Case[] = [
  {
    of: 'comments about posts with some and with none',
    plans: range(1080, 1120).map((id) => commentsWith('post_id', id, id < 1100 ? 50 : 0)),
    ids: range(1080, 1120).map((id) => newest(comments, aboutPost(id))),
    // Fifty comments of each of twenty posts, then those that are sent
    examined: 1400,
    // MySQL looks up the post of each comment besides
    examinedByMysql: 2400,
  },
  {
    of: 'comments about posts of which one has very many',
    plans: [1, 1099, 1100].map((id) => commentsWith('post_id', id, id === 1 ? 50_000 : undefined)),
    ids: [1, 1099, 1100].map((id) => newest(comments, aboutPost(id))),
    examined: 200,
  },
  {
    of: 'replies',
    plans: range(99_900, 100_000).map((id) => commentsWith('parent_id', id)),
    ids: range(99_900, 100_000).map((id) => (id % 3 === 2 ? [id + 1] : [])),
    examined: 400,
  },
  {
    of: 'posts of authors of half, of little, of the oldest and of nothing',
    plans: [1, 2, 3, 4].map((id) => postsWith(author(id))),
    ids: [
      newest(posts, (n) => n % 2 === 0),
      newest(posts, (n) => n > 100 && n % 400 === 1),
      [100, 99, 98],
      [],
    ],
    examined: 1000,
    examinedByMysql: 1300,
  },
  {
    of: 'posts of categories of half, of few and of the oldest',
    plans: [1, 2, 3].map((id) => postsWith(term(id))),
    ids: [newest(posts, (n) => n % 2 === 0), newest(posts, (n) => n % 400 === 0), [1000, 999, 998]],
    examined: 5500,
  },
]

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
  describe(`lists of many rows of large tables on ${kind.name}`, () => {
    let database: TestDatabase
    let watched: Watch
    before(async () => {
      database = await kind.create({ seed: 'empty' })
      await database.execute(`${fill};
        analyze table wp_posts, wp_comments, wp_term_relationships, wp_term_taxonomy`)
      watched = await watch(database.url)
    })
    after(async () => {
      await watched.close()
      await database.drop()
    })

    for (const { of, plans, ids, examined: usual, examinedByMysql = usual } of cases)
      it(`of ${of} examine what their ways take`, async (test) => {
        const read = () => watched.read((reading) => reading.each(plans))
        // How many there are is asked once for a while
        await read()
        const { value, examined, plans: names } = await read()
        assert(!isFailure(value))
        test.diagnostic(`${examined} rows examined by ${names.join(', ')}`)
        assert.deepEqual(
          value.map(({ rows }) => rows.map((row) => Number(row['id']))),
          ids,
        )
        const most = kind.flavour === 'mysql' ? examinedByMysql : usual
        assert(examined <= most, `${examined} rows examined`)
      })
  })
}

/** Replies to comment 1 are more than lists have that are read as one, and every tenth is hidden from readers. */
const replies = `${numbersTo(2500)}
  insert into wp_comments (comment_ID, comment_post_ID, comment_author, comment_date, comment_date_gmt, comment_content,
      comment_approved, comment_type, comment_parent)
    select 1000 + n, 1, '', '2021-01-01 00:00:00', '2021-01-01 00:00:00', '', case when n % 10 = 0 then '0' else '1' end, 'comment',
      case when n <= 2200 then 1 else n % 5 + 1 end from numbers`

for (const kind of testDatabases()) {
  describe(`short lists of many owners on ${kind.name}`, () => {
    let database: TestDatabase
    let watched: Watch
    before(async () => {
      database = await kind.create()
      await database.execute(replies)
      watched = await watch(database.url)
    })
    after(async () => {
      await watched.close()
      await database.drop()
    })

    const after1: KeysetPage['after'] = { key: '2021-01-01 00:00:00', id: '3300' }
    const pages: Readonly<Record<string, ListPlan['page']>> = {
      'the first rows': page,
      'the last rows': { ...page, direction: 'backward' },
      'rows after a cursor': { ...page, after: after1 },
      'rows by number': { kind: 'offset', offset: 0, limit },
      'further rows by number': { kind: 'offset', offset: 2, limit },
    }
    const listsOf = (viewer: Viewer, shown: ListPlan['page']) => {
      const ofOwner = (column: string) => (id: number) => ({
        ...planList(comment, {
          visible: visibilityOf(comment, viewer),
          columns: ['content', 'created_at_utc', 'id'],
          filters: [{ kind: 'in', column, values: [id] }],
          order: orderBy('created_at_utc', true),
          page: shown,
        }),
      })
      const ofAuthor = (id: number) => ({
        ...postsWith(author(id)),
        visible: visibilityOf(post, viewer),
        page: shown,
      })
      return {
        'replies, of which one has many': [1, 2, 3, 4, 9].map(ofOwner('parent_id')),
        'replies, each few': [2, 3, 4, 5, 9, 2].map(ofOwner('parent_id')),
        'comments on posts': range(1, 30).map(ofOwner('post_id')),
        posts: range(1, 8).map(ofAuthor),
      }
    }

    for (const [who, viewer] of Object.entries({ anonymous, editor }))
      for (const [what, shown] of Object.entries(pages))
        it(`hold for the ${who} what each holds alone: ${what}`, async () => {
          for (const [of, plans] of Object.entries(listsOf(viewer, shown))) {
            const { value } = await watched.read((reading) => reading.each(plans))
            assert(!isFailure(value))
            for (const [at, plan] of plans.entries()) {
              const { value: alone } = await watched.read((reading) => reading.list(plan))
              assert(!isFailure(alone))
              assert.deepEqual(
                value[at]?.rows.map(({ id }) => id),
                alone.rows.map(({ id }) => id),
                of,
              )
              assert.equal(value[at]?.more, alone.more)
            }
          }
        })

    it('are no branches of a statement, which a server would plan each by itself', async () => {
      const { 'replies, each few': few, 'comments on posts': some, posts: written } = listsOf(anonymous, page)
      for (const plans of [few, some, written]) {
        const read = () => withStatements(() => watched.read((reading) => reading.each(plans)))
        // How many there are is asked once for a while
        await read()
        const [, statements] = await read()
        assert(statements.length <= 2)
        for (const { query } of statements) assert.doesNotMatch(query.sql, /union all/)
      }
    })
  })
}
