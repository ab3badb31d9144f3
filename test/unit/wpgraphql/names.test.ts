// Names of types in WPGraphQL's schema: those that WordPress has, and made ones, whatever the owner called his own.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { contentTypes } from '../../../src/resources/content/content-types.ts'
import { contentNames } from '../../../src/wpgraphql/names.ts'

it('a content type is never called as a member of objects', () => {
  const [post] = contentTypes
  assert(post)
  for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
    const names = contentNames({ ...post, name, base: name }, [])
    assert.match(names.type, /^[A-Z]\w*$/)
    assert.match(names.single, /^[a-z]\w*$/)
  }
})
