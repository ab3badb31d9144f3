// Pages of a legacy table whose states are numbers, whose times are seconds and whose rows a filter leaves some out: no more
// rows than it shows, at the front and at depth, by the index on what is stored.
import { equal } from '../../src/database/filter.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { isFailure } from '../../src/core/failure.ts'
import { anonymous } from '../../src/core/viewer.ts'
import { mapped } from '../../src/database/layout-mapping.ts'
import { integerOf, textOf } from '../../src/database/tables.ts'
import { positionOf } from '../../src/plan/cursor.ts'
import type { KeysetPage } from '../../src/plan/plan.ts'
import { orderBy, planItem, planList, type ListRequest } from '../../src/planner/planner.ts'
import { visibilityOf } from '../../src/planner/visibility.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { keysetPages, numbersTo } from '../support/large-table.ts'
import { blog, createBlog } from '../support/legacy-blog.ts'
import { watch, type Watch } from '../support/reading.ts'
import { post } from '../support/resources.ts'

/** A million with TEST_ROWS=1000000, as the documentation promises; fewer by default, since servers take seconds to make them. */
const rows = Number(process.env['TEST_ROWS'] ?? 30_000)
const half = rows / 2
const limit = 20
const secondOf = (nr: number) => 1_000_000_000 + Math.floor(nr / 3)
const { front, middle, middleBack } = keysetPages(limit, { key: String(secondOf(half)), id: String(half) })

const request: Omit<ListRequest, 'page'> = {
  visible: visibilityOf(post, anonymous),
  columns: ['id', 'title', 'created_at'],
  filters: equal({ type: 'post', status: 'publish' }),
  order: orderBy('created_at', true),
}

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
  describe(`pages of a legacy table on ${kind.name}`, () => {
    let database: TestDatabase
    let watched: Watch
    before(async () => {
      database = await kind.create({ seed: 'empty' })
      await createBlog(database)
      // Every tenth is a draft, every fiftieth is deleted
      await database.execute(`${numbersTo(rows)}
        alter table entries add key by_date (deleted_at, state, posted);
        insert into entries (nr, headline, state, posted, deleted_at, site, writer_nr)
          select n, concat('Entry ', n), n % 10 <> 0, 1000000000 + n div 3, if(n % 50 = 1, '2024-01-01', null), 1, 1 from numbers;
        analyze table entries`)
      const layout = mapped(
        { ...blog, tables: { ...blog.tables, posts: { ...blog.tables.posts, where: { deleted_at: null } } } },
        '',
      )
      assert(layout instanceof Map)
      watched = await watch(database.url, 'like', layout)
    })
    after(async () => {
      await watched.close()
      await database.drop()
    })

    const pages = [
      ['at the front', front, (nr: number) => nr <= rows],
      ['behind a position', middle, (nr: number) => nr < half],
    ] as const
    for (const [where, page, isOn] of pages)
      it(`read no more rows than they show ${where}`, async () => {
        const expected = Array.from({ length: rows }, (_, nth) => rows - nth)
          .filter((nr) => isOn(nr) && nr % 10 !== 0 && nr % 50 !== 1)
          .slice(0, limit)
        const ask = () => watched.read((reading) => reading.list(planList(post, { ...request, page })))
        await ask()
        const { value, plans, examined } = await ask()
        assert(!isFailure(value))
        assert.deepEqual(
          value.rows.map((row) => integerOf(row, 'id')),
          expected,
        )
        assert.deepEqual(plans, ['posts.by-date'])
        assert(examined <= 2 * (limit + 1) + 10, `${examined} rows examined`)
      })

    it('read no more rows than they show before a position', async () => {
      const ask = () =>
        watched.read((reading) => reading.list(planList(post, { ...request, page: middleBack })))
      const { value, examined } = await ask()
      assert(!isFailure(value) && value.rows.length === limit)
      assert(examined <= 2 * (limit + 1) + 10, `${examined} rows examined`)
    })
  })
}

const textKeys = {
  extends: 'plain',
  tables: {
    posts: {
      table: 'stories',
      columns: {
        id: 'uuid',
        title: 'headline',
        status: { column: 'state', values: { live: 'publish', draft: 'draft' } },
        type: { constant: 'post' },
        password: { constant: '' },
        created_at: 'published',
      },
    },
  },
} as const

const asQuery = {
  extends: 'plain',
  tables: {
    posts: {
      columns: textKeys.tables.posts.columns,
      query: `select uuid, headline, state, published from stories where site = 1`,
      reads: ['stories'],
    },
  },
} as const

