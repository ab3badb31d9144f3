// Nonces: those that a real installation made, when they are good, and what they are bound to.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createNonce, verifyNonce, type NonceOf } from '../../../src/auth/nonce.ts'
import { anyCodePoints } from '../../support/code-points.ts'

const secret =
  'oracle-a-nonce-key-7c34857091a88dcffefd2286a0fa9d774aecd138' +
  'oracle-a-nonce-salt-cd8f62debdcd5b072334b73da7798abc0a2a1acc'
const admin: Omit<NonceOf, 'nowS'> = {
  userId: '1',
  token: '52e823a3a5a7bc37e91215e7cb8d4fa5367db4a1e18',
  secret,
}
const start = 1_767_225_600

describe('createNonce', () => {
  const cases = [
    [start, '42b3b22db8'],
    [start + 1, '67a58658bd'],
    [start + 43_200, '67a58658bd'],
    [start + 43_201, '48f60ffe1d'],
  ] as const
  for (const [nowS, nonce] of cases)
    it(`is ${nonce} at ${nowS}`, () => assert.equal(createNonce({ ...admin, nowS }), nonce))

  it('is there for nobody, too', () => {
    assert.equal(createNonce({ nowS: start, userId: '0', token: '', secret }), '9b6d821716')
  })
})

describe('verifyNonce', () => {
  it('takes this half day and the one before', () => {
    const nonce = '42b3b22db8'
    const at = (nowS: number) => verifyNonce(nonce, { ...admin, nowS })
    assert.deepEqual(
      [start - 43_200, start - 43_199, start, start + 1, start + 43_200, start + 43_201].map(at),
      [false, true, true, true, true, false],
    )
  })

  it('refuses one of another user, session or secret', () => {
    const of = { ...admin, nowS: start }
    assert(!verifyNonce('42b3b22db8', { ...of, userId: '2' }))
    assert(!verifyNonce('42b3b22db8', { ...of, token: 'x' }))
    assert(!verifyNonce('42b3b22db8', { ...of, secret: 'x' }))
    for (const text of ['', '42b3b22db', '42b3b22db8 ', '42B3B22DB8', '9b6d821716'])
      assert(!verifyNonce(text, of))
  })

  it('takes any text, and what it gave itself', () => {
    fc.assert(
      fc.property(anyCodePoints(), fc.nat(), fc.nat(43_200), (text, nowS, later) => {
        assert(!verifyNonce(text, { ...admin, nowS }))
        const nonce = createNonce({ ...admin, token: text, nowS })
        assert(verifyNonce(nonce, { ...admin, token: text, nowS: nowS + later }))
      }),
    )
  })
})
