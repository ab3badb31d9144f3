// Credentials of several kinds at once: whom WordPress 7.1.4 took a request for, with each combination of a login cookie, a
// nonce and an application password; and passwords of which WordPress keeps a slow hash.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createNonce } from '../../src/auth/nonce.ts'
import { portableHash } from '../../src/auth/portable-hash.ts'
import { asUser, basic, cookieOf, demoKeys, demoUsers, nonceOf } from '../support/demo-credentials.ts'
import { at, onOneDatabase } from '../support/gateway.ts'

const me = '/cms-json/cms/v2/users/me'

const cookies = {
  none: null,
  own: cookieOf('edith'),
  expired: cookieOf('edith', { expiresAt: 1_600_000_000 }),
  malformed: cookieOf('edith').replace(/=.*/, '=x'),
  'of another site': 'wordpress_logged_in_ffffffffffffffffffffffffffffffff=x',
}
const nobodys = (token: string) =>
  createNonce({
    nowS: Date.now() / 1000,
    userId: '0',
    token,
    secret: demoKeys.nonceKey + demoKeys.nonceSalt,
  })
const nonces = {
  none: null,
  own: nonceOf('edith'),
  "nobody's": nobodys(''),
  "nobody's of the session": nobodys(demoUsers.edith.token),
  wrong: 'bad',
}
const passwords = [null, asUser('arthur'), basic('arthur', 'nope')]

/** Without a password, with a right one and with a wrong one; `+` where a fresh nonce comes back. */
const measured: readonly (readonly [keyof typeof cookies, keyof typeof nonces, string])[] = [
  ['none', 'none', 'nobody arthur nobody'],
  ['none', 'own', 'refused arthur refused'],
  ['none', "nobody's", 'nobody+ arthur nobody+'],
  ['none', "nobody's of the session", 'refused arthur refused'],
  ['none', 'wrong', 'refused arthur refused'],
  ['own', 'none', 'nobody nobody nobody'],
  ['own', 'own', 'edith+ edith+ edith+'],
  ['own', "nobody's", 'refused refused refused'],
  ['own', "nobody's of the session", 'refused refused refused'],
  ['own', 'wrong', 'refused refused refused'],
  ['expired', 'none', 'nobody arthur nobody'],
  ['expired', 'own', 'refused arthur refused'],
  ['expired', "nobody's", 'refused arthur refused'],
  ['expired', "nobody's of the session", 'nobody+ arthur nobody+'],
  ['expired', 'wrong', 'refused arthur refused'],
  ['malformed', 'none', 'nobody arthur nobody'],
  ['malformed', 'own', 'refused arthur refused'],
  ['malformed', "nobody's", 'nobody+ arthur nobody+'],
  ['malformed', "nobody's of the session", 'refused arthur refused'],
  ['malformed', 'wrong', 'refused arthur refused'],
  ['of another site', 'none', 'nobody arthur nobody'],
  ['of another site', 'own', 'refused arthur refused'],
  ['of another site', "nobody's", 'nobody+ arthur nobody+'],
  ['of another site', "nobody's of the session", 'refused arthur refused'],
  ['of another site', 'wrong', 'refused arthur refused'],
]

onOneDatabase(
  'credentials of several kinds',
  'who the viewer is follows from rows that are read alike; login-methods.test.ts has each kind on every server',
  (on) => {
    const whoIs = async (headers: Readonly<Record<string, string>>) => {
      const { status, json, headers: got } = await on().gateway.get(me, headers)
      const name = status === 401 ? 'nobody' : status === 403 ? 'refused' : at(json, 'slug')
      return `${String(name)}${got.has('x-cms-nonce') ? '+' : ''}`
    }

    it('auth-together/1 are taken as WordPress takes them', async () => {
      const found: typeof measured = await Promise.all(
        measured.map(async ([cookie, nonce]) => {
          const [own, sent] = [cookies[cookie], nonces[nonce]]
          const headers = {
            ...(own === null ? {} : { cookie: own }),
            ...(sent === null ? {} : { 'x-cms-nonce': sent }),
          }
          const names = passwords.map((password) => whoIs({ ...headers, ...password }))
          return [cookie, nonce, (await Promise.all(names)).join(' ')] as const
        }),
      )
      assert.deepEqual(found, measured)
    })

    it('auth-together/2 name a user with blanks around the name', async () => {
      const { applicationPassword } = demoUsers.edith
      for (const name of [' edith', 'edith ', '\tedith@example.test\n'])
        assert.equal(await whoIs(basic(name, applicationPassword)), 'edith', JSON.stringify(name))
    })
  },
  demoKeys,
)

const plain = 'AbCdEfGhIjKlMnOpQrStUvWx'
const rowOf = (slowHash: string) =>
  `a:1:{i:0;a:2:{s:4:"uuid";s:1:"x";s:8:"password";s:${slowHash.length}:"${slowHash}";}}`

onOneDatabase(
  'application passwords with slow hashes',
  'they are checked apart from the database',
  (on) => {
    it('auth-together/3 are checked for nobody who has sent too many wrong ones, unless they are known', async () => {
      const { database, gateway } = on()
      for (const [user, salt] of [
        [3, 'SaltSalt'],
        [4, 'TlasTlas'],
      ] as const)
        await database.execute(
          `update wp_usermeta set meta_value = ? where user_id = ? and meta_key = '_application_passwords'`,
          [rowOf(portableHash(plain, `$P$B${salt}${'a'.repeat(22)}`) ?? ''), user],
        )
      const status = async (name: string, password: string) =>
        (await gateway.get(me, basic(name, password))).status
      assert.equal(await status('arthur', plain), 200)
      assert.equal(await status('arthur', 'AbCd EfGh IjKl MnOp QrSt UvWx'), 200)
      const wrong = await Promise.all(Array.from({ length: 12 }, (_, nth) => status('arthur', `wrong${nth}`)))
      assert(
        wrong.every((each) => [401, 429, 503].includes(each)),
        wrong.join(),
      )
      for (let nth = 0; nth < 6; nth += 1) await status('nobody', `wrong${nth}`)
      assert.equal(await status('arthur', plain), 200)
      // It is right, and was not asked for before
      assert.equal(await status('connie', plain), 429)
      assert.equal((await gateway.get(me, asUser('edith'))).status, 200)
    })
  },
  { ...demoKeys, wrongPerAddressMax: 5, passwordChecksMax: 4 },
)
