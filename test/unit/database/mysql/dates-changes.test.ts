// Servers that say when tables change.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { datesChanges } from '../../../../src/database/mysql/dates-changes.ts'

it('servers date changes since MySQL 5.7 and MariaDB 10.2', () => {
  for (const [version, expected] of [
    ['5.6.24-log', false],
    ['5.7.44', true],
    ['8.0.36-0ubuntu0', true],
    ['9.7.4', true],
    ['10.1.48-MariaDB', false],
    ['10.2.44-MariaDB-log', true],
    ['10.11.19-MariaDB-0+deb12u1', true],
    ['MariaDB 10.1.48', false],
    ['MySQL 5.7.44', true],
  ] as const)
    assert.equal(datesChanges(version), expected, version)
})
