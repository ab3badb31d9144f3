// Sentences about databases that cannot be used: they say what to look at.
import assert from 'node:assert/strict'
import { createConnection } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { sentenceOf } from '../../../../src/database/servers/within.ts'

const failed = (code: string, message: string) => Object.assign(new Error(message), { code })

describe('a sentence about a database that cannot be used', () => {
  it('says what to look at, on its first line alone', () => {
    assert.equal(
      sentenceOf(failed('ER_ACCESS_DENIED_ERROR', "Access denied for user 'reader'@'localhost'\nmore")),
      "Access denied for user 'reader'@'localhost' (are user and password right, and may the account come from this host?)",
    )
    for (const code of ['ER_DBACCESS_DENIED_ERROR', 'ER_BAD_DB_ERROR'])
      assert.match(sentenceOf(failed(code, 'No')), /^No \(is its name right, and may the account read it\?/)
    assert.match(sentenceOf(failed('ENOTFOUND', 'getaddrinfo')), /^getaddrinfo \(no host of this name/)
  })

  it('is that of an address where a name has several', async () => {
    // No server can listen on port 1 without the rights of an administrator
    const error = await new Promise((resolve) => createConnection(1, 'localhost').on('error', resolve))
    assert.match(sentenceOf(error), /^connect ECONNREFUSED .+ \(no server listens there: /)
  })

  it('knows files that SQLite cannot open', () => {
    assert.throws(
      () => new DatabaseSync('/nowhere/none.sqlite', { readOnly: true }),
      (error: unknown) =>
        sentenceOf(error) ===
        'unable to open database file (is there such a file, and may the account that Lectern runs as read it?)',
    )
  })

  it('adds nothing to what it does not know', () => {
    assert.equal(sentenceOf(new Error('it did not answer')), 'it did not answer')
    assert.equal(sentenceOf('gone'), 'gone')
  })
})
