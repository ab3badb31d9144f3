// Login cookies: the values that a real installation made are genuine, and nothing that differs from them is.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  isGenuine,
  isLive,
  isSession,
  loginCookieName,
  parseCookieHeader,
  parseLoginCookie,
  passwordFragment,
} from '../../../src/auth/cookie.ts'
import { parsePhpValue } from '../../../src/database/php-value.ts'
import { anyCodePoints } from '../../support/code-points.ts'

const secret =
  'oracle-a-logged-in-key-ab7e7267868c59debffc17d62fbec2704feb9a68' +
  'oracle-a-logged-in-salt-3ef8aad66adb0f4e3f1dc2990091af5a079caedc'
const token = '52e823a3a5a7bc37e91215e7cb8d4fa5367db4a1e18'
const value = `admin|4070908800|${token}|ae37c6cc97179b2827c5ddd5c86c6d8ef4d100969482e760ffd9cee9d195dbf4`
const expired = `admin|1600000000|${token}|7dcf3c71884a712c080d0c2a41d949d2f5c9e838a85f3603ce0586b4f1334624`
const passwordHash = '$wp$2y$10$MjEyMzJmMjk3YTU3YTVhNuL1xGNaw9RE/JCdzMc3uy.q0BLsHaHK6'
const oldValue =
  'arthur|4070908800|42136c5202d761066077e626c5cb36489e1dcfa4c9a|' +
  '7bdcb4728d9a3fc8fbd192d0d3dbece5101aa18f1787610d8381ed951f28098d'
const oldHash = '$P$BabcdefghgWL6p7gwZr0oQGkYf1jn50'
const sessions =
  'a:1:{s:64:"67aaf0aa76446e20225ab9010d4b20beda185643a31f48320897dc680abde8d1";a:4:{s:10:"expiration";' +
  'i:4070908800;s:2:"ip";s:9:"127.0.0.1";s:2:"ua";s:6:"oracle";s:5:"login";i:1700000000;}}'

const genuine = (text: string, hash = passwordHash, key = secret): boolean => {
  const cookie = parseLoginCookie(text)
  return cookie !== null && isGenuine(cookie, hash, key)
}

describe('parseCookieHeader', () => {
  const cases: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
    ['', []],
    ['a=1', [['a', '1']]],
    [
      'a=1; b=2;c=3',
      [
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
      ],
    ],
    ['a=1; a=2', [['a', '1']]],
    ['a=x%7Cy%20z+', [['a', 'x|y z+']]],
    ['a=1=2', [['a', '1=2']]],
    ['a=%zz%41', [['a', '%zz%41']]],
    ['a; =1; b=', [['b', '']]],
    ['__proto__=1', [['__proto__', '1']]],
  ]
  for (const [header, pairs] of cases)
    it(`reads ${JSON.stringify(header)}`, () => assert.deepEqual(parseCookieHeader(header), new Map(pairs)))

  it('takes any text', () => {
    const likely = fc.string({ unit: fc.constantFrom('a', '=', ';', '%', '7', 'C', ' ', '\uD800') })
    fc.assert(fc.property(fc.oneof(likely, anyCodePoints()), (text) => void parseCookieHeader(text)))
  })
})

describe('parseLoginCookie', () => {
  it('reads four parts', () => {
    const [login, , , hmac] = value.split('|')
    assert.deepEqual(parseLoginCookie(value), { login, expiresAt: 4_070_908_800, token, hmac })
  })

  for (const text of ['', '|||', 'a|1|t', 'a|1|t|', '|1|t|h', 'a|1||h', 'a|1|t|h|x', 'a|1|t|h|', 'a||t|h'])
    it(`refuses ${JSON.stringify(text)}`, () => assert.equal(parseLoginCookie(text), null))

  for (const time of ['-1', '0', '01', '1.5', '1e9', ' 1', '1 ', '0x1', '1'.repeat(16), 'NaN', '١'])
    it(`refuses the time ${JSON.stringify(time)}`, () =>
      assert.equal(parseLoginCookie(`a|${time}|t|h`), null))

  it('takes any text', () => {
    const likely = fc
      .array(fc.constantFrom('|', 'a', '1', '4070908800', 'é', '\uD800'))
      .map((parts) => parts.join(''))
    fc.assert(fc.property(fc.oneof(likely, anyCodePoints()), (text) => void genuine(text)))
  })
})

