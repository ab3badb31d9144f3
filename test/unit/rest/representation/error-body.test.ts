// One shape for every refusal: code, message, data.status, and of the parameters whatever is known.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fail, failOwn } from '../../../../src/core/failure.ts'
import { sentence, untranslated } from '../../../../src/core/sentence.ts'
import { anonymous, type Viewer } from '../../../../src/core/viewer.ts'
import { wrongType } from '../../../../src/registry/arg-schema.ts'
import { errorBody } from '../../../../src/rest/representation/error-body.ts'

const user: Viewer = { kind: 'user', id: '1', capabilities: new Set(), nonce: null }

describe('errorBody', () => {
  it('has the status', () => {
    assert.deepEqual(errorBody(fail('rest_post_invalid_id'), anonymous, untranslated), {
      code: 'rest_post_invalid_id',
      message: 'Invalid post ID.',
      data: { status: 404 },
    })
  })

  it('has the status for who is asking', () => {
    const statuses = [anonymous, user].map(
      (viewer) => errorBody(fail('rest_forbidden'), viewer, untranslated).data['status'],
    )
    assert.deepEqual(statuses, [401, 403])
  })

  it('names what is missing', () => {
    const failure = fail('rest_missing_callback_param', 'Missing parameter(s): a, b', { params: ['a', 'b'] })
    assert.deepEqual(errorBody(failure, anonymous, untranslated), {
      code: 'rest_missing_callback_param',
      message: 'Missing parameter(s): a, b',
      data: { status: 400, params: ['a', 'b'] },
    })
  })

  it('says what is wrong, in short and in full', () => {
    const page = {
      code: 'rest_invalid_type',
      message: 'page is not of type integer.',
      data: { param: 'page' },
    }
    const order = { code: 'rest_not_in_enum', message: 'order is not one of asc and desc.', data: null }
    const failure = fail('rest_invalid_param', 'Invalid parameter(s): page, order', {
      params: { page, order },
    })
    assert.deepEqual(errorBody(failure, anonymous, untranslated), {
      code: 'rest_invalid_param',
      message: 'Invalid parameter(s): page, order',
      data: {
        status: 400,
        params: { page: page.message, order: order.message },
        details: { page, order },
      },
    })
  })

  it('has no details of what is only called invalid', () => {
    const a = { code: null, message: 'Invalid parameter.', data: null }
    const failure = fail('rest_invalid_param', 'Invalid parameter(s): a', { params: { a } })
    assert.deepEqual(errorBody(failure, anonymous, untranslated).data, {
      status: 400,
      params: { a: 'Invalid parameter.' },
      details: [],
    })
  })

  it('is in the language as far as that has what WordPress says, down to its parts', () => {
    const texts = new Map([
      ['Invalid parameter(s): %s', ['Falsch: %s']],
      ['%1$s is not of type %2$s.', ['%1$s ist kein %2$s.']],
      ['No such thing.', ['Nichts davon.']],
    ])
    const german = { texts, formOf: () => 0 }
    const page = wrongType('page', ['integer'])
    const failure = fail('rest_invalid_param', sentence('Invalid parameter(s): %s', 'page'), {
      params: { page },
    })
    const said = 'page ist kein integer.'
    assert.deepEqual(errorBody(failure, anonymous, german), {
      code: 'rest_invalid_param',
      message: 'Falsch: page',
      data: {
        status: 400,
        params: { page: said },
        details: { page: { code: 'rest_invalid_type', message: said, data: { param: 'page' } } },
      },
    })
    // What extensions say is not WordPress's
    const messages = [fail('rest_forbidden', 'No such thing.'), failOwn('x_none', 404, 'No such thing.')].map(
      (each) => errorBody(each, anonymous, german).message,
    )
    assert.deepEqual(messages, ['Nichts davon.', 'No such thing.'])
  })
})
