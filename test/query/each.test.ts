// Many lists in one statement: the same rows, in the same order, as each list alone; and no more rows read for them than
// they hold, where an index serves them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import type { CompiledQuery } from 'kysely'
import { anonymous } from '../../src/core/viewer.ts'
import { textOf, type Row } from '../../src/database/tables.ts'
import { joined, separated } from '../../src/sql/each.ts'
import { plainAccess } from '../../src/optimizer/access-paths.ts'
import type { CountPlan, ListPlan } from '../../src/plan/plan.ts'
import { orderBy, planCount, planList } from '../../src/planner/planner.ts'
import { visibilityOf } from '../../src/planner/visibility.ts'
import { comment, post } from '../support/resources.ts'
import { withCompile } from '../support/compile.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'

const authors = 20
const postsEach = 500
const pageSize = 3

/** As many posts of each author, three a second. */
async function fill(database: TestDatabase): Promise<void> {
  const count = authors * postsEach
  const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})`
  const isFile = database.flavour === 'sqlite'
  const moment = isFile
    ? `datetime('2010-01-01 00:00:00', '+' || (n / 3) || ' seconds')`
    : `'2010-01-01 00:00:00' + interval (n div 3) second`
  const rows = `select n, 1 + n % ${authors}, ${moment}, ${moment}, 'Post', 'publish', 'post' from numbers`
  const insert =
    'insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_title, post_status, post_type)'
  const setting = database.flavour === 'mariadb' ? 'set max_recursive_iterations = 100000;' : ''
  const depth = database.flavour === 'mysql' ? 'set cte_max_recursion_depth = 100000;' : ''
  await database.execute(
    isFile ? `${numbers} ${insert} ${rows}` : `${setting}${depth}${insert} ${numbers} ${rows}`,
  )
  await database.execute(
    'create index by_author on wp_posts (post_type, post_status, post_author, post_date, ID)',
  )
  if (!isFile) await database.execute('analyze table wp_posts')
}

function ofAuthor(author: number): ListPlan {
  return planList(post, {
    visible: visibilityOf(post, anonymous),
    columns: ['id', 'author_id', 'created_at'],
    filters: [{ kind: 'in', column: 'author_id', values: [author] }],
    order: orderBy('created_at', true),
    page: { kind: 'keyset', after: null, before: null, direction: 'forward', limit: pageSize },
  })
}

const plans = Array.from({ length: authors + 1 }, (_, nth) => ofAuthor(nth + 1))

function joinedOf(queries: readonly CompiledQuery[]): CompiledQuery {
  const [first, ...others] = queries
  assert(first !== undefined)
  return joined([first, ...others])
}

const idsOf = (rows: readonly Row[]) => rows.map((row) => textOf(row, 'id'))

for (const kind of testDatabases()) {
  describe(`many lists in one statement on ${kind.name}`, () => {
    it('hold what each holds alone, and are read no further', async () => {
      const database = await kind.create({ seed: 'empty' })
      await fill(database)
      await withCompile(database.url, 'wp_', async (compileAs, { kysely }, indexes) => {
        const compile = (plan: ListPlan | CountPlan) => {
          const access = plan.kind === 'list' ? plainAccess(plan, indexes) : null
          return compileAs(plan.kind === 'list' && access ? { ...plan, access } : plan)
        }
        const run = async (query: CompiledQuery) => (await kysely.executeQuery<Row>(query)).rows
        const all = await run(joinedOf(plans.map(compile)))
        const lists = separated(all, plans.length).map(idsOf)
        for (const [at, plan] of plans.entries()) assert.deepEqual(lists[at], idsOf(await run(compile(plan))))
        assert.deepEqual(
          lists.map(({ length }) => length),
          [...Array.from({ length: authors }, () => pageSize), 0],
        )
        const counts = separated(await run(joinedOf(plans.map(planCount).map(compile))), plans.length)
        assert.deepEqual(
          counts.map(([row]) => Number(row?.['count'])),
          [...Array.from({ length: authors }, () => postsEach), 0],
        )
        if (database.flavour !== 'sqlite') {
          const examined = await rowsExamined(database.url, joinedOf(plans.map(compile)))
          // Each row is read once from its list and once from what the statement makes of them all
          assert(examined <= plans.length * (2 * pageSize + 3), `${examined} rows examined`)
        }
      })
      await database.drop()
    })
  })
}

/** The newest comments of one post. */
const ofPost: ListPlan = planList(comment, {
  visible: visibilityOf(comment, anonymous),
  columns: ['id'],
  filters: [{ kind: 'in', column: 'post_id', values: [201] }],
  order: orderBy('created_at_utc', true),
  page: { kind: 'keyset', after: null, before: null, direction: 'forward', limit: pageSize },
})

for (const kind of testDatabases()) {
  describe(`what belongs to one row on ${kind.name}`, () => {
    it('is found by the index of that, with statistics or without', async () => {
      const database = await kind.create()
      await withCompile(database.url, 'wp_', async (compile, { kysely }, indexes) => {
        const access = plainAccess(ofPost, indexes)
        const index = database.flavour === 'sqlite' ? 'wp_comments_comment_post_ID' : 'comment_post_ID'
        assert.deepEqual(access, { kind: 'by-owner', index })
        assert(access)
        const query = compile({ ...ofPost, access })
        const byIndex = (await kysely.executeQuery<Row>(query)).rows
        assert.deepEqual(byIndex, (await kysely.executeQuery<Row>(compile(ofPost))).rows)
        assert.equal(byIndex.length, 2)
        assert.match(query.sql, database.flavour === 'sqlite' ? /indexed by/ : /force index/)
        // Of very many a server goes through all comments in their order
        assert.equal(plainAccess({ ...ofPost, about: 20_001 }, indexes), null)
        const words = [{ text: 'rare', excluded: false, match: 'part' }] as const
        const filters = [...ofPost.filters, { kind: 'search', columns: ['content'], words } as const]
        assert.deepEqual(plainAccess({ ...ofPost, filters, about: 20_001 }, indexes), access)
      })
      await database.drop()
    })
  })
}

async function rowsExamined(url: string, { sql, parameters }: CompiledQuery): Promise<number> {
  const connection = await createConnection(url)
  const reads = async () => {
    const [counters] = await connection.query<RowDataPacket[]>(`show session status like 'Handler_read%'`)
    return counters.reduce((sum, counter) => sum + Number(counter['Value']), 0)
  }
  try {
    const start = await reads()
    const idle = (await reads()) - start
    const first = await reads()
    await connection.query(sql, [...parameters])
    return (await reads()) - first - idle
  } finally {
    await connection.end()
  }
}
