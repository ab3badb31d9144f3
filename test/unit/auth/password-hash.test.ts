// Login passwords against every format of stored hash, with values that a real installation, or PHP, made.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { matchesEvenly, matchesPassword } from '../../../src/auth/password-hash.ts'

const password = 'old-style-pass'
const hashes = {
  'bcrypt of a digest (6.8 and later)': '$wp$2y$10$abcdefghijklmnopqrstuusSNXYmZUFCJ2/GmNGsE6ElCU35pJi2m',
  'portable (phpass)': '$P$BabcdefghgWL6p7gwZr0oQGkYf1jn50',
  'plain bcrypt': '$2y$10$abcdefghijklmnopqrstuuQXgUb.assP4uOLKjI/ZRGx0J7XTtNga',
  MD5: '88e771422f6d715e74b4b5d78f0985db',
}

/** The same at the least cost of bcrypt, made by libxcrypt: a check takes a hundredth of the work. */
const ofLeastCost: Readonly<Record<string, string>> = {
  'bcrypt of a digest (6.8 and later)': '$wp$2y$04$abcdefghijklmnopqrstuuPlXQ3ku.P0hPbn5l62Eu7Fk.vegO7wi',
  'plain bcrypt': '$2y$04$abcdefghijklmnopqrstuuuZ4hVujAG7XZenIGqYG3JCw2SvQximq',
}

/** The example of the reference implementation's README. */
const argon2 = '$argon2i$v=19$m=65536,t=2,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b+dWRWJTmaaJObG'
/** One of the reference implementation's tests, which takes a hundredth of the work. */
const cheapArgon2 = '$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8'

describe('matchesPassword', () => {
  for (const [format, hash] of Object.entries(hashes))
    it(`knows ${format}`, () => {
      assert(matchesPassword(password, hash))
      assert(!matchesPassword('old-style-pass.', hash))
      const alike = ofLeastCost[format] ?? hash
      assert(matchesPassword(password, alike))
      for (const wrong of ['', 'old-style-pas', 'old-style-pass.', 'OLD-STYLE-PASS', hash, alike])
        assert(!matchesPassword(wrong, alike), wrong)
      for (const broken of [hash.slice(0, -1), `${hash}x`, hash.replace(/.$/, '!')])
        assert(!matchesPassword(password, broken), broken)
    })

  it('says the same where every check takes the same work', () => {
    for (const hash of Object.values(hashes)) assert(matchesEvenly(password, hash), hash)
    assert(matchesEvenly('password', cheapArgon2))
    // What is done besides looks at no hash that is stored: a wrong password for one that is bcrypt's, one that is not, and none
    for (const hash of [hashes['plain bcrypt'], hashes.MD5, '*'])
      assert(!matchesEvenly('password', hash), hash)
    assert(!matchesEvenly(' '.repeat(5000), hashes.MD5))
  })

  it('knows Argon2', () => {
    assert(matchesPassword('password', argon2))
    assert(matchesPassword('password', cheapArgon2))
    assert(!matchesPassword('passwords', cheapArgon2))
    assert(!matchesPassword('password', cheapArgon2.replace('argon2i', 'argon2id')))
    assert(!matchesPassword('password', cheapArgon2.replace('argon2i', 'argon2d')))
  })

  it('trims white space around what 6.8 and later hash, and nothing else', () => {
    const [latest, ...others] = Object.values(hashes)
    assert(matchesPassword(` \t${password}\n`, latest ?? ''))
    for (const hash of others) assert(!matchesPassword(`${password} `, hash), hash)
  })

  it('looks at all of a long password, and at none that is too long', () => {
    const hash = hashes['bcrypt of a digest (6.8 and later)']
    assert(!matchesPassword(`${password}${'a'.repeat(100)}`, hash))
    assert(!matchesPassword(' '.repeat(4096) + password, hash))
  })

  it('takes nothing for a password that is no hash, or costs too much', () => {
    for (const hash of [
      '',
      '*',
      '!',
      '$wp',
      '$P$',
      '$2y$',
      '$argon2id$',
      '$wp$P$BabcdefghgWL6p7gwZr0oQGkYf1jn50',
    ])
      for (const each of ['', password, hash]) assert(!matchesPassword(each, hash), hash)
    assert(!matchesPassword(password, hashes['plain bcrypt'].replace('$10$', '$31$')))
    for (const [from, to] of [
      ['m=65536', 'm=9999999'],
      ['m=65536', 'm=8'],
      ['t=2', 't=0'],
      ['t=2', 't=99'],
      ['p=4', 'p=0'],
    ] as const)
      assert(!matchesPassword('password', argon2.replace(from, to)), to)
  })

  it('ends a password for plain bcrypt at no NUL', () => {
    assert(!matchesPassword(`${password}\0more`, hashes['plain bcrypt']))
  })

  it('never throws, whatever is stored', () => {
    const cheap = fc.string().filter((hash) => !/\$(?:2|argon|P|H)/.test(hash))
    fc.assert(fc.property(fc.string(), cheap, (given, hash) => !matchesPassword(given, hash)))
  })
})
