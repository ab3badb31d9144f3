// Queries on logical names come out on the layout's, with the logical names in the result; what is not of a table is
// refused.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { storedColumns } from '../../support/stored-columns.ts'
import {
  createQueryId,
  DummyDriver,
  ExpressionWrapper,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type RootOperationNode,
} from 'kysely'
import { fit } from '../../../src/database/fit.ts'
import { wordpress } from '../../../src/database/layout.ts'
import type { Database } from '../../../src/database/tables.ts'
import { toPhysical, underKey } from '../../../src/sql/to-physical.ts'

const db = new Kysely<Database>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new SqliteIntrospector(of),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

interface Query {
  readonly toOperationNode: () => RootOperationNode
}

const compiled = (query: Query) =>
  db.getExecutor().compileQuery(toPhysical(query.toOperationNode(), wordpress('x_')).node, createQueryId())

const cases: readonly (readonly [what: string, query: Query, sql: string])[] = [
  [
    'columns, conditions and order',
    db
      .selectFrom('posts')
      .select(['posts.id', 'posts.created_at', 'posts.guid'])
      .where('posts.status', '=', 'publish')
      .orderBy('posts.created_at', 'desc'),
    'select "posts"."ID" as "id", "posts"."post_date" as "created_at", "posts"."guid" as "guid"' +
      ' from "x_posts" as "posts" where "posts"."post_status" = ? order by "posts"."post_date" desc',
  ],
  [
    'an own name for a column',
    db.selectFrom('posts').select('posts.author_id as who'),
    'select "posts"."post_author" as "who" from "x_posts" as "posts"',
  ],
  [
    'joins',
    db
      .selectFrom('term_taxonomy')
      .innerJoin('terms', 'terms.id', 'term_taxonomy.term_id')
      .select(['terms.name', 'term_taxonomy.parent_id']),
    'select "terms"."name" as "name", "term_taxonomy"."parent" as "parent_id" from "x_term_taxonomy" as "term_taxonomy"' +
      ' inner join "x_terms" as "terms" on "terms"."term_id" = "term_taxonomy"."term_id"',
  ],
  [
    'queries in conditions, which see the tables around them',
    db
      .selectFrom('posts')
      .select('posts.id')
      .where((eb) =>
        eb.exists(
          eb.selectFrom('postmeta').select('postmeta.value').whereRef('postmeta.post_id', '=', 'posts.id'),
        ),
      ),
    'select "posts"."ID" as "id" from "x_posts" as "posts" where exists' +
      ' (select "postmeta"."meta_value" as "value" from "x_postmeta" as "postmeta"' +
      ' where "postmeta"."post_id" = "posts"."ID")',
  ],
  [
    'columns in expressions of their own',
    db.selectFrom('users').select(sql<string>`lower(${sql.ref('users.slug')})`.as('slug')),
    'select lower("users"."user_nicename") as "slug" from "x_users" as "users"',
  ],
]

describe('toPhysical', () => {
  for (const [what, query, text] of cases)
    it(`renames ${what}`, () => assert.equal(compiled(query).sql, text))

  it('leaves the values alone', () => {
    const query = db.selectFrom('posts').select('posts.id').where('posts.type', '=', 'posts.type')
    assert.deepEqual(compiled(query).parameters, ['posts.type'])
  })

  it('does not change what it is given', () => {
    const node = db.selectFrom('posts').select('posts.id').toOperationNode()
    const before = structuredClone(node)
    toPhysical(node, wordpress('x_'))
    assert.deepEqual(node, before)
  })

  const refused: readonly (readonly [what: string, query: Query, message: string])[] = [
    [
      'a column without its table',
      db.selectFrom('posts').select('id'),
      'a column is named without its table',
    ],
    [
      'a condition without its table',
      db.selectFrom('posts').select('posts.id').where('status', '=', 'x'),
      'a column is named without its table',
    ],
    [
      'a reference without its table',
      db.selectFrom('posts').select(sql`${sql.ref('id')}`.as('id')),
      'a column is named without its table',
    ],
    [
      'a physical column',
      db.selectFrom('posts').select(sql`${sql.ref('posts.post_date')}`.as('x')),
      'there is no column posts.post_date',
    ],
    [
      'a column that every object has',
      db.selectFrom('posts').select(sql`${sql.ref('posts.constructor')}`.as('x')),
      'there is no column posts.constructor',
    ],
    [
      'a physical table',
      db.selectFrom('posts').select(sql`(select 1 from ${sql.table('x_posts')})`.as('x')),
      'there is no table x_posts',
    ],
  ]
  for (const [what, query, message] of refused)
    it(`refuses ${what}`, () => assert.throws(() => compiled(query), { message }))

  it('refuses what the database does not have', () => {
    const bare = fit(wordpress('x_'), {
      tables: new Map([
        [
          'x_posts',
          storedColumns('id', 'post_date', 'post_title', 'post_status', 'post_type', 'post_password'),
        ],
      ]),
      indexes: new Map(),
      keys: new Map(),
    })
    assert.ok('layout' in bare)
    const refuse = (query: Query, message: string) =>
      assert.throws(() => toPhysical(query.toOperationNode(), bare.layout), { message })
    refuse(db.selectFrom('posts').select('posts.guid'), 'there is no column posts.guid')
    refuse(db.selectFrom('users').select('users.id'), 'there is no table users')
  })

  it('knows under which keys meta is read, where a subquery says so', () => {
    const value = db.selectFrom('postmeta').select('postmeta.value')
    const ofPrice = new ExpressionWrapper<Database, never, string>(underKey('price', value.toOperationNode()))
    const read = (query: Query) => [...toPhysical(query.toOperationNode(), wordpress('x_')).meta]
    const posts = db.selectFrom('posts').select(sql`coalesce(${ofPrice}, '')`.as('price'))
    assert.deepEqual(read(db.selectFrom('posts').select('posts.id')), [])
    assert.deepEqual(read(posts), ['postmeta:price'])
    // In whatever order they come
    const both = ['postmeta:*', 'postmeta:price']
    assert.deepEqual(read(posts.select(value.as('any'))).toSorted(), both)
    const first = db.selectFrom('posts').select([value.as('any'), ofPrice.as('price')])
    assert.deepEqual(read(first).toSorted(), both)
  })

  it('refuses all columns at once', () => {
    assert.throws(() => compiled(db.selectFrom('posts').selectAll()))
  })
})
