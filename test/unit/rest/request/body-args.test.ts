// Bodies are read where something is written, as forms or as JSON; what is no JSON is refused in PHP's words.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFailure } from '../../../../src/core/failure.ts'
import { readBodyArgs } from '../../../../src/rest/request/body-args.ts'
import { requestOf } from '../../../support/request.ts'

const read = (body: string | Uint8Array, type: string, method = 'POST') =>
  readBodyArgs(requestOf({ method, body, headers: { 'content-type': type } }), method)

async function faultOf(body: string | Uint8Array) {
  const failure = await read(body, 'application/json')
  assert.ok(isFailure(failure))
  assert.equal(failure.code, 'rest_invalid_json')
  return failure.data
}

describe('the body', () => {
  it('is read as JSON, lists and objects as maps', async () => {
    const args = new Map<string, unknown>([
      ['a', 1],
      ['b', new Map([['0', 'x']])],
      ['__proto__', null],
    ])
    const text = '{"a":1,"b":["x"],"__proto__":null}'
    for (const type of [
      'application/json',
      'Application/JSON; charset=utf-8',
      'application/merge-patch+json',
    ])
      assert.deepEqual(await read(text, type), args, type)
  })

  it('is read as a form', async () => {
    const args = new Map<string, unknown>([
      ['a', 'x y'],
      ['b', new Map([['0', '1']])],
    ])
    assert.deepEqual(await read('a=x+y&b[]=1', 'application/x-www-form-urlencoded'), args)
  })

  it('says nothing where it is empty, no map, of another type, or where something is read', async () => {
    const nothing = new Map()
    assert.deepEqual(await read('', 'application/json'), nothing)
    assert.deepEqual(await read('5', 'application/json'), nothing)
    assert.deepEqual(await read('{', 'text/plain'), nothing)
    assert.deepEqual(await read('{', 'application/json', 'GET'), nothing)
  })

  it('is refused where it is no JSON', async () => {
    assert.deepEqual(await faultOf('{bad json'), { json_error_code: 4, json_error_message: 'Syntax error' })
    assert.deepEqual(await faultOf(Uint8Array.of(0x22, 0xff, 0x22)), {
      json_error_code: 5,
      json_error_message: 'Malformed UTF-8 characters, possibly incorrectly encoded',
    })
    assert.deepEqual(await faultOf('['.repeat(513) + ']'.repeat(513)), {
      json_error_code: 1,
      json_error_message: 'Maximum stack depth exceeded',
    })
    assert.ok(!isFailure(await read('['.repeat(512) + ']'.repeat(512), 'application/json')))
  })
})
