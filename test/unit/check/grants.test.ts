// Privileges of an account, by the lines of SHOW GRANTS.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mayFollow, parseGrants } from '../../../src/check/grants.ts'

it('the privileges of a line are read, without columns, objects and hashes', () => {
  const grants = parseGrants([
    "GRANT USAGE ON *.* TO `reader`@`%` IDENTIFIED BY PASSWORD '*0123456789ABCDEF'",
    'GRANT SELECT, SHOW VIEW ON `site`.* TO `reader`@`%`',
    'GRANT SELECT (`ID`, `post_title`), INSERT (`a`) ON `site`.`wp_posts` TO `reader`@`%`',
    'GRANT `role`@`%` TO `reader`@`%`',
  ])
  assert.deepEqual([...grants].toSorted(), ['INSERT', 'SELECT', 'SHOW VIEW', 'USAGE'])
  assert.equal(mayFollow(grants), false)
})

it('the binary log is followed with both of its privileges, whatever the second is called', () => {
  for (const [privileges, may] of [
    ['REPLICATION SLAVE, REPLICATION CLIENT', true],
    ['REPLICATION SLAVE, BINLOG MONITOR', true],
    ['REPLICATION SLAVE', false],
    ['ALL PRIVILEGES', true],
  ] as const)
    assert.equal(mayFollow(parseGrants([`GRANT ${privileges} ON *.* TO \`x\`@\`%\``])), may, privileges)
})

it('privileges of every account on another database do not count, as those of a new MariaDB on test', () => {
  const of = (database: string) =>
    [
      ...parseGrants(
        [
          'GRANT SELECT ON `my\\_site`.* TO `reader`@`%`',
          'GRANT SELECT, INSERT ON `test`.* TO PUBLIC',
          'GRANT SELECT, DELETE ON `test\\_%`.* TO PUBLIC',
          'GRANT USAGE ON *.* TO PUBLIC',
        ],
        database,
      ),
    ].toSorted()
  assert.deepEqual(of('my_site'), ['SELECT', 'USAGE'])
  assert.deepEqual(of('test'), ['INSERT', 'SELECT', 'USAGE'])
  assert.deepEqual(of('TEST_2'), ['DELETE', 'SELECT', 'USAGE'])
  assert.deepEqual(of('tests'), ['SELECT', 'USAGE'])
  assert(parseGrants(['GRANT INSERT ON `other`.* TO `reader`@`%`'], 'my_site').has('INSERT'))
})
