// Variables are as large as their JSON, and as deep as they nest.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { refuseVariables } from '../../../src/graphql/variables.ts'

describe('the size of variables', () => {
  it('is that of their JSON, where nothing in it is escaped', () => {
    const text = fc.stringMatching(/^[a-zé漢💥 ]*$/u, { maxLength: 20 })
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        text,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(text, tie('any'), { maxKeys: 4 }),
      ),
    })).any
    fc.assert(
      fc.property(fc.dictionary(text, value), (variables) => {
        const bytes = Buffer.byteLength(JSON.stringify(variables))
        assert.equal(refuseVariables(variables, { bytesMax: bytes, depthMax: 1000 }), null)
        assert.equal(
          refuseVariables(variables, { bytesMax: bytes - 1, depthMax: 1000 })?.extensions['code'],
          'VARIABLES_TOO_LARGE',
        )
      }),
    )
  })

  it('is measured however deep they are', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)
    const limits = { bytesMax: 10_000_000, depthMax: 1_000_000 }
    assert.equal(refuseVariables({ deep }, limits), null)
    assert.match(refuseVariables({ deep }, { ...limits, depthMax: 199_999 })?.message ?? '', /nest more than/)
  })
})
