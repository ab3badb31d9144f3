// Plans as SQL: the text on each dialect, and that it runs there. Nothing but the layout's names and slots gets into it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CompiledQuery } from 'kysely'
import type { ListPlan, ReadPlan } from '../../src/plan/plan.ts'
import { orderBy, planCount, planItem, planList } from '../../src/planner/planner.ts'
import { searchFilters } from '../../src/planner/search.ts'
import { anonymous } from '../../src/core/viewer.ts'
import type { Scalar } from '../../src/database/filter.ts'
import { visibilityOf } from '../../src/planner/visibility.ts'
import { category, post, user } from '../support/resources.ts'
import { withCompile } from '../support/compile.ts'
import { onServer, testDatabases, type Flavour } from '../support/databases.ts'
import { startProcess } from '../support/server-process.ts'
import { serverPrograms } from '../support/servers.ts'

const page = (after: boolean, direction: 'forward' | 'backward' = 'forward'): ListPlan => ({
  ...planList(post, {
    visible: visibilityOf(post, anonymous),
    columns: ['id', 'title'],
    filters: [],
    order: orderBy('created_at', true),
    page: {
      kind: 'keyset',
      after: after ? { key: '2024-01-15 10:00:00', id: '9007199254740993' } : null,
      before: null,
      direction,
      limit: 3,
    },
  }),
  access: { kind: 'in-order', index: 'type_status_date' },
})

interface Case {
  readonly name: string
  readonly plan: ReadPlan
  readonly text: Readonly<Record<'sqlite' | 'server', string>>
  readonly parameters: readonly unknown[]
}

