// Tables that change with the rows of others: views, and children of cascading foreign keys.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cascadesOf } from '../../../src/feed/cascades.ts'
import { tablesRead } from '../../../src/feed/dependents.ts'

describe('the tables that a view reads', () => {
  for (const [definition, expected] of [
    ['select `s`.`base`.`ID` AS `ID` from `s`.`base`', ['s.base']],
    [
      'select `a`.`x` AS `x` from (`s`.`base` `a` join `t`.`other` `b` on(`a`.`x` = `b`.`y`))',
      ['s.base', 't.other'],
    ],
    [
      'select 1 AS `1` from (((`s`.`a` left join `s`.`b` on(1)) straight_join `s`.`c`))',
      ['s.a', 's.b', 's.c'],
    ],
    [
      'select `t`.`x` AS `x` from (select `s`.`in`.`x` AS `x` from `s`.`in`) `t` union select 1 from `s`.`second`',
      ['s.in', 's.second'],
    ],
    [
      'select `s`.`a`.`x` AS `x` from `s`.`a` where exists(select 1 from `s`.`below` limit 1)',
      ['s.a', 's.below'],
    ],
    ['select 1 AS `1` from `s``1`.`a``b`', ['s`1.a`b']],
    // Defined by a session that quotes names only where they need it
    ['select s.base.ID AS ID from s.base', ['s.base']],
    [
      'select m.`we ird`.a AS a from (`m-y`.`we ird` join m.t$1 on(m.`we ird`.a = m.t$1.a) left join m.`t 2` x on(1 in (1)))',
      ['m-y.we ird', 'm.t$1', 'm.t 2'],
    ],
    ['select s.a_function(s.a.x) AS f from s.a', []],
    ['select s.`a function`(s.a.x) AS f from s.a', []],
    ['select count(s.a.x) AS n,concat(1.5,s.a.y) AS c from s.a where s.a.x in (1,2)', ['s.a']],
    // It may read anything
    ['select `s`.`a_function`(`s`.`a`.`x`) AS `f` from `s`.`a`', []],
    ['', []],
    [null, []],
  ] as const)
    it(definition ?? 'of a definition that may not be read', () =>
      assert.deepEqual(
        tablesRead({ definition }).map(({ schema, table }) => `${schema}.${table}`),
        expected,
      ),
    )
})

it('a key that deletes or changes rows makes them depend on its parent, with all below them', () => {
  const key = (
    parent: string,
    child: string,
    deleteRule: string | null,
    updateRule: string | null = 'RESTRICT',
  ) => ({
    parent,
    child,
    childSchema: 's',
    parentSchema: 's',
    deleteRule,
    updateRule,
  })
  const logical = new Map([
    ['wp_posts', 'posts'],
    ['wp_postmeta', 'postmeta'],
  ])
  const found = cascadesOf(
    [
      key('events', 'wp_posts', 'CASCADE'),
      key('wp_posts', 'wp_postmeta', 'SET NULL', 'CASCADE'),
      key('wp_posts', 'elsewhere', 'CASCADE'),
      key('kept', 'wp_posts', 'NO ACTION'),
      key('unknown', 'wp_postmeta', null, null),
      key('wp_postmeta', 'wp_posts', 'RESTRICT'),
      // Through a table of another schema
      { ...key('tops', 'middles', 'CASCADE'), childSchema: 't' },
      { ...key('middles', 'wp_postmeta', 'CASCADE'), parentSchema: 't' },
    ],
    's',
    new Map([...logical].map(([table, name]) => [table, [name]])),
  )
  assert.deepEqual(
    found.map(({ on, table, when }) => `${on.table} → ${table}: ${when.join()}`),
    [
      'events → posts: goes',
      'events → postmeta: goes',
      'wp_posts → postmeta: goes,changes',
      'wp_posts → posts: goes,changes',
      'unknown → postmeta: goes,changes',
      'unknown → posts: goes,changes',
      'tops → postmeta: goes',
      'tops → posts: goes',
      'middles → postmeta: goes',
      'middles → posts: goes',
    ],
  )
})
