// A login, by what it asks for: the same whether there is such a user or not, and at the same time.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Account } from '../../../src/site/account.ts'
import { logIn, untilStep, type LoginOptions } from '../../../src/auth/login.ts'
import { createRemembered } from '../../../src/auth/remembered.ts'
import { createWrongCredentials, type WrongStores } from '../../../src/auth/wrong-credentials.ts'
import { fail, isFailure, type Failure } from '../../../src/core/failure.ts'
import type { SharedCounts } from '../../../src/core/shared-counts.ts'
import { createSite } from '../../../src/site/site.ts'

const edith: Account = {
  id: '2',
  login: 'edith',
  email: 'edith@example.test',
  slug: 'edith',
  displayName: 'Edith',
  passwordHash: 'the hash',
  meta: () => null,
}

interface Parts {
  /** What checks of passwords fail with, one after the other. */
  readonly failures?: Failure[]
  readonly names?: WrongStores['names']
  readonly counts?: Pick<SharedCounts, 'note' | 'wait'>
}

function start(limits = { perAccount: 20, perAddress: 100 }, { failures = [], names, counts }: Parts = {}) {
  const checked: string[] = []
  const windows = () => new Map<string, { readonly endsAt: number; readonly digests: Set<string> }>()
  const options: LoginOptions = {
    reads: {
      // As a database does that takes more for equal than is
      findAccount: async (by, value) =>
        value
          .normalize('NFD')
          .replace(/[\u0300-\u036f ]/g, '')
          .toLowerCase() === edith[by]
          ? edith
          : null,
      readSite: async () =>
        createSite(new Map(), { brand: 'cms', publicUrl: 'http://x', tablePrefix: 'wp_' }),
    },
    wrong: createWrongCredentials(
      { names: names ?? windows(), ids: windows(), addresses: windows() },
      { alone: limits, shared: counts ? { ...limits, counts } : null },
    ),
    remembered: createRemembered(new Map(), 0, async (password, storedHash) => {
      checked.push(storedHash)
      return failures.shift() ?? (password === 'right' && storedHash === 'the hash')
    }),
    administrators: 'refused',
    stepMs: 0,
    nowMs: () => 0,
    clockMs: () => 0,
  }
  const as = async (name: string, password: string, address = '192.0.2.1') => {
    const found = await logIn({ name, password, address }, options)
    return isFailure(found) ? found.code : found.login
  }
  return { as, checked }
}

