// Tokens that name no key are held against each of the issuer's keys of their algorithm.
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { createJwtVerifier } from '../../../src/auth/jwt.ts'

const issuer = 'https://issuer.example.org'
const audience = 'https://api.example.org'
const pairs = await Promise.all(['one', 'two', 'other'].map(() => generateKeyPair('ES256')))
const [one, two, other] = pairs
const keys = await Promise.all(pairs.slice(0, 2).map(({ publicKey }) => exportJWK(publicKey)))
const set = createLocalJWKSet({ keys })
const { verify } = createJwtVerifier({
  key: set,
  algorithms: ['ES256'],
  issuer,
  audience,
  retryMs: 1000,
  nowMs: Date.now,
})

describe('a token without the name of its key', () => {
  for (const [pair, is] of [
    [one, 'verified by the first key'],
    [two, 'verified by the second key'],
    [other, 'refused where no key fits'],
  ] as const)
    it(`is ${is}`, async () => {
      assert(pair)
      const token = await new SignJWT({ sub: 'edith' })
        .setProtectedHeader({ alg: 'ES256' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setExpirationTime('5m')
        .sign(pair.privateKey)
      const proven = await verify(token)
      assert(proven)
      if (pair === other) assert.equal('code' in proven && proven.code, 'invalid_token')
      else assert.equal('claims' in proven && proven.claims['sub'], 'edith')
    })
})

it('a token without the name of its key is verified by the key after one that is too short', async () => {
  const [short, long] = [1024, 2048].map((modulusLength) => generateKeyPairSync('rsa', { modulusLength }))
  assert(short && long)
  const rsa = await Promise.all([short, long].map(({ publicKey }) => exportJWK(publicKey)))
  const verifier = createJwtVerifier({
    key: createLocalJWKSet({ keys: rsa }),
    algorithms: ['RS256'],
    issuer,
    audience,
    retryMs: 1000,
    nowMs: Date.now,
  })
  const token = await new SignJWT({ sub: 'edith' })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime('5m')
    .sign(long.privateKey)
  const proven = await verifier.verify(token)
  assert(proven)
  assert.equal('claims' in proven && proven.claims['sub'], 'edith')
})
