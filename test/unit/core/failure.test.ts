// Failures are values that nothing else is taken for; each has its sentence and its status.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { failures } from '../../../src/core/failure-codes.ts'
import { fail, isFailure, statusOf, type FailureCode } from '../../../src/core/failure.ts'
import { anonymous as anonymousViewer, type Viewer } from '../../../src/core/viewer.ts'

const statuses: readonly (readonly [code: FailureCode, anonymous: number, user: number])[] = [
  ['rest_no_route', 404, 404],
  ['rest_invalid_param', 400, 400],
  ['rest_forbidden', 401, 403],
  ['rest_forbidden_context', 401, 403],
  ['rest_user_cannot_view', 401, 403],
  ['rest_post_incorrect_password', 403, 403],
  ['forbidden', 401, 403],
  ['body_too_large', 413, 413],
  ['address_too_long', 414, 414],
  ['database_unavailable', 503, 503],
  ['query_timeout', 503, 503],
  ['overloaded', 503, 503],
  ['internal_error', 500, 500],
]

const nobody: Viewer = anonymousViewer
const user: Viewer = { kind: 'user', id: '1', capabilities: new Set(), nonce: null }

describe('failures', () => {
  for (const [code, anonymous, known] of statuses) {
    it(`answers ${code} with ${anonymous}, or ${known} where somebody is logged in`, () => {
      const failure = fail(code)
      assert.deepEqual([statusOf(failure, nobody), statusOf(failure, user)], [anonymous, known])
    })
  }

  it('all have a status that refuses and a sentence', () => {
    for (const [code, { status, message }] of Object.entries(failures)) {
      assert.ok(status === 'denied' || (status >= 400 && status < 600), code)
      assert.notEqual(message, '', code)
    }
  })

  it('take their sentence from the table unless they are given one', () => {
    assert.equal(fail('rest_term_invalid').message, 'Term does not exist.')
    assert.equal(fail('rest_term_invalid', 'No such tag.').message, 'No such tag.')
  })

  it('carry what else is known of them', () => {
    const { code, params, retryAfterS } = fail('overloaded', undefined, { params: ['a'], retryAfterS: 2 })
    assert.deepEqual({ code, params, retryAfterS }, { code: 'overloaded', params: ['a'], retryAfterS: 2 })
  })

  it('are told from everything else', () => {
    assert.equal(isFailure(fail('forbidden')), true)
    const others = [null, undefined, 0, '', 'forbidden', [], {}, new Error('x'), { ...failures.forbidden }]
    for (const other of [...others, { code: 'forbidden', message: 'You may not see that.' }])
      assert.equal(isFailure(other), false)
  })
})