const cases: readonly Case[] = [
  {
    name: 'a page by number',
    plan: planList(post, {
      visible: visibilityOf(post, anonymous),
      columns: ['id'],
      filters: searchFilters(post, { text: '"two words" -not', viewer: anonymous }),
      order: orderBy('title', false),
      page: { kind: 'offset', offset: 40, limit: 20 },
    }),
    text: {
      sqlite: `select "posts"."ID" as "id" from "wp_posts" as "posts" where ("posts"."ID" % 61 % 8 or within_deadline("posts"."ID")) and "posts"."post_type" = ? and "posts"."post_status" = ? and "posts"."post_password" like +? and ((fold("posts"."post_title") like +? escape '!' or fold("posts"."post_excerpt") like +? escape '!' or fold("posts"."post_content") like +? escape '!') and ((fold("posts"."post_title") like +? escape '!' or fold("posts"."post_excerpt") like +? escape '!' or fold("posts"."post_content") like +? escape '!')) is not true) and "posts"."post_status" = ? order by sort_key("posts"."post_title") asc, "posts"."ID" asc limit ? offset ?`,
      server: `select \`posts\`.\`ID\` as \`id\` from \`wp_posts\` as \`posts\` where \`posts\`.\`post_type\` = ? and \`posts\`.\`post_status\` = ? and \`posts\`.\`post_password\` like ? and ((\`posts\`.\`post_title\` like ? escape '!' or \`posts\`.\`post_excerpt\` like ? escape '!' or \`posts\`.\`post_content\` like ? escape '!') and ((\`posts\`.\`post_title\` like ? escape '!' or \`posts\`.\`post_excerpt\` like ? escape '!' or \`posts\`.\`post_content\` like ? escape '!')) is not true) and \`posts\`.\`post_status\` = ? order by \`posts\`.\`post_title\` asc, \`posts\`.\`ID\` asc limit ? offset ?`,
    },
    parameters: [
      'post',
      'publish',
      '',
      '%two words%',
      '%two words%',
      '%two words%',
      '%not%',
      '%not%',
      '%not%',
      'publish',
      20,
      40,
    ],
  },
  {
    name: 'a page after a position, in the form that each planner reads a range for',
    plan: page(true),
    text: {
      sqlite: `select "posts"."ID" as "id", "posts"."post_title" as "title" from "wp_posts" as "posts" where ("posts"."ID" % 61 % 8 or within_deadline("posts"."ID")) and "posts"."post_type" = ? and "posts"."post_status" = ? and "posts"."post_status" = ? and ("posts"."post_date", "posts"."ID") < (?, ?) order by "posts"."post_date" desc, "posts"."ID" desc limit ?`,
      server: `select \`posts\`.\`ID\` as \`id\`, \`posts\`.\`post_title\` as \`title\` from \`wp_posts\` as \`posts\` force index (\`type_status_date\`) where \`posts\`.\`post_type\` = ? and \`posts\`.\`post_status\` = ? and \`posts\`.\`post_status\` = ? and (\`posts\`.\`post_date\` < ? or (\`posts\`.\`post_date\` = ? and \`posts\`.\`ID\` < ?)) order by \`posts\`.\`post_date\` desc, \`posts\`.\`ID\` desc limit ?`,
    },
    parameters: [
      'post',
      'publish',
      'publish',
      '2024-01-15 10:00:00',
      '2024-01-15 10:00:00',
      9007199254740993n,
      3,
    ],
  },
  {
    name: 'an item',
    plan: planItem(post, '7', ['id'], visibilityOf(post, anonymous)),
    text: {
      sqlite: `select "posts"."ID" as "id" from "wp_posts" as "posts" where ("posts"."ID" % 61 % 8 or within_deadline("posts"."ID")) and "posts"."post_type" = ? and "posts"."ID" = ? and "posts"."post_status" = ? limit ?`,
      server: `select \`posts\`.\`ID\` as \`id\` from \`wp_posts\` as \`posts\` where \`posts\`.\`post_type\` = ? and \`posts\`.\`ID\` = ? and \`posts\`.\`post_status\` = ? limit ?`,
    },
    parameters: ['post', 7, 'publish', 1],
  },
  {
    name: 'terms of posts, their ids padded',
    plan: planList(category, {
      visible: visibilityOf(category, anonymous),
      columns: ['id'],
      filters: [{ kind: 'of-post', values: [1, 2, 3], visible: visibilityOf(post, anonymous) }],
      order: [],
      page: { kind: 'all' },
    }),
    text: {
      sqlite: `select "terms"."term_id" as "id" from "wp_term_taxonomy" as "term_taxonomy" inner join "wp_terms" as "terms" on "terms"."term_id" = "term_taxonomy"."term_id" where ("terms"."term_id" % 61 % 8 or within_deadline("terms"."term_id")) and "term_taxonomy"."taxonomy" = ? and exists (select "term_relationships"."object_id" as "post_id" from "wp_term_relationships" as "term_relationships" inner join "wp_posts" as "posts" on "posts"."ID" = "term_relationships"."object_id" where "term_relationships"."term_taxonomy_id" = "term_taxonomy"."term_taxonomy_id" and "term_relationships"."object_id" in (?, ?, ?, ?) and "posts"."post_status" = ?) and 1 = 1`,
      server: `select \`terms\`.\`term_id\` as \`id\` from \`wp_term_taxonomy\` as \`term_taxonomy\` inner join \`wp_terms\` as \`terms\` on \`terms\`.\`term_id\` = \`term_taxonomy\`.\`term_id\` where \`term_taxonomy\`.\`taxonomy\` = ? and exists (select \`term_relationships\`.\`object_id\` as \`post_id\` from \`wp_term_relationships\` as \`term_relationships\` inner join \`wp_posts\` as \`posts\` on \`posts\`.\`ID\` = \`term_relationships\`.\`object_id\` where \`term_relationships\`.\`term_taxonomy_id\` = \`term_taxonomy\`.\`term_taxonomy_id\` and \`term_relationships\`.\`object_id\` in (?, ?, ?, ?) and \`posts\`.\`post_status\` = ?) and 1 = 1`,
    },
    parameters: ['category', 1, 2, 3, 3, 'publish'],
  },
  {
    name: 'filters within filters, best first',
    plan: planList(post, {
      visible: visibilityOf(post, anonymous),
      columns: ['id'],
      filters: [
        { kind: 'after', column: 'created_at', values: ['2024-01-01 00:00:00'] },
        {
          kind: 'any',
          filters: [
            { kind: 'term', taxonomy: 'category', by: 'id', values: [2, 3] },
            { kind: 'none', filters: [{ kind: 'in', column: 'id', values: [] }] },
          ],
        },
        { kind: 'meta', key: 'featured', values: ['1'] },
        ...searchFilters(post, { text: 'old 50%', viewer: anonymous, columns: ['title'] }),
      ],
      order: [{ kind: 'relevance', phrase: 'old 50%', columns: ['title'], isWord: false }],
      page: { kind: 'all' },
    }),
    text: {
      sqlite: `select "posts"."ID" as "id" from "wp_posts" as "posts" where ("posts"."ID" % 61 % 8 or within_deadline("posts"."ID")) and "posts"."post_type" = ? and "posts"."post_status" = ? and "posts"."post_date" > ? and ("posts"."ID" in (select "term_relationships"."object_id" as "post_id" from "wp_term_relationships" as "term_relationships" inner join "wp_term_taxonomy" as "term_taxonomy" on "term_taxonomy"."term_taxonomy_id" = "term_relationships"."term_taxonomy_id" where "term_taxonomy"."taxonomy" = ? and "term_taxonomy"."term_id" in (?, ?)) or (1 = 0) is not true) and exists (select "postmeta"."post_id" as "post_id" from "wp_postmeta" as "postmeta" where "postmeta"."meta_key" = ? and "postmeta"."meta_value" = ? and "postmeta"."post_id" = "posts"."ID") and "posts"."post_password" like +? and ((fold("posts"."post_title") like +? escape '!') and (fold("posts"."post_title") like +? escape '!')) and "posts"."post_status" = ? order by case when fold("posts"."post_title") like +? escape '!' then 0 when (fold("posts"."post_title") like +? escape '!' and fold("posts"."post_title") like +? escape '!') then 1 when (fold("posts"."post_title") like +? escape '!' or fold("posts"."post_title") like +? escape '!') then 2 else 3 end asc`,
      server: `select \`posts\`.\`ID\` as \`id\` from \`wp_posts\` as \`posts\` where \`posts\`.\`post_type\` = ? and \`posts\`.\`post_status\` = ? and \`posts\`.\`post_date\` > ? and (\`posts\`.\`ID\` in (select \`term_relationships\`.\`object_id\` as \`post_id\` from \`wp_term_relationships\` as \`term_relationships\` inner join \`wp_term_taxonomy\` as \`term_taxonomy\` on \`term_taxonomy\`.\`term_taxonomy_id\` = \`term_relationships\`.\`term_taxonomy_id\` where \`term_taxonomy\`.\`taxonomy\` = ? and \`term_taxonomy\`.\`term_id\` in (?, ?)) or (1 = 0) is not true) and exists (select \`postmeta\`.\`post_id\` as \`post_id\` from \`wp_postmeta\` as \`postmeta\` where \`postmeta\`.\`meta_key\` = ? and \`postmeta\`.\`meta_value\` = ? and \`postmeta\`.\`post_id\` = \`posts\`.\`ID\`) and \`posts\`.\`post_password\` like ? and ((\`posts\`.\`post_title\` like ? escape '!') and (\`posts\`.\`post_title\` like ? escape '!')) and \`posts\`.\`post_status\` = ? order by case when \`posts\`.\`post_title\` like ? escape '!' then 0 when (\`posts\`.\`post_title\` like ? escape '!' and \`posts\`.\`post_title\` like ? escape '!') then 1 when (\`posts\`.\`post_title\` like ? escape '!' or \`posts\`.\`post_title\` like ? escape '!') then 2 else 3 end asc`,
    },
    parameters: [
      'post',
      'publish',
      '2024-01-01 00:00:00',
      'category',
      2,
      3,
      'featured',
      '1',
      '',
      '%old%',
      '%50!%%',
      'publish',
      '%old 50!%%',
      '%old%',
      '%50!%%',
      '%old%',
      '%50!%%',
    ],
  },
  {
    name: 'users in the order of their ids as given',
    plan: {
      ...planList(user, {
        visible: visibilityOf(user, anonymous),
        columns: ['id'],
        filters: [{ kind: 'in', column: 'id', values: [3, 1] }],
        order: [{ kind: 'as-given', column: 'id' }],
        page: { kind: 'all' },
      }),
      visible: null,
    },
    text: {
      sqlite: `select "users"."ID" as "id" from "wp_users" as "users" where ("users"."ID" % 61 % 8 or within_deadline("users"."ID")) and "users"."ID" in (?, ?) order by case "users"."ID" when ? then 0 when ? then 1 end asc`,
      server: `select \`users\`.\`ID\` as \`id\` from \`wp_users\` as \`users\` where \`users\`.\`ID\` in (?, ?) order by case \`users\`.\`ID\` when ? then 0 when ? then 1 end asc`,
    },
    parameters: [3, 1, 3, 1],
  },
]