describe('passwordFragment', () => {
  const cases = [
    [passwordHash, 'aHK6'],
    [oldHash, 'efgh'],
    ['$2y$10$abcdefghijklmnopqrstuuQXgUb.assP4uOLKjI/ZRGx0J7XTtNga', 'bcde'],
    ['88e771422f6d715e74b4b5d78f0985db', '85db'],
    ['', ''],
  ] as const
  for (const [hash, fragment] of cases)
    it(`is ${fragment} of ${hash}`, () => assert.equal(passwordFragment(hash), fragment))
})

describe('isGenuine', () => {
  it('knows what was signed, with either form of password hash', () => {
    assert(genuine(value))
    assert(genuine(expired))
    assert(genuine(oldValue, oldHash))
  })

  it('refuses another password, secret, login, time, token or signature', () => {
    assert(!genuine(value, oldHash))
    assert(!genuine(value, ''))
    assert(!genuine(value, passwordHash, `${secret}x`))
    assert(!genuine(value, passwordHash, ''))
    assert(!genuine(value.replace('admin', 'edith')))
    assert(!genuine(value.replace('admin', 'Admin')))
    assert(!genuine(value.replace('4070908800', '4070908801')))
    assert(!genuine(value.replace(token, token.replace('5', '6'))))
    assert(!genuine(value.toUpperCase()))
  })

  it('refuses every other text of the same length, and any shorter one', () => {
    fc.assert(
      fc.property(fc.nat(value.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, other) => {
        const changed = value.slice(0, at) + other + value.slice(at + 1)
        assert.equal(genuine(changed), changed === value)
        assert(!genuine(value.slice(0, at)))
      }),
    )
  })
})

describe('isLive', () => {
  const cookie = { login: 'a', expiresAt: 1000, token: 't', hmac: 'h' }
  it('is to the second, and the grace with it', () => {
    assert(isLive(cookie, 1000, 0))
    assert(!isLive(cookie, 1001, 0))
    assert(isLive(cookie, 4600, 3600))
    assert(!isLive(cookie, 4601, 3600))
  })
})

describe('isSession', () => {
  it('finds the token by its hash, while it is good', () => {
    assert(isSession(parsePhpValue(sessions), token, 4_070_908_800))
    assert(!isSession(parsePhpValue(sessions), token, 4_070_908_801))
    assert(!isSession(parsePhpValue(sessions), `${token}x`, 0))
    assert(!isSession(parsePhpValue(sessions), '', 0))
  })

  it('knows the old form, which is the time alone', () => {
    const old = parsePhpValue(sessions.replace(/a:4:\{.*\}\}$/, 'i:4070908800;}'))
    assert(isSession(old, token, 4_070_908_800))
    assert(!isSession(old, token, 4_070_908_801))
  })

  it('takes any value for none', () => {
    for (const none of [null, '', 'x', 1, true, new Map()]) assert(!isSession(none, token, 0))
    for (const end of ['s:10:"4070908800";', 'N;', 'b:1;', 'a:0:{}', 'a:1:{s:10:"expiration";s:1:"9";}'])
      assert(!isSession(parsePhpValue(sessions.replace(/a:4:\{.*\}\}$/, `${end}}`)), token, 0))
  })
})

describe('loginCookieName', () => {
  it('is made of the address without a slash at its end', () => {
    const name = 'wordpress_logged_in_868d72495b7d63175cfbaed4ef4dd9ea'
    assert.equal(loginCookieName('http://127.0.0.1:8081'), name)
    assert.equal(loginCookieName('http://127.0.0.1:8081/'), name)
  })
})
