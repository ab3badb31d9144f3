// Values that are served of stored text by the type of its field: pairs that were measured on the original, version 7.1.4.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { storedField, type StoredField } from '../../../../src/resources/content/stored-field.ts'

const texts = [
  '',
  '12abc',
  '1.5',
  '1e3',
  ' 7',
  '7 ',
  '-3',
  '+4',
  '0x1A',
  'abc',
  '1',
  '0',
  'true',
  'FALSE',
  '.5',
  '5.',
]

const served: Readonly<Record<StoredField['type'], readonly unknown[]>> = {
  number: [0, null, 1.5, 1000, 7, 7, -3, 4, null, null, 1, 0, null, null, 0.5, 5],
  integer: [0, null, null, 1000, 7, 7, -3, 4, null, null, 1, 0, null, null, null, 5],
  boolean: [
    false,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    true,
    false,
    true,
    false,
    null,
    null,
  ],
  string: texts,
}

for (const type of ['number', 'integer', 'boolean', 'string'] as const)
  it(`of the type ${type}`, () => {
    const { read } = storedField({ key: 'k', type })
    assert.deepEqual(texts.map(read), served[type])
  })

it('serves the fallback where nothing is stored, and what is none of its type to no sanitizer', () => {
  const { read } = storedField({
    key: 'k',
    type: 'number',
    fallback: 9,
    sanitize: (value) => Number(value) + 1,
  })
  assert.deepEqual([read(null), read('1'), read('x')], [10, 2, null])
})

it('is of whole numbers no greater than those of PHP', () => {
  const { read } = storedField({ key: 'many', type: 'integer' })
  const shown = JSON.stringify(['99999999999999999999', '-1e30'].map(read))
  assert.equal(shown, '[9223372036854775807,-9223372036854775808]')
})