const side = (flavour: Flavour) => (flavour === 'sqlite' ? 'sqlite' : 'server')

/** SQLite's parameters have numbers, so that equal values are bound once: here each stands where it is used. */
function unnumbered({ sql, parameters }: CompiledQuery): Pick<CompiledQuery, 'sql' | 'parameters'> {
  const places = [...sql.matchAll(/\?(\d+)/g)].map(([, place]) => Number(place))
  return places.length === 0
    ? { sql, parameters }
    : { sql: sql.replaceAll(/\?\d+/g, '?'), parameters: places.map((place) => parameters[place - 1]) }
}

for (const kind of testDatabases()) {
  describe(`SQL on ${kind.name}`, () => {
    it('is written and runs as it should', async () => {
      const database = await kind.create()
      await withCompile(database.url, 'wp_', async (compile, { kysely }) => {
        for (const { name, plan, text, parameters } of cases) {
          const query = compile(plan)
          const written = unnumbered(query)
          assert.equal(written.sql, text[side(kind.flavour)], name)
          const expected =
            side(kind.flavour) === 'sqlite' && name.startsWith('a page after')
              ? parameters.toSpliced(3, 1)
              : parameters
          assert.deepEqual(written.parameters, expected, name)
          await kysely.executeQuery(query)
        }
      })
      await database.drop()
    })

    it('is compiled once a shape, bound each time', async () => {
      const database = await kind.create()
      await withCompile(database.url, 'wp_', async (compile, { kysely }) => {
        const one = compile(planItem(post, '201', ['id'], visibilityOf(post, anonymous)))
        const other = compile(planItem(post, '202', ['id'], visibilityOf(post, anonymous)))
        assert.equal(one.query, other.query)
        assert.notEqual(one.queryId.queryId, other.queryId.queryId)
        assert.deepEqual((await kysely.executeQuery(other)).rows, [{ id: 202 }])
        assert.equal(
          Number(
            Object.values(
              (await kysely.executeQuery<object>(compile(planCount(page(false))))).rows[0] ?? {},
            )[0],
          ),
          32,
        )
      })
      await database.drop()
    })

    it('serves tables of any prefix', async () => {
      const database = await kind.create({ prefix: '7$x_' })
      await withCompile(database.url, '7$x_', async (compile, { kysely }) => {
        assert.equal((await kysely.executeQuery(compile(page(true)))).rows.length, 3)
      })
      await database.drop()
    })

    it('keeps ids exact beyond what a double holds', async () => {
      const database = await kind.create()
      const id = kind.flavour === 'sqlite' ? '9223372036854775807' : '18446744073709551614'
      await database.execute(`update wp_posts set ID = ${id} where ID = 201`)
      await withCompile(database.url, 'wp_', async (compile, { kysely }) => {
        assert.deepEqual(
          (
            await kysely.executeQuery(
              compile(planItem(post, id, ['id', 'slug'], visibilityOf(post, anonymous))),
            )
          ).rows,
          [{ id, slug: 'the-harbour-wakes-up' }],
        )
        assert.deepEqual(
          (
            await kysely.executeQuery(
              compile(planItem(post, String(BigInt(id) - 1n), ['id'], visibilityOf(post, anonymous))),
            )
          ).rows,
          [],
        )
        // Lists may be very long
        const others = Array.from({ length: 2000 }, (_, nth) => BigInt(id) + 1n + BigInt(nth))
        const among = (values: readonly Scalar[]) =>
          compile(
            planList(post, {
              visible: visibilityOf(post, anonymous),
              columns: ['id'],
              filters: [{ kind: 'in', column: 'id', values }],
              order: [],
              page: { kind: 'all' },
            }),
          )
        assert.deepEqual((await kysely.executeQuery(among([...others, BigInt(id)]))).rows, [{ id }])
        assert.deepEqual((await kysely.executeQuery(among(others))).rows, [])
        assert.deepEqual((await kysely.executeQuery(among([...others, 202]))).rows, [{ id: 202 }])
      })
      await database.drop()
    })
  })
}

