// A log line in a terminal.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { lineForTerminal } from '../../../src/observe/terminal-line.ts'

describe('a line of the log in a terminal', () => {
  for (const [logged, shown] of [
    [{ level: 'info', msg: 'the change feed is binlog' }, '10:41:18.005 info  the change feed is binlog\n'],
    [{ level: 'warn', worker: 3, msg: 'slow' }, '10:41:18.005 warn  slow worker=3\n'],
    [{ level: 'debug', path: '/a', ms: 1.5, tags: ['a'] }, '10:41:18.005 debug path=/a ms=1.5 tags=["a"]\n'],
    [{ level: 'warn', msg: 'a\u202Eb' }, '10:41:18.005 warn  a\uFFFDb\n'],
    // A terminal obeys no text of a client or a database
    [
      { level: 'error', msg: 'a\u001B[2Jb\nc', path: '\u009B2J' },
      '10:41:18.005 error a\uFFFD[2Jb\n  c path=\uFFFD2J\n',
    ],
  ] as const)
    it(`is ${JSON.stringify(shown)}`, () => {
      const line = JSON.stringify({ time: '2026-01-01T10:41:18.005Z', ...logged })
      assert.equal(stripVTControlCharacters(lineForTerminal(line)), shown)
    })

  it('stays as it is where it is no line of ours', () =>
    assert.equal(lineForTerminal('{"level":30}\n'), '{"level":30}\n'))
})
