// Servers that a check warns of.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkVersion } from '../../../src/check/versions.ts'

it('servers are warned of that are older than what lists are made for', () => {
  const levels = [
    'MySQL 5.6.51',
    'MySQL 5.7.1',
    'MySQL 9.7.4',
    'MariaDB 10.2.44',
    'MariaDB 10.3.0',
    'MariaDB 11.8.2',
  ]
  assert.deepEqual(
    levels.map((name) => checkVersion(name).level),
    ['warning', 'good', 'good', 'warning', 'good', 'good'],
  )
  assert.equal(checkVersion('SQLite 3.50.4').level, 'good')
})