const asParts = {
  extends: 'plain',
  tables: {
    posts: {
      parts: [
        { ...textKeys.tables.posts, where: { site: 1 } },
        { table: 'notes', columns: { ...textKeys.tables.posts.columns, type: { constant: 'page' } } },
      ],
    },
  },
} as const

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite'))
  describe(`pages of a table with keys of texts on ${kind.name}`, () => {
    let database: TestDatabase
    before(async () => {
      database = await kind.create({ seed: 'empty' })
      // Keys are in no order, and three rows have one time
      await database.execute(`${numbersTo(rows)}
        create table stories (uuid char(20) not null primary key, headline varchar(100) not null, state varchar(10) not null,
          published datetime not null, site integer not null, key by_date (site, state, published), key by_state (state, published));
        insert into stories select concat(lpad(hex(n * 7919 % 1000003), 8, '0'), '-4000-000'), concat('Story ', n),
          if(n % 10 = 0, 'draft', 'live'), '2020-01-01' + interval (n div 3) second, 1 from numbers;
        create table notes like stories;
        insert into notes select reverse(uuid), headline, state, published, 1 from stories;
        analyze table stories, notes`)
    })
    after(() => database.drop())

    for (const [how, mapping] of [
      ['of the table', textKeys],
      ['of a query', asQuery],
      ['of one part of several', asParts],
    ] as const)
      it(`read no more rows than they show ${how}, and walk on from each other`, async (test) => {
        const layout = mapped(mapping, '')
        assert(layout instanceof Map)
        const watched = await watch(database.url, 'like', layout)
        test.after(watched.close)
        const read = async (page: KeysetPage) => {
          const { value, examined } = await watched.read((reading) =>
            reading.list(planList(post, { ...request, page })),
          )
          assert(!isFailure(value))
          assert(examined <= 2 * (limit + 1) + 10, `${examined} rows examined`)
          return value.rows
        }
        // What the first reading learns about the table is kept
        await watched.read((reading) => reading.list(planList(post, { ...request, page: front })))
        const first = await read(front)
        const [last] = first.slice(-1)
        assert(last)
        const next = await read({ ...front, after: positionOf(last, 'created_at') })
        const ids = [...first, ...next].map((row) => textOf(row, 'id'))
        assert.equal(new Set(ids).size, 2 * limit)
        const places = [...first, ...next].map((row) => `${textOf(row, 'created_at')} ${textOf(row, 'id')}`)
        assert.deepEqual(places, places.toSorted(descending))
        const id = textOf(last, 'id')
        const { value, examined } = await watched.read((reading) =>
          reading.item(planItem(post, id, ['title'], request.visible)),
        )
        assert(value !== null && !isFailure(value) && examined <= 2, `${examined} rows examined`)
      })
  })

const numbered = {
  extends: 'plain',
  tables: {
    posts: {
      parts: [
        {
          table: 'leaflets',
          columns: {
            id: { column: 'nr', plus: 5_000_000 },
            title: 'headline',
            status: { column: 'state', values: { live: 'publish', draft: 'draft' } },
            type: { constant: 'post' },
            password: { constant: '' },
            created_at: 'published',
          },
        },
        {
          table: 'notes',
          columns: {
            id: 'nr',
            title: 'headline',
            status: { constant: 'publish' },
            type: { constant: 'page' },
            password: { constant: '' },
            created_at: 'published',
          },
        },
      ],
    },
  },
} as const

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite'))
  describe(`pages of a part whose ids are greater than its keys on ${kind.name}`, () => {
    let database: TestDatabase
    let watched: Watch
    before(async () => {
      database = await kind.create({ seed: 'empty' })
      await database.execute(`${numbersTo(rows)}
        create table leaflets (nr integer unsigned not null primary key, headline varchar(100) not null, state varchar(10) not null,
          published datetime not null, key by_state (state, published));
        insert into leaflets select n, concat('Leaflet ', n), if(n % 10 = 0, 'draft', 'live'),
          '2020-01-01' + interval (n div 3) second from numbers;
        create table notes (nr integer not null primary key, headline varchar(100) not null, published datetime not null);
        analyze table leaflets, notes`)
      const layout = mapped(numbered, '')
      assert(layout instanceof Map)
      watched = await watch(database.url, 'like', layout)
      await watched.read((reading) => reading.list(planList(post, { ...request, page: front })))
    })
    after(async () => {
      await watched.close()
      await database.drop()
    })

    const idsOn = async (page: KeysetPage, more: Partial<ListRequest> = {}) => {
      const { value, examined } = await watched.read((reading) =>
        reading.list(planList(post, { ...request, ...more, page })),
      )
      assert(!isFailure(value))
      assert(examined <= 2 * (limit + 1) + 10, `${examined} rows examined`)
      return value.rows
    }

    it('read no more rows than they show, by date and by id, and walk on from each other', async () => {
      for (const order of ['created_at', 'id'] as const) {
        const ordered = { order: orderBy(order, true) }
        const first = await idsOn(front, ordered)
        const [last] = first.slice(-1)
        assert(last)
        const next = await idsOn({ ...front, after: positionOf(last, order) }, ordered)
        const expected = Array.from({ length: rows }, (_, nth) => rows - nth)
          .filter((nr) => nr % 10 !== 0)
          .slice(0, 2 * limit)
        assert.deepEqual(
          [...first, ...next].map((row) => Number(integerOf(row, 'id')) - 5_000_000),
          expected,
        )
      }
    })

    it('read the rows that have the ids, and no others', async () => {
      const ids = [5_000_001, 5_000_002, 5_000_000 + rows - 1, 7]
      const { value, examined } = await watched.read((reading) =>
        reading.list(
          planList(post, {
            ...request,
            filters: [...request.filters, { kind: 'in', column: 'id', values: ids }],
            page: { kind: 'all' },
          }),
        ),
      )
      assert(!isFailure(value))
      assert.deepEqual(
        new Set(value.rows.map((row) => integerOf(row, 'id'))),
        new Set([5_000_001, 5_000_002, 5_000_000 + rows - 1]),
      )
      assert(examined <= 6, `${examined} rows examined`)
    })
  })

function descending(one: string, other: string): number {
  return one < other ? 1 : -1
}
