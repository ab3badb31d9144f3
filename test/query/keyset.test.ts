// Keyset pages and the rows that the server reads for them, at the front, at depth, in a large tie, both ways. Counted by the
// server's own handler counters on 110 000 posts.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import type { CompiledQuery } from 'kysely'
import { stepsOf } from '../../src/optimizer/access-paths.ts'
import type { Indexes } from '../../src/optimizer/indexes.ts'
import type { ListPlan, Position } from '../../src/plan/plan.ts'
import { orderBy, planList, type ListRequest } from '../../src/planner/planner.ts'
import { anonymous } from '../../src/core/viewer.ts'
import { visibilityOf } from '../../src/planner/visibility.ts'
import { numbersTo } from '../support/large-table.ts'
import { post } from '../support/resources.ts'
import { withCompile } from '../support/compile.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'

const rows = 110_000
const tie = { from: 50_001, to: 55_000 }
const pageSize = 20

/** Three posts a minute, but for five thousand of one second; a tenth as many drafts among them. */
const fill = `${numbersTo(rows)}
  insert into wp_posts (ID, post_date, post_date_gmt, post_title, post_status, post_type)
    select n, moment, moment, concat('Post ', n), 'publish', 'post' from (
      select n, '2010-01-01 00:00:00' + interval (case when n between ${tie.from} and ${tie.to} then ${tie.from} else n end) div 3 minute as moment from numbers
    ) made;
  insert into wp_posts (ID, post_date, post_date_gmt, post_title, post_status, post_type)
    select 1000000 + n, '2010-01-01 00:00:00' + interval n minute, '2010-01-01 00:00:00' + interval n minute, 'Draft', 'draft', 'post' from numbers where n <= ${rows / 10}`

/** The plan as it is read of a large table. */
function bySteps(indexes: Indexes, request: ListRequest): ListPlan {
  const plan = planList(post, request)
  const [step] = stepsOf(plan, { posts: rows, ofKind: rows, indexes, sizes: new Map() })
  return step?.access ? { ...plan, access: step.access } : plan
}

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
  describe(`keyset pages on ${kind.name}`, () => {
    let database: TestDatabase
    let connection: Connection
    before(async () => {
      database = await kind.create({ seed: 'empty' })
      await database.execute(fill)
      connection = await createConnection(database.url)
    })
    after(async () => {
      await connection.end()
      await database.drop()
    })

    async function handlerReads(session: Connection): Promise<number> {
      const [counters] = await session.query<RowDataPacket[]>(`show session status like 'Handler_read%'`)
      return counters.reduce((sum, counter) => sum + Number(counter['Value']), 0)
    }

    /** The ids of a page and the rows that were read for it, those for reading the counters left out. */
    async function read(
      query: CompiledQuery,
      session = connection,
    ): Promise<{ readonly ids: readonly number[]; readonly examined: number }> {
      const start = await handlerReads(session)
      const idle = (await handlerReads(session)) - start
      const first = await handlerReads(session)
      const [found] = await session.query<RowDataPacket[]>(query.sql, [...query.parameters])
      return {
        ids: found.map((row) => Number(row['id'])),
        examined: (await handlerReads(session)) - first - idle,
      }
    }

    async function positionAt(id: number): Promise<Position> {
      const [row] = await database.execute(
        `select cast(post_date as char) as date from wp_posts where ID = ${id}`,
      )
      return { key: String(row?.['date']), id: String(id) }
    }

    for (const depth of [0, 10_000, 100_000, rows - (tie.from + tie.to - 1) / 2]) {
      it(`read no more than they show at depth ${depth}, forward and backward`, async () => {
        await withCompile(database.url, 'wp_', async (compile, _engine, indexes) => {
          const at = depth === 0 ? null : await positionAt(rows - depth + 1)
          const page = (direction: 'forward' | 'backward', position: Position | null) =>
            compile(
              bySteps(indexes, {
                visible: visibilityOf(post, anonymous),
                columns: ['id', 'title', 'created_at'],
                filters: [],
                order: orderBy('created_at', true),
                page: {
                  kind: 'keyset',
                  after: direction === 'forward' ? position : null,
                  before: direction === 'backward' ? position : null,
                  direction,
                  limit: pageSize,
                },
              }),
            )
          const forward = await read(page('forward', at))
          assert.deepEqual(
            forward.ids,
            Array.from({ length: pageSize }, (_, nth) => rows - depth - nth),
          )
          assert(forward.examined <= pageSize + 5, `forward: ${forward.examined} rows examined`)
          const backward = await read(page('backward', at))
          const nearest = depth === 0 ? 1 : rows - depth + 2
          assert.deepEqual(
            backward.ids,
            Array.from({ length: pageSize }, (_, nth) => nearest + nth),
          )
          assert(backward.examined <= pageSize + 5, `backward: ${backward.examined} rows examined`)
        })
      })
    }

    it('read no more than they show where the dates can be NULL', async () => {
      const other = await kind.create({ seed: 'empty' })
      await other.execute('alter table wp_posts modify post_date datetime null')
      await other.execute(`${numbersTo(30_000)}
        insert into wp_posts (ID, post_date, post_date_gmt, post_title, post_status, post_type)
          select n, if(n <= 10000, null, '2010-01-01' + interval n minute), '2010-01-01', 'x', 'publish', 'post' from numbers`)
      const session = await createConnection(other.url)
      await withCompile(other.url, 'wp_', async (compile, _engine, indexes) => {
        const dated = async (id: number): Promise<Position> => {
          const [row] = await other.execute(
            `select cast(post_date as char) as date from wp_posts where ID = ${id}`,
          )
          return { key: typeof row?.['date'] === 'string' ? row['date'] : null, id: String(id) }
        }
        for (const id of [25_000, 10_001, 10_000, 5_000])
          for (const direction of ['forward', 'backward'] as const) {
            const position = await dated(id)
            const query = compile(
              bySteps(indexes, {
                visible: visibilityOf(post, anonymous),
                columns: ['id', 'title', 'created_at'],
                filters: [],
                order: orderBy('created_at', true),
                page: {
                  kind: 'keyset',
                  after: direction === 'forward' ? position : null,
                  before: direction === 'backward' ? position : null,
                  direction,
                  limit: pageSize,
                },
              }),
            )
            const { ids, examined } = await read(query, session)
            const expected = Array.from({ length: pageSize }, (_, nth) =>
              direction === 'forward' ? id - 1 - nth : id + 1 + nth,
            )
            assert.deepEqual(ids, expected)
            assert(examined <= pageSize + 5, `${direction} of ${id}: ${examined} rows examined`)
          }
      })
      await session.end()
      await other.drop()
    })

    it('are not told to use an index that is not there', async () => {
      const other = await kind.create()
      await other.execute('alter table wp_posts drop index type_status_date')
      await withCompile(other.url, 'wp_', async (compile, _engine, indexes) => {
        const page = { kind: 'keyset', after: null, before: null, direction: 'forward', limit: 3 } as const
        const { sql } = compile(
          bySteps(indexes, {
            visible: visibilityOf(post, anonymous),
            columns: ['id'],
            filters: [],
            order: orderBy('created_at', true),
            page,
          }),
        )
        assert.doesNotMatch(sql, /force index/)
      })
      await other.drop()
    })
  })
}
