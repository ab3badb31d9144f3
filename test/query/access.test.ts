// Every way to the rows of a list leads to the same rows: each form of access beside the query as it is written plainly,
// on the demo's posts, for every page that a plan can ask for.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Filter } from '../../src/database/filter.ts'
import { isOfIndex } from '../../src/sql/ids.ts'
import type { Access, ListPlan, Page } from '../../src/plan/plan.ts'
import { orderBy, planList } from '../../src/planner/planner.ts'
import { visibilityOf } from '../../src/planner/visibility.ts'
import { anonymous, type Viewer } from '../../src/core/viewer.ts'
import { withCompile } from '../support/compile.ts'
import { testDatabases } from '../support/databases.ts'
import { post } from '../support/resources.ts'

const index = 'type_status_date'
const editor: Viewer = {
  ...anonymous,
  kind: 'user',
  id: '2',
  capabilities: new Set(['edit_posts', 'edit_others_posts', 'edit_published_posts', 'edit_private_posts']),
}

const pages: readonly Page[] = [
  { kind: 'offset', offset: 0, limit: 4 },
  { kind: 'offset', offset: 3, limit: 100 },
  { kind: 'keyset', after: null, before: null, direction: 'forward', limit: 5 },
  {
    kind: 'keyset',
    after: { key: '2024-02-15 09:00:00', id: '230' },
    before: null,
    direction: 'forward',
    limit: 5,
  },
  {
    kind: 'keyset',
    after: null,
    before: { key: '2024-02-01 00:00:00', id: '1' },
    direction: 'backward',
    limit: 5,
  },
]

const categories: Filter = { kind: 'term', taxonomy: 'category', by: 'taxonomy_id', values: [1, 2] }
const tag: Filter = { kind: 'term', taxonomy: 'post_tag', by: 'id', values: [20] }
const meta: Filter = { kind: 'meta', key: 'featured', values: ['1', 'yes'] }
const author: Filter = { kind: 'in', column: 'author_id', values: [2, 3] }
const since: Filter = { kind: 'after', column: 'created_at', values: ['2024-01-03 00:00:00'] }
const search: Filter = {
  kind: 'search',
  columns: ['title', 'content'],
  words: [{ text: 'a', excluded: false, match: 'part' }],
}

const asked: readonly (readonly Filter[])[] = [
  [categories],
  [tag, { kind: 'none', filters: [categories, meta] }],
  [meta],
  [meta, author, since],
  [author],
  [author, categories, search],
  [{ kind: 'any', filters: [tag, author] }],
]

const isNotOfStatus = (filter: Filter) => filter.kind !== 'in' || filter.column !== 'status'

function plansOf(filters: readonly Filter[], page: Page): readonly ListPlan[] {
  return [true, false].flatMap((descending) =>
    [
      { viewer: anonymous, unseen: 'exclude' } as const,
      { viewer: editor, unseen: 'exclude' } as const,
      ...(page.kind === 'offset' ? [{ viewer: editor, unseen: 'count-but-withhold' } as const] : []),
    ].map(({ viewer, unseen }) =>
      planList(post, {
        visible: visibilityOf(post, viewer, 'visible', unseen),
        columns: ['id', 'title'],
        filters,
        order: orderBy('created_at', descending),
        page,
      }),
    ),
  )
}

function accessesOf({ filters, order }: ListPlan): readonly Access[] {
  const others = filters.filter((filter) => !isOfIndex(filter, { order }))
  const leaders = filters.flatMap((filter, place) =>
    filter.kind === 'term' ||
    filter.kind === 'meta' ||
    (filter.kind === 'in' && filter.column === 'author_id')
      ? [{ kind: 'filter-first', place, index: null } as const]
      : [],
  )
  return [
    { kind: 'in-order', index },
    { kind: 'ids-first', index },
    ...(others.length > 0 ? [{ kind: 'window', index, entries: 1000 } as const] : []),
    ...leaders,
  ]
}

for (const kind of testDatabases()) {
  describe(`ways to the rows of a list on ${kind.name}`, () => {
    it('lead to the same rows', async () => {
      const database = await kind.create()
      await withCompile(database.url, 'wp_', async (compile, { kysely }) => {
        const read = async (plan: ListPlan) => (await kysely.executeQuery(compile(plan))).rows
        let found = 0
        for (const filters of [[], [since], ...asked])
          for (const page of pages)
            for (const plan of plansOf(filters, page)) {
              const rows = await read(plan)
              found += rows.length
              for (const access of accessesOf(plan))
                assert.deepEqual(
                  await read({ ...plan, access }),
                  rows,
                  JSON.stringify({ access, filters, page }),
                )
            }
        assert(found > 500)
      })
      await database.drop()
    })

    it('lead to the rows of several statuses', async () => {
      const database = await kind.create()
      await withCompile(database.url, 'wp_', async (compile, { kysely }) => {
        for (const filters of [[], [since]])
          for (const page of pages)
            for (const statuses of [
              ['publish', 'draft', 'private'],
              ['publish', 'future', 'draft', 'pending', 'private'],
            ]) {
              const [plain] = plansOf(filters, page)
              assert(plain)
              const plan: ListPlan = {
                ...plain,
                visible: visibilityOf(post, editor),
                filters: [
                  ...plain.filters.filter(isNotOfStatus),
                  { kind: 'in', column: 'status', values: statuses },
                ],
              }
              const access: Access = { kind: 'branches', index, statuses: statuses.length }
              const read = async (each: ListPlan) => (await kysely.executeQuery(compile(each))).rows
              const rows = await read(plan)
              assert(rows.length > 0)
              assert.deepEqual(await read({ ...plan, access }), rows)
            }
      })
      await database.drop()
    })

    it('end a window that falls short at its last entry', async () => {
      const database = await kind.create()
      await withCompile(database.url, 'wp_', async (compile, { kysely }) => {
        const [plan] = plansOf([categories], { kind: 'offset', offset: 0, limit: 100 })
        assert(plan)
        const read = async (each: ListPlan) => (await kysely.executeQuery(compile(each))).rows
        const all = await read({ ...plan, access: { kind: 'window', index, entries: 1000 } })
        const some = await read({ ...plan, access: { kind: 'window', index, entries: 12 } })
        assert(some.length > 0 && some.length < all.length && some.length <= 12)
        assert.deepEqual(some, all.slice(0, some.length))
      })
      await database.drop()
    })
  })
}
