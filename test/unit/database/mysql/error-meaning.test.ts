// The meaning of errors that no server of the tests gives.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { meaningOf } from '../../../../src/database/mysql/error-meaning.ts'
import { SessionRefused } from '../../../../src/database/mysql/session.ts'

it('takes a server that refuses the settings of sessions for one that is away', () => {
  assert.equal(meaningOf(new SessionRefused('sql_mode is ANSI')), 'unavailable')
  assert.equal(meaningOf(new Error('sql_mode is ANSI')), 'bug')
})
