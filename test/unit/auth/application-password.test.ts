// Application passwords: the header, the rows, and both forms of hash with values that a real installation made.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  isSlowHash,
  matchesFastHash,
  parseBasic,
  plainPassword,
  readApplicationPasswords,
} from '../../../src/auth/application-password.ts'
import { matchesPassword } from '../../../src/auth/password-hash.ts'
import { parsePhpValue } from '../../../src/database/php-value.ts'
import { anyCodePoints } from '../../support/code-points.ts'

const row =
  'a:1:{i:0;a:7:{s:4:"uuid";s:36:"fa835038-f87e-4936-8cf6-e7bf6d58d748";s:6:"app_id";s:0:"";s:4:"name";s:6:"oracle";' +
  's:8:"password";s:49:"$generic$dO6t__W7AsVAZIVYRojaL8cqISjFGyS4OpkUjgcO";s:7:"created";i:1700000000;' +
  's:9:"last_used";i:4070908800;s:7:"last_ip";s:9:"127.0.0.1";}}'
const generic = '$generic$k3_hPLQD1L552VGPPlnSsQJhufKMWtuFppLAlSr5'
const portable = '$P$BSaltSaltwaOK0PxxGOgj6oT.yK4s7/'
const password = 'AbCdEfGhIjKlMnOpQrStUvWx'

/** As both kinds of hash are compared, the slow ones in a thread of their own. */
function matchesApplicationPassword(typed: string, hash: string): boolean {
  const plain = plainPassword(typed)
  if (plain === null) return false
  return isSlowHash(hash) ? matchesPassword(plain, hash) : matchesFastHash(plain, hash)
}

const basic = (text: string | Uint8Array): string => `Basic ${Buffer.from(text).toString('base64')}`

describe('parseBasic', () => {
  it('divides at the first colon', () => {
    assert.deepEqual(parseBasic(basic('admin:a:b c')), { name: 'admin', password: 'a:b c' })
    assert.deepEqual(parseBasic(basic(':')), { name: '', password: '' })
    assert.deepEqual(parseBasic(basic('zoë@example.test:☃')), { name: 'zoë@example.test', password: '☃' })
  })

  it('takes the scheme in any case, and base64 with or without its padding', () => {
    for (const header of ['basic YTpi', 'BASIC  YTpi ', 'Basic YTpiYw==', 'Basic YTpiYw'])
      assert.equal(parseBasic(header)?.name, 'a')
  })

  const undecodable = [
    '',
    'Basic',
    'Basic ',
    'Bearer YTpi',
    'BasicYTpi',
    'Basic YTpi YTpi',
    'Basic YTpi!',
    'Basic YTpi=',
    'Basic YTpiYw=',
    'Basic Y',
    'Basic YWI6_-8',
    basic('no colon'),
    basic(Uint8Array.of(0x61, 0x3a, 0xff)),
    basic(Uint8Array.of(0x61, 0x3a, 0xc0, 0xaf)),
  ]
  for (const header of undecodable)
    it(`refuses ${JSON.stringify(header)}`, () => assert.equal(parseBasic(header), null))

  it('reads what clients write, and takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), anyCodePoints(), (text, any) => {
        const name = text.replaceAll(':', '')
        assert.deepEqual(parseBasic(basic(`${name}:${text}`)), { name, password: text })
        parseBasic(any)
        parseBasic(`Basic ${any}`)
        parseBasic(basic(any))
      }),
    )
  })
})

describe('readApplicationPasswords', () => {
  it('reads a row', () => {
    assert.deepEqual(readApplicationPasswords(parsePhpValue(row)), [
      {
        uuid: 'fa835038-f87e-4936-8cf6-e7bf6d58d748',
        hash: '$generic$dO6t__W7AsVAZIVYRojaL8cqISjFGyS4OpkUjgcO',
      },
    ])
  })

  it('leaves out what is none', () => {
    const none = [
      null,
      '',
      1,
      true,
      new Map(),
      new Map([['0', 'x']]),
      new Map([['0', new Map([['uuid', 'x']])]]),
    ]
    for (const value of none) assert.deepEqual(readApplicationPasswords(value), [])
  })
})

describe('application passwords', () => {
  it('knows both forms of hash, however the password is spaced', () => {
    for (const hash of [generic, portable])
      for (const typed of [password, 'AbCd EfGh IjKl MnOp QrSt UvWx', ` ${password}\n`, `-${password}é`])
        assert(matchesApplicationPassword(typed, hash))
    const [stored] = readApplicationPasswords(parsePhpValue(row))
    assert(stored && matchesApplicationPassword('txti 0qcy U1Vu my8x zGWX l9NJ', stored.hash))
    assert(matchesApplicationPassword(password, portable.replace('$P$', '$H$')))
  })

  it('refuses every other password', () => {
    for (const hash of [generic, portable])
      for (const other of [
        '',
        ' ',
        password.toLowerCase(),
        password.slice(1),
        `${password}x`,
        hash,
        'a'.repeat(10_000),
      ])
        assert(!matchesApplicationPassword(other, hash))
  })

  it('refuses every other hash', () => {
    const others = [
      '',
      password,
      '$generic$',
      generic.slice(0, -1),
      `${generic}x`,
      `${generic.slice(0, -1)}é`,
      portable.slice(0, -1),
      `${portable}x`,
      portable.replace('$P$', '$X$'),
      '$2y$10$abcdefghijklmnopqrstuuQXgUb.assP4uOLKjI/ZRGx0J7XTtNga',
      '88e771422f6d715e74b4b5d78f0985db',
    ]
    for (const hash of others) assert(!matchesApplicationPassword(password, hash), hash)
  })

  it('ends soon for a hash that asks for a thousand million rounds', () => {
    const before = process.threadCpuUsage()
    for (const rounds of 'STUz.4')
      assert(!matchesApplicationPassword(password, portable.replace('B', rounds)))
    assert(process.threadCpuUsage(before).user < 20_000_000)
  })

  it('takes any text', () => {
    const likely = fc
      .constantFrom('$generic$', '$P$', '$P$5', '$H$BSaltSalt', '')
      .chain((start) => anyCodePoints({ maxLength: 45 }).map((rest) => start + rest))
    fc.assert(fc.property(likely, fc.string(), (hash, typed) => void matchesApplicationPassword(typed, hash)))
  })
})