/** For all sessions of a server, whatever an owner may have come to set. */
const unusual = [
  '--sql-mode=NO_BACKSLASH_ESCAPES,ANSI_QUOTES',
  '--default-time-zone=+05:00',
  '--init-connect=set names gbk; set autocommit = 0',
]

for (const program of serverPrograms()) {
  describe(`sessions on ${program.flavour}`, () => {
    it('read only, in UTC, each statement by itself, and escape rightly whatever the server is set to', async () => {
      // Its own: other tests run on the others meanwhile
      const { url, ...running } = await startProcess(program, unusual)
      const server = { name: '', flavour: program.flavour, url, socket: null, certificate: null }
      const database = await onServer(server).create()
      try {
        await withCompile(database.url, 'wp_', async (compile, { kysely }) => {
          const hostile = [
            `\\' or 1=1 -- `,
            `' or '1'='1`,
            `\\\\' or 1=1 #`,
            `" or ""="`,
            "\u{bf}' or 1=1 -- ",
            "表\\' or 1=1 -- ",
          ]
          for (const text of hostile) {
            const filters = [{ kind: 'in', column: 'slug', values: [text] } as const]
            const plan = planList(post, {
              visible: visibilityOf(post, anonymous),
              columns: ['id'],
              filters,
              order: [],
              page: { kind: 'all' },
            })
            assert.deepEqual((await kysely.executeQuery(compile(plan))).rows, [], text)
            const echoed = await kysely.executeQuery<{ text: string }>({
              ...compile(plan),
              sql: 'select ? as text',
              parameters: [text],
            })
            assert.equal(echoed.rows[0]?.text, text)
          }
          const session = await kysely.executeQuery<{ zone: string; ends: unknown }>({
            ...compile(page(false)),
            sql: 'select @@session.time_zone as zone, @@session.autocommit as ends',
            parameters: [],
          })
          assert.equal(session.rows[0]?.zone, '+00:00')
          assert.equal(session.rows[0]?.ends, 1)
        })
        const asAdmin = new URL(database.adminUrl)
        await withCompile(asAdmin.href, 'wp_', async (compile, { kysely }) => {
          const write = {
            ...compile(page(false)),
            sql: `update wp_posts set post_title = 'x'`,
            parameters: [],
          }
          await assert.rejects(kysely.executeQuery(write), /READ ONLY/i)
        })
      } finally {
        await running.stop()
      }
    })
  })
}
