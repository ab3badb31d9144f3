// Statements of a log, which are no rows, and its rows.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { wordpress } from '../../../src/database/layout.ts'
import { mapped } from '../../../src/database/layout-mapping.ts'
import {
  createToChanges,
  type EventRow,
  type PhysicalRow,
  type ToChanges,
} from '../../../src/feed/binlog-rows.ts'
import { oursOf, statementKind, type StatementKind } from '../../../src/feed/statements.ts'
import { dependentsOf, noDependents } from '../../../src/feed/dependents.ts'
import { blog } from '../../support/legacy-blog.ts'

const ours = oursOf(
  ['wp_posts', 'wp_options', 'my-comments', 'an odd `table`', 'häuser']
    .map((table) => ({ schema: 'Site', table }))
    .concat({ schema: 'staff-1', table: 'people' }),
)

/** In a session without a schema, in one of ours, in one of another site of the server, and in that of a table that a view reads. */
const cases: readonly (readonly [string, StatementKind, StatementKind?, StatementKind?])[] = [
  ['BEGIN', 'begin'],
  ['START TRANSACTION', 'begin'],
  ['COMMIT', 'commit'],
  ['/* a tool */ commit', 'commit'],
  ['ROLLBACK', 'commit'],
  ['ROLLBACK TO `a`', 'harmless'],
  ['XA COMMIT 0x01', 'gap'],
  ['XA ROLLBACK 0x01', 'harmless'],
  ['XA END 0x01', 'harmless'],
  ['SAVEPOINT a', 'harmless'],
  ['# Dummy event replacing event type 160 that slave cannot handle.', 'harmless'],
  ['# Dum', 'harmless'],
  ['SET @a = 1', 'harmless'],
  ['SET STATEMENT max_statement_time=10 FOR UPDATE wp_posts SET post_title = 1', 'gap'],
  ['SET  STATEMENT max_statement_time=10 FOR UPDATE a_view SET title = 1', 'gap'],
  ['SET /* a tool */ STATEMENT max_statement_time=10 FOR UPDATE a_view SET title = 1', 'gap'],
  ['SET /*M!100100 STATEMENT max_statement_time=10 FOR */ UPDATE a_view SET title = 1', 'gap'],
  ['SET PASSWORD FOR a = 1', 'harmless'],
  ['GRANT SELECT ON site.* TO a', 'harmless'],
  ['ANALYZE TABLE wp_posts', 'harmless'],
  ['CREATE USER a', 'harmless'],
  ['create temporary table wp_posts (a int)', 'harmless'],
  ['TRUNCATE TABLE `wp_posts`', 'gap', 'harmless'],
  ['truncate wp_posts /* all */', 'gap', 'harmless'],
  ['# a comment\nTRUNCATE TABLE wp_posts', 'gap', 'harmless'],
  ['# a comment\n# another\nALTER TABLE wp_posts MODIFY post_title text', 'gap', 'harmless'],
  ['-- a comment\n/* b */ # c\ntruncate wp_posts', 'gap', 'harmless'],
  ['# a comment\nUPDATE wp_posts SET post_title = 1', 'gap'],
  ['--\nupdate a_view set title = 1', 'gap'],
  ['--\n--\n-- a comment\n--\ttruncate wp_posts\ntruncate things', 'harmless'],
  ['--', 'harmless'],
  ['ALTER TABLE site.WP_OPTIONS add x int', 'gap'],
  ['drop database `site`', 'gap'],
  ['drop database sites', 'harmless'],
  ['drop database `staff-1`', 'gap'],
  ['drop database `staff`', 'harmless'],
  ['drop database `my-site-2`', 'gap'],
  ['truncate `my-comments`', 'gap', 'harmless'],
  ['TRUNCATE TABLE "my-comments"', 'gap', 'harmless'],
  ['truncate `site`.`my-comments`', 'gap'],
  ['truncate `comments`', 'harmless'],
  ['truncate `an odd ``table```', 'gap', 'harmless'],
  ['truncate `häuser`', 'gap', 'harmless'],
  ['truncate wp_posts_old', 'harmless'],
  ['truncate old_wp_posts', 'harmless'],
  ['rename table old_wp_posts to wp_posts', 'gap', 'harmless'],
  ['truncate people', 'harmless', 'harmless', 'gap'],
  ['rename table `people` to gone, new to people', 'harmless', 'harmless', 'gap'],
  ['truncate `staff-1`.people', 'gap'],
  ['alter table things add x int', 'harmless'],
  ['create table things (a int)', 'harmless'],
  ['create table things select a_function()', 'gap'],
  ['create /* a tool */ temporary  table wp_posts (a int) as\nselect a_function() as a', 'gap'],
  [
    'CREATE ALGORITHM=UNDEFINED DEFINER=`a`@`b` SQL SECURITY DEFINER VIEW a_view AS select a_function()',
    'harmless',
  ],
  ['create definer=`a`@`b` procedure a_procedure() select a_function()', 'harmless'],
  ['create or replace view wp_posts as select 1', 'gap', 'harmless'],
  ['rename table things to site.things', 'gap'],
  ['update wp_posts set post_title = 1', 'gap'],
  ['update a_view set title = 1', 'gap'],
  ['insert into things_with_a_trigger values (1)', 'gap'],
  ['select a_function()', 'gap'],
  ['call a_procedure()', 'gap'],
  ['/*!40000 alter table wp_posts disable keys */', 'gap', 'harmless'],
  ['/*M!100000 TRUNCATE wp_posts */', 'gap', 'harmless'],
  ['set @a = 1 /*!, b = 2 */', 'harmless'],
  ['insert /*!50000 high_priority */ into things_with_a_trigger values (1)', 'gap'],
  ['/*!50000 insert into things_with_a_trigger values (1) */', 'gap'],
  ['/*M! update */ a_view set title = 1', 'gap'],
  ["insert into things values ('/*!/*! a */')", 'gap'],
  ['/*!99999 alter */ update a_view set title = 1', 'gap'],
  ['CREATE DATABASE /*!32312 IF NOT EXISTS*/ `things` /*!40100 DEFAULT CHARACTER SET latin1 */', 'harmless'],
  [
    '/*!50003 CREATE*/ /*!50017 DEFINER=`a`@`b`*/ /*!50003 TRIGGER t BEFORE INSERT ON wp_posts */',
    'gap',
    'harmless',
  ],
  ['commit and more', 'gap'],
]

