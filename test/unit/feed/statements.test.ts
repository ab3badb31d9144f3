// Statements of a log that are no rows.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToChange } from '../../../src/feed/binlog-rows.ts'
import { statementKind } from '../../../src/feed/statements.ts'
import { wordpress } from '../../../src/database/layout.ts'

const ours = { schema: 'Site', names: new Set(['site', 'wp_posts', 'wp_options']) }

describe('statementKind', () => {
  for (const [statement, kind] of [
    ['BEGIN', 'harmless'],
    ['COMMIT', 'commit'],
    ['/* a tool */ commit', 'commit'],
    ['XA COMMIT 0x01', 'gap'],
    ['XA ROLLBACK 0x01', 'harmless'],
    ['XA END 0x01', 'harmless'],
    ['SAVEPOINT a', 'harmless'],
    ['TRUNCATE TABLE `wp_posts`', 'gap'],
    ['truncate wp_posts /* all */', 'gap'],
    ['ALTER TABLE site.WP_OPTIONS add x int', 'gap'],
    ['drop database `site`', 'gap'],
    ['update wp_posts set post_title = 1', 'gap'],
    ['alter table other.things add x int', 'harmless'],
    ['create temporary table wp_posts (a int)', 'harmless'],
    ['/*!40000 alter table wp_posts disable keys */', 'gap'],
  ] as const)
    it(statement, () => {
      assert.equal(statementKind(statement, 'site', ours), kind)
      assert.equal(statementKind(statement, '', ours), kind)
    })

  for (const [statement, kind] of [
    ['truncate wp_posts', 'harmless'],
    ['update wp_posts set post_title = 1', 'harmless'],
    ['truncate `Site`.wp_posts', 'gap'],
    ['drop database site', 'gap'],
    ['rename table things to site.things', 'gap'],
    ['COMMIT', 'commit'],
    ['XA COMMIT 0x01', 'gap'],
  ] as const)
    it(`${statement}, of another site`, () => assert.equal(statementKind(statement, 'other', ours), kind))
})

describe('rows of a log', () => {
  const toChange = createToChange(wordpress('wp_'))
  it('have logical names; columns and tables without one are left out', () => {
    assert.deepEqual(
      toChange('wp_posts', null, { ID: 7, post_title: 'a', to_ping: 'x', post_parent: null }),
      {
        kind: 'row',
        table: 'posts',
        before: null,
        after: { id: '7', title: 'a', parent_id: null },
      },
    )
    assert.equal(toChange('wp_actionscheduler_logs', null, { id: 1 }), null)
  })
  it('are told apart by whatever their values are', () => {
    const time = (second: number) => ({ ID: 7, post_date: new Date(second * 1000) })
    const change = toChange('wp_posts', time(1), time(2))
    assert.notDeepEqual(change?.before, change?.after)
    assert.deepEqual(
      toChange('wp_posts', time(1), time(1))?.before,
      toChange('wp_posts', time(1), time(1))?.after,
    )
  })
})
