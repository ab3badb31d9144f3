// Parameters of SQLite's statements: a value that stands in a statement several times is bound once, as its place says.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openDatabase } from '../../../../src/database/open.ts'

const limits = { connectionsMax: 1, queriesWaitingMax: 1, queryTimeoutMs: 1000 }

it('numbers each value once, whatever is compiled before', async () => {
  const { kysely, close } = openDatabase({ kind: 'sqlite', path: ':memory:' }, limits)
  const compiled = (...values: readonly (string | number)[]) => {
    const { sql, parameters } = kysely
      .selectFrom('options')
      .select('id')
      .where('name', 'in', values.map(String))
      .where('id', 'in', values)
      .compile()
    return [sql.replace(/^.* where /, ''), parameters]
  }
  assert.deepEqual(compiled('a', 'b'), ['"name" in (?1, ?2) and "id" in (?1, ?2)', ['a', 'b']])
  assert.deepEqual(compiled(1, 'b', 1), ['"name" in (?1, ?2, ?1) and "id" in (?3, ?2, ?3)', ['1', 'b', 1]])
  await close()
})
