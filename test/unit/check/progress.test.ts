// The line for people who wait for a check.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createProgress } from '../../../src/check/progress.ts'

const terminal = (isTTY: boolean, columns = 80) => {
  const written: string[] = []
  return { isTTY, columns, written, write: (text: string) => written.push(text) }
}

it('a terminal is shown what is looked at, on one line that is gone afterwards', () => {
  const shown = terminal(true, 12)
  const progress = createProgress(shown)
  progress.show('Indexes')
  progress.show('Slow queries')
  progress.clear()
  progress.clear()
  assert.deepEqual(shown.written, [
    '\r\u001B[K  … Indexes',
    '\r\u001B[K',
    '\r\u001B[K  … Slow qu',
    '\r\u001B[K',
  ])
})

it('a file or another program is shown nothing', () => {
  const shown = terminal(false)
  const progress = createProgress(shown)
  progress.show('Indexes')
  progress.clear()
  assert.deepEqual(shown.written, [])
})
