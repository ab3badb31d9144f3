// Tests that are run before a commit: a change in any room of src/ has tests of its contract, or of its files.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { testsOf } from '../../support/selection.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const tests = globSync('test/**/*.test.ts', { cwd: root })

it('every room has tests that concern a change in it', () => {
  for (const room of globSync('src/*/', { cwd: root })) {
    const concerned = testsOf([`${room}/a-new-file.ts`], tests)
    assert(
      concerned.some((test) => /^test\/(?:spec|query|io)\//.test(test)),
      `test/support/selection.ts names no contract of ${room}`,
    )
  }
})

it('a changed file has its unit test, and a changed test is run itself', () => {
  const concerned = testsOf(['src/site/slug.ts', 'test/spec/auth.test.ts'], tests)
  for (const test of ['test/unit/site/slug.test.ts', 'test/spec/auth.test.ts', 'test/tidy.test.ts'])
    assert(concerned.includes(test), test)
  assert(!concerned.includes('test/spec/fuzz.test.ts'))
  assert.deepEqual(testsOf([], tests), [])
})
