// Every spelling of a route's address, and by which method it is meant.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseQuery } from '../../../../src/core/query-string.ts'
import { claimsAddress, methodOf, routeAddress } from '../../../../src/rest/request/address.ts'
import { requestOf, type RequestParts } from '../../../support/request.ts'

const root = '/wp-json'

function addressOf(url: string): string {
  const request = requestOf({ url })
  return routeAddress(request, parseQuery(request.query), root)
}

function meant(parts: RequestParts): string | null {
  const request = requestOf(parts)
  return methodOf(request, parseQuery(request.query))
}

describe('the address of a route', () => {
  for (const [url, address] of [
    ['/wp-json', '/'],
    ['/wp-json/', '/'],
    ['/wp-json//', '/'],
    ['/wp-json/wp/v2/posts', '/wp/v2/posts'],
    ['/wp-json/wp/v2/posts//', '/wp/v2/posts'],
    ['/wp-json//wp/v2/posts', '/wp/v2/posts'],
    ['/wp-json/wp/v2//posts', '/wp/v2//posts'],
    ['/wp-json/wp/v2/%70osts', '/wp/v2/posts'],
    ['/wp-json/wp/v2/%zz', '/wp/v2/%zz'],
    ['/index.php/wp-json/wp/v2/posts', '/wp/v2/posts'],
    ['/?rest_route=/wp/v2/posts', '/wp/v2/posts'],
    ['/?rest_route=%2Fwp%2Fv2%2Fposts%2F', '/wp/v2/posts'],
    ['/index.php?rest_route=/', '/'],
    ['/?rest_route=wp/v2/posts', 'wp/v2/posts'],
  ] as const)
    it(`${address} is ${url}`, () => assert.equal(addressOf(url), address))

  it('is claimed from the page only where a route is named', () => {
    const claimed = [
      '/?rest_route=/',
      '/index.php?a=1&rest_route=/x',
      '/index.php/wp-json',
      '/index.php/wp-json/x',
    ]
    for (const url of claimed) assert.ok(claimsAddress(requestOf({ url }), root), url)
    const others = [
      '/',
      '/?rest_route=',
      '/?rest_route[]=/',
      '/?x=rest_route',
      '/a?rest_route=/',
      '/index.php/wp-jsonx',
    ]
    for (const url of others) assert.ok(!claimsAddress(requestOf({ url }), root), url)
  })
})

describe('the method', () => {
  const header = { 'x-http-method-override': 'delete' }

  it('is the one that came, unless another is named', () => {
    assert.equal(meant({ method: 'PUT' }), 'PUT')
    assert.equal(meant({ method: 'POST', url: '/?_method=get' }), 'GET')
    assert.equal(meant({ method: 'POST', url: '/?_method=head' }), 'GET')
    assert.equal(meant({ method: 'POST', headers: header }), 'DELETE')
    assert.equal(meant({ method: 'POST', headers: header, url: '/?_method=PATCH' }), 'PATCH')
    assert.equal(meant({ method: 'POST', url: '/?_method[]=GET' }), 'POST')
  })

  it('never comes to write where only reading was asked for', () => {
    assert.equal(meant({ url: '/?_method=DELETE' }), null)
    assert.equal(meant({ headers: header }), null)
    assert.equal(meant({ method: 'OPTIONS', url: '/?_method=POST' }), null)
    assert.equal(meant({ url: '/?_method=OPTIONS' }), 'OPTIONS')
  })
})