describe('a statement of the log', () => {
  for (const [statement, kind, elsewhere = kind, beneath = elsewhere] of cases)
    it(statement.replaceAll('\n', ' ⏎ '), () => {
      const inSchema = (schema: string) => statementKind(statement, schema, ours)
      assert.deepEqual(
        { site: inSchema('site'), other: inSchema('other'), staff: inSchema('Staff-1'), none: inSchema('') },
        {
          site: kind,
          other: elsewhere,
          staff: beneath,
          none: [kind, beneath].includes('gap') ? 'gap' : kind,
        },
      )
    })
})

describe('rows of a log', () => {
  const toChanges = createToChanges(wordpress('wp_'), 'site', () => noDependents)
  const row = (
    table: string,
    before: PhysicalRow | null,
    after: PhysicalRow | null,
    more: Partial<EventRow> = {},
  ): EventRow => ({ schema: 'site', table, before, after, isWhole: true, ...more })

  it('have logical names; columns and tables without one are left out', () => {
    const post = { ID: 7, post_title: 'a', to_ping: 'x', post_parent: null }
    assert.deepEqual(toChanges(row('wp_posts', null, post)), [
      { kind: 'row', table: 'posts', before: null, after: { id: '7', title: 'a', parent_id: null } },
    ])
    assert.deepEqual(toChanges(row('wp_actionscheduler_logs', null, { id: 1 })), [])
    assert.deepEqual(toChanges(row('wp_posts', null, post, { schema: 'other' })), [])
  })

  it('are told apart by whatever their values are', () => {
    const time = (second: number) => ({ ID: 7, post_date: new Date(second * 1000) })
    const of = (before: number, after: number) => {
      const [change] = toChanges(row('wp_posts', time(before), time(after)))
      assert(change?.kind === 'row')
      return change
    }
    assert.notDeepEqual(of(1, 2).before, of(1, 2).after)
    assert.deepEqual(of(1, 1).before, of(1, 1).after)
  })

  it('are a change of the table where the log has not every column', () =>
    assert.deepEqual(toChanges(row('wp_posts', { ID: 7 }, { post_status: 'publish' }, { isWhole: false })), [
      { kind: 'table', table: 'posts' },
    ]))

  it('are a change of the table where readers may see the texts of their tags as others', () => {
    const latin1 = createToChanges(wordpress('wp_'), 'site', () => noDependents, 'latin1')
    const kinds = (made: ToChanges, key: unknown, value: unknown = 'grün') => {
      const meta = { meta_id: 1, post_id: 7, meta_key: 'size', meta_value: value }
      return made(row('wp_postmeta', meta, { ...meta, meta_key: key })).map(({ kind }) => kind)
    }
    assert.deepEqual(kinds(latin1, 'size'), ['row'])
    assert.deepEqual(kinds(latin1, 'grÃ¶sse'), ['table'])
    assert.deepEqual(kinds(toChanges, 'grösse'), ['row'])
    assert.deepEqual(kinds(toChanges, 'gr\uFFFDsse'), ['table'])
    assert.deepEqual(kinds(toChanges, Buffer.from('size'), Buffer.from('grün')), ['row'])
    assert.deepEqual(kinds(toChanges, Buffer.from('grösse')), ['table'])
  })

  it('are what a layout makes of them: of each table that is read from theirs, with the words that are meant', () => {
    const { posts, users } = blog.tables
    const layout = mapped(
      { ...blog, tables: { posts, users, terms: { table: 'writers', columns: { id: 'nr' } } } },
      '',
    )
    assert(layout instanceof Map)
    const changes = createToChanges(layout, 'site', () => noDependents)
    const stored = { nr: 7, headline: 'a', state: 1, deleted_at: null, site: 1 }
    const meant = { id: '7', title: 'a', status: 'publish', type: 'post', password: '' }
    assert.deepEqual(changes(row('entries', stored, { ...stored, state: 9 })), [
      { kind: 'row', table: 'posts', before: meant, after: { ...meant, status: '' } },
    ])
    // What a filter lets through no longer goes, and what it lets through now comes
    assert.deepEqual(changes(row('entries', stored, { ...stored, deleted_at: '2024-01-01 00:00:00' })), [
      { kind: 'row', table: 'posts', before: meant, after: null },
      { kind: 'row', table: 'posts', before: null, after: meant },
    ])
    // A field of the owner's may be made of any column
    const own = mapped(
      {
        tables: {
          posts: {
            table: 'entries',
            columns: { id: 'nr' },
            fields: { more: { column: 'more', type: 'string' } },
          },
        },
      },
      '',
    )
    assert(own instanceof Map)
    const ofFields = createToChanges(own, 'site', () => noDependents)
    assert.deepEqual(ofFields(row('entries', { nr: 7, more: 'a' }, { nr: 7, more: 'b' })), [
      { kind: 'row', table: 'posts', before: { id: '7' }, after: null },
      { kind: 'row', table: 'posts', before: null, after: { id: '7' } },
    ])
    assert.deepEqual(changes(row('writers', null, { nr: 1, active: 1 })), [
      { kind: 'row', table: 'users', before: null, after: { id: '1' } },
      { kind: 'row', table: 'terms', before: null, after: { id: '1' } },
    ])
  })

  it('change the tables that depend on theirs', () => {
    const on = { schema: 'Base', table: 'items' }
    const dependents = dependentsOf(
      [
        { on, table: 'posts', when: ['comes', 'changes', 'goes'] },
        { on, table: 'postmeta', when: ['goes'] },
      ],
      new Map(),
      new Set(),
    )
    const changes = createToChanges(wordpress('wp_'), 'site', () => dependents)
    const tables = (before: PhysicalRow | null, after: PhysicalRow | null) =>
      changes(row('items', before, after, { schema: 'base' })).map(
        (change) => change.kind === 'table' && change.table,
      )
    assert.deepEqual(tables(null, {}), ['posts'])
    assert.deepEqual(tables({}, {}), ['posts'])
    assert.deepEqual(tables({}, null), ['posts', 'postmeta'])
  })
})
