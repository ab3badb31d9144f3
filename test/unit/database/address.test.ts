// DATABASE_URL: every form that is documented, and null for all others; described without the password.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { nameOf, parseAddress, type MysqlAddress } from '../../../src/database/address.ts'

const plain: MysqlAddress = {
  kind: 'mysql',
  host: 'db',
  port: 3306,
  socket: null,
  user: 'u',
  password: 'p',
  database: 'site',
  charset: 'utf8mb4',
  tls: 'off',
  tlsAuthorities: null,
}

const understood: readonly (readonly [text: string, difference: Partial<MysqlAddress>])[] = [
  ['mysql://u:p@db/site', {}],
  ['mariadb://u:p@db/site', {}],
  ['mysql://u:p@db:3307/site', { port: 3307 }],
  ['mysql://u@db/site', { password: '' }],
  ['mysql://u:p%40%2F%3A%25@db/site', { password: 'p@/:%' }],
  ['mysql://%C3%A9:p@db/a%20b', { user: 'é', database: 'a b' }],
  ['mysql://u:p@127.0.0.1/site', { host: '127.0.0.1' }],
  ['mysql://u:p@[::1]:3307/site', { host: '::1', port: 3307 }],
  ['mysql:///site', { host: '127.0.0.1', user: '', password: '' }],
  ['mysql://u:p@db/site?socket=/run/x.sock', { socket: '/run/x.sock' }],
  ['mysql://u:p@db/site?charset=utf8mb4', {}],
  ['mysql://u:p@db/site?charset=latin1', { charset: 'latin1' }],
  ['mysql://u:p@db/site?ssl-mode=disabled', { tls: 'off' }],
  ['mysql://u:p@db/site?ssl-mode=required', { tls: 'unverified' }],
  ['mysql://u:p@db/site?ssl-mode=verify', { tls: 'verified' }],
  ['mysql://u:p@db/site?ssl-ca=/ca.pem', { tls: 'verified', tlsAuthorities: '/ca.pem' }],
  ['mysql://u:p@db/site?ssl-ca=/ca.pem&ssl-mode=required', { tls: 'unverified', tlsAuthorities: '/ca.pem' }],
]

const refused = [
  '',
  'sqlite:',
  'site',
  '/var/db.sqlite',
  'postgres://u:p@db/site',
  'mysql://u:p@db',
  'mysql://u:p@db/',
  'mysql://u:p@db:port/site',
  'mysql://u:p@db:70000/site',
  'mysql://u:p%zz@db/site',
  'mysql://u:p@db/site?charset=gbk',
  'mysql://u:p@db/site?charset=utf8mb3',
  'mysql://u:p@db/site?ssl-mode=maybe',
  'mysql://u:p@db/site?sslmode=verify',
  'mysql://u:p@db/site?multipleStatements=true',
  'mysql://u:3/secret@db/site',
  'mysql://u:p@db/site#more',
]

/** Lone surrogates too. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 60 }).map((units) => String.fromCharCode(...units))

describe('parseAddress', () => {
  for (const [text, difference] of understood)
    it(`reads ${text}`, () => assert.deepEqual(parseAddress(text), { ...plain, ...difference }))
  for (const text of refused)
    it(`refuses ${JSON.stringify(text)}`, () => assert.equal(parseAddress(text), null))

  it('takes everything behind sqlite: as a path', () => {
    for (const path of [':memory:', 'a b?c#d', '/x/%20'])
      assert.deepEqual(parseAddress(`sqlite:${path}`), { kind: 'sqlite', path })
  })

  it('refuses an option that only looks known', () => {
    for (const word of ['constructor', 'toString', '__proto__']) {
      assert.equal(parseAddress(`mysql://u:p@db/site?ssl-mode=${word}`), null)
      assert.equal(parseAddress(`mysql://u:p@db/site?charset=${word}`), null)
    }
  })

  it('gives user, password and database back as they were, whatever is in them', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 })
    fc.assert(
      fc.property(text, text, text, (user, password, database) => {
        const [one, two, three] = [user, password, database].map((each) =>
          encodeURIComponent(each).replaceAll('.', '%2E'),
        )
        const address = parseAddress(`mysql://${one}:${two}@db/x${three}`)
        assert.deepEqual(address, { ...plain, user, password, database: `x${database}` })
      }),
    )
  })

  it('takes any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        parseAddress(text)
        parseAddress(`mysql://${text}`)
      }),
    )
  })
})

describe('nameOf', () => {
  it('says what a database is called, and nothing of where it is and who reads it', () => {
    for (const [text, expected] of [
      ['sqlite:a/b.sqlite', 'b.sqlite'],
      ['mysql://u:secret@db/site', 'site'],
    ] as const) {
      const address = parseAddress(text)
      assert.ok(address)
      assert.equal(nameOf(address), expected)
    }
  })
})
