// Lists of values that are written already have the bytes of JSON, and digests that tell them apart.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { WrittenJson, writtenList } from '../../../src/core/written-json.ts'

const list = (values: readonly unknown[]) =>
  writtenList(values.map((value) => new WrittenJson(Buffer.from(JSON.stringify(value)))))

it('writes lists as JSON does, and gives other digests to other lists alone', () => {
  const lists = [[], [1], [12], [1, 2], [2, 1], ['1,2'], ['1', '2'], [[1, 2]], [[1], 2], [{ a: 'é' }], [null]]
  for (const values of lists) {
    assert.equal(list(values).bytes.toString(), JSON.stringify(values))
    assert.deepEqual(list(values).value(), values)
    assert.equal(list(values).digest, list(values).digest)
  }
  assert.equal(new Set(lists.map((values) => list(values).digest)).size, lists.length)
})
