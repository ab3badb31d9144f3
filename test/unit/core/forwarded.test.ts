// The client behind trusted proxies, by X-Forwarded-For in every form that proxies write it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { addressList, clientOf, wayOf } from '../../../src/core/forwarded.ts'

const proxy = '127.0.0.1'
const trusted = addressList([proxy, '10.0.0.0/8', 'fd00::/8'])
const arrived = (forwarded: string, remoteAddress = proxy) => ({
  socket: { remoteAddress },
  headers: { 'x-forwarded-for': forwarded },
})

describe('X-Forwarded-For of a trusted proxy', () => {
  for (const [forwarded, client, way] of [
    ['203.0.113.9', '203.0.113.9', ['203.0.113.9', proxy]],
    ['6.6.6.6, 203.0.113.9', '203.0.113.9', ['203.0.113.9', proxy]],
    ['6.6.6.6, 203.0.113.9, 10.0.0.7', '203.0.113.9', ['203.0.113.9', '10.0.0.7', proxy]],
    // Azure Application Gateway and IIS ARR write ports
    ['6.6.6.6, 203.0.113.9:4711', '203.0.113.9', ['203.0.113.9', proxy]],
    ['203.0.113.9:4711, 10.0.0.7:80', '203.0.113.9', ['203.0.113.9', '10.0.0.7', proxy]],
    ['6.6.6.6, 2001:db8::9', '2001:db8::9', ['2001:db8::9', proxy]],
    ['6.6.6.6, [2001:db8::9]', '2001:db8::9', ['2001:db8::9', proxy]],
    ['6.6.6.6, [2001:db8::9]:4711, [fd00::1]:80', '2001:db8::9', ['2001:db8::9', 'fd00::1', proxy]],
    ['[::ffff:203.0.113.9]:4711', '203.0.113.9', ['203.0.113.9', proxy]],
    ['::ffff:cb00:7109', '203.0.113.9', ['203.0.113.9', proxy]],
    ['0:0:0:0:0:FFFF:cb00:7109', '203.0.113.9', ['203.0.113.9', proxy]],
    ['[::ffff:cb00:7109]:4711', '203.0.113.9', ['203.0.113.9', proxy]],
    ['203.0.113.9, , ', '203.0.113.9', ['203.0.113.9', proxy]],
    // Left of an unreadable part anything may have been written by the client
    ['6.6.6.6, unknown', proxy, [proxy]],
    ['6.6.6.6, _hidden, 10.0.0.7', proxy, ['10.0.0.7', proxy]],
    ['6.6.6.6, 203.0.113.9:port', proxy, [proxy]],
    ['6.6.6.6, 203.0.113.9:', proxy, [proxy]],
    ['6.6.6.6, 203.0.113.9:123456', proxy, [proxy]],
    ['6.6.6.6, [203.0.113.9]:80', proxy, [proxy]],
    ['6.6.6.6, [2001:db8::9', proxy, [proxy]],
    ['6.6.6.6, "203.0.113.9"', proxy, [proxy]],
    ['', proxy, [proxy]],
  ] as const)
    it(`${JSON.stringify(forwarded)} comes from ${client}`, () => {
      assert.equal(clientOf(arrived(forwarded), trusted).address, client)
      assert.deepEqual(wayOf(arrived(forwarded), trusted), way)
    })

  it('names the client last, so that nothing before it counts', () => {
    fc.assert(
      fc.property(fc.string(), fc.ipV4(), fc.ipV6(), fc.nat(65_535), (sent, v4, v6, port) => {
        fc.pre(!trusted.check(v4) && !trusted.check(v6, 'ipv6') && !v6.includes('.'))
        for (const [written, client] of [
          [v4, v4],
          [`${v4}:${port}`, v4],
          [v6, v6],
          [`[${v6}]:${port}`, v6],
        ] as const)
          assert.equal(clientOf(arrived(`${sent},${written}`), trusted).address, client)
      }),
    )
  })

  it('says nothing where the sender is not trusted', () =>
    assert.equal(clientOf(arrived('203.0.113.9', '192.0.2.1'), trusted).address, '192.0.2.1'))
})
