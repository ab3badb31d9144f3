// A page and the total of its list in one statement: the same rows, in the same order, and the same total as by a statement for
// each, whatever the list is filtered by and wherever its page lies.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CompiledQuery } from 'kysely'
import { anonymous } from '../../src/core/viewer.ts'
import type { Filter } from '../../src/database/filter.ts'
import type { Row } from '../../src/database/tables.ts'
import { plainAccess } from '../../src/optimizer/access-paths.ts'
import type { ListPlan } from '../../src/plan/plan.ts'
import { orderBy, planCount, planList } from '../../src/planner/planner.ts'
import { searchFilters } from '../../src/planner/search.ts'
import { visibilityOf } from '../../src/planner/visibility.ts'
import { totalApart, withTotal } from '../../src/sql/each.ts'
import { withCompile } from '../support/compile.ts'
import { testDatabases } from '../support/databases.ts'
import { randomFor } from '../support/random.ts'
import { comment, post } from '../support/resources.ts'

const { below, picked } = randomFor('pages with totals')

const someFilters: readonly (readonly Filter[])[] = [
  [],
  [{ kind: 'in', column: 'author_id', values: [1, 3] }],
  [{ kind: 'in', column: 'author_id', values: [999] }],
  [{ kind: 'none', filters: [{ kind: 'in', column: 'id', values: [201, 203, 205] }] }],
  [{ kind: 'before', column: 'created_at', values: ['2024-01-20 00:00:00'] }],
  [{ kind: 'term', taxonomy: 'category', by: 'id', values: [1, 2] }],
  searchFilters(post, { text: 'text -nothing', viewer: anonymous }),
]

function anyPage(): ListPlan {
  const page = { kind: 'offset', offset: below(40), limit: 1 + below(30) } as const
  if (below(5) === 0)
    return planList(comment, {
      visible: visibilityOf(comment, anonymous),
      columns: picked([['id'], ['id', 'author_name', 'content', 'created_at']]),
      filters: [],
      order: orderBy('created_at_utc', picked([true, false])),
      page,
    })
  return planList(post, {
    visible: visibilityOf(post, anonymous),
    columns: picked([['id'], ['id', 'title', 'content', 'created_at', 'author_id']]),
    filters: picked(someFilters),
    order: orderBy(picked(['created_at', 'title', 'modified_at', 'id']), picked([true, false])),
    page,
  })
}

/** Without the prototypes of drivers. */
function shown(row: Row): Row {
  return { ...row }
}

for (const kind of testDatabases()) {
  describe(`a page with its total on ${kind.name}`, () => {
    it('is that of two statements', async () => {
      const database = await kind.create()
      await withCompile(database.url, 'wp_', async (compile, { kysely }, indexes) => {
        const run = async (query: CompiledQuery) => (await kysely.executeQuery<Row>(query)).rows
        let full = 0
        for (let nth = 0; nth < 200; nth += 1) {
          const plan = anyPage()
          const access = plainAccess(plan, indexes)
          const page = compile(access ? { ...plan, access } : plan)
          const count = compile(planCount(plan))
          const [rows, total] = totalApart(await run(withTotal(page, count)))
          const [alone, counted] = [await run(page), await run(count)]
          assert.deepEqual(rows.map(shown), alone.map(shown), JSON.stringify(plan))
          if (rows.length === 0) assert.equal(total, null)
          else assert.equal(total, Number(counted[0]?.['count']), JSON.stringify(plan))
          if (rows.length > 0) full += 1
        }
        assert.ok(full > 20, `${full} pages had rows`)
      })
      await database.drop()
    })
  })
}