describe('logging in', () => {
  for (const [addresses, isOne] of [
    [['192.0.2.1', '192.0.2.2'], false],
    [['2001:db8::1', '2001:db8::2'], true],
    [['2001:db8::1', '2001:db8:0:0:ffff:ffff:ffff:ffff'], true],
    [['2001:db8::1', '2001:0DB8::192.0.2.1'], true],
    [['fe80::1', 'fe80::1%eth0'], true],
    [['2001:db8::1', '2001:db8:0:1::1'], false],
    [['2001:db8:1::', '2001:db8:2::'], false],
    [['::1', '1::'], false],
    [['::1', ''], false],
  ] as const)
    it(`counts wrong passwords of ${addresses.join(' and ')} as those of ${isOne ? 'one network' : 'two'}`, async () => {
      const { as } = start({ perAccount: 100, perAddress: 0 })
      await as('edith', 'wrong', addresses[0])
      assert.equal(await as('edith', 'right', addresses[1]), isOne ? 'too_many_wrong_credentials' : 'edith')
    })

  it('checks a password where there is no such user, too', async () => {
    const { as, checked } = start()
    assert.deepEqual(
      [await as('edith', 'wrong'), await as('nobody', 'wrong')],
      Array.from({ length: 2 }, () => 'incorrect_login'),
    )
    assert.deepEqual(checked, ['the hash', ''])
  })

  it('refuses the right password among wrong ones that came with it', async () => {
    const { as } = start({ perAccount: 2, perAddress: 100 })
    const wrong = Array.from({ length: 5 }, (_, nth) => as('edith', `wrong ${nth}`))
    const right = as('edith', 'right')
    await Promise.all(wrong)
    assert.equal(await right, 'too_many_wrong_credentials')
  })

  it('counts for the account what pushes an address over its limit', async () => {
    const { as, checked } = start({ perAccount: 2, perAddress: 3 })
    for (let nth = 1; nth <= 5; nth += 1) {
      const address = `192.0.2.${nth}`
      for (const name of ['a', 'b', 'c']) await as(`${name}${nth}`, 'wrong', address)
      await Promise.all([1, 2].map((guess) => as('edith', `wrong ${nth} ${guess}`, address)))
    }
    assert.equal(checked.filter((hash) => hash === 'the hash').length, 2)
  })

  it('lets no address that is over its limit keep others out', async () => {
    const { as } = start({ perAccount: 2, perAddress: 1 })
    for (const nth of [1, 2]) await as('nobody', `wrong ${nth}`, '192.0.2.2')
    const refused = Array.from({ length: 5 }, (_, nth) => as('edith', `wrong ${nth}`, '192.0.2.2'))
    assert.equal(await as('edith', 'right'), 'edith')
    assert.deepEqual(new Set(await Promise.all(refused)), new Set(['too_many_wrong_credentials']))
  })

  it('counts for the account by its id where names are crowded out', async () => {
    const forgetting = { get: () => undefined, set: () => {} }
    const { as } = start({ perAccount: 2, perAddress: 100 }, { names: forgetting })
    for (const nth of [1, 2, 3]) assert.equal(await as('edith', `wrong ${nth}`), 'incorrect_login')
    assert.equal(await as('edith', 'right'), 'incorrect_login')
  })

  it('counts for the address what was not checked where gateways count together', async () => {
    const known = new Map<string, Set<string>>()
    const count = (who: string, max: number, digest?: string) => {
      const noted = known.get(who) ?? new Set()
      if (digest !== undefined) known.set(who, noted.add(digest))
      return noted.size > max ? 1000 : 0
    }
    const counts: Parts['counts'] = {
      note: async (who, { max }, digest) => count(who, max, digest),
      wait: async (who, { max }) => count(who, max),
    }
    const failures = Array.from({ length: 100 }, () => fail('overloaded'))
    const { as } = start({ perAccount: 2, perAddress: 4 }, { failures, counts })
    const refused: string[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      for (const nth of [1, 2, 3]) refused.push(await as(name, `wrong ${nth}`))
    // The third try of a name is not checked, and too many of the address follow soon
    assert.equal(refused.filter((code) => code === 'overloaded').length, 5)
    assert.equal(await as('d', 'wrong', '192.0.2.2'), 'overloaded')
  })

  it('counts no password that was not checked, and none that is right', async () => {
    const { as } = start({ perAccount: 2, perAddress: 100 }, { failures: [fail('overloaded')] })
    assert.equal(await as('edith', 'wrong 0'), 'overloaded')
    for (const nth of [1, 2]) assert.equal(await as('edith', `wrong ${nth}`), 'incorrect_login')
    assert.equal(await as('edith', 'wrong 1'), 'incorrect_login')
    assert.equal(await as('edith', 'wrong 3'), 'too_many_wrong_credentials')
    const { as: other } = start({ perAccount: 1, perAddress: 1 })
    for (const password of ['right', 'wrong', 'wrong']) await other('edith', password)
    assert.equal(await other('edith', 'wrong'), 'incorrect_login')
    assert.equal(await other('edith', 'right'), 'too_many_wrong_credentials')
  })

  it('takes login and e-mail address in any case, and nothing else that the database finds', async () => {
    const { as } = start()
    for (const name of ['edith', 'EDITH', 'Edith@Example.test'])
      assert.equal(await as(name, 'right'), 'edith')
    for (const name of ['édith', 'edith ', '']) assert.equal(await as(name, 'right'), 'incorrect_login', name)
  })

  it('looks at no more passwords after too many wrong ones, of one account or from one address', async () => {
    const { as, checked } = start({ perAccount: 2, perAddress: 4 })
    const names = ['edith', 'edith@example.test', 'EDITH']
    for (const [nth, name] of names.entries()) await as(name, `wrong ${nth}`)
    const before = checked.length
    assert.equal(await as('edith', 'right', '192.0.2.2'), 'too_many_wrong_credentials')
    assert.equal(checked.length, before)
    for (const nth of [1, 2]) await as(`nobody ${nth}`, 'wrong')
    assert.equal(await as('somebody', 'wrong'), 'too_many_wrong_credentials')
    assert.equal(await as('somebody', 'wrong', '192.0.2.3'), 'incorrect_login')
  })

  it('tells by no count that two names are of one account, and yet counts for it', async () => {
    const { as } = start({ perAccount: 2, perAddress: 100 })
    for (const nth of [0, 1, 2]) await as('edith', `wrong ${nth}`)
    assert.equal(await as('edith', 'wrong 3'), 'too_many_wrong_credentials')
    for (const name of ['edith@example.test', 'nobody@example.test'])
      assert.equal(await as(name, 'wrong 4'), 'incorrect_login', name)
    assert.equal(await as('edith@example.test', 'right'), 'incorrect_login')
  })

  it('rounds the times of refusals up', () => {
    assert.deepEqual(
      [0, 1, 499, 500, 501, 1999].map((elapsed) => untilStep(elapsed, 500)),
      [0, 499, 1, 0, 499, 1],
    )
    assert.equal(untilStep(7, 0), 0)
  })
})
