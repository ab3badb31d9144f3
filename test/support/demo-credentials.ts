// Credentials of the demo data's users (sql/demo.sql), made as the owning system makes them. The keys were made for the
// demo, and protect nothing.
import { createHash, createHmac } from 'node:crypto'
import { createNonce } from '../../src/auth/nonce.ts'
import type { ConfigFile } from '../../src/settings/config.ts'

export const demoKeys = {
  loggedInKey: 'oracle-a-logged-in-key-ab7e7267868c59debffc17d62fbec2704feb9a68',
  loggedInSalt: 'oracle-a-logged-in-salt-3ef8aad66adb0f4e3f1dc2990091af5a079caedc',
  nonceKey: 'oracle-a-nonce-key-7c34857091a88dcffefd2286a0fa9d774aecd138',
  nonceSalt: 'oracle-a-nonce-salt-cd8f62debdcd5b072334b73da7798abc0a2a1acc',
} satisfies ConfigFile

interface DemoUser {
  readonly id: string
  readonly token: string
  /** What the login cookie is signed with of the password's hash. */
  readonly fragment: string
  readonly applicationPassword: string
}

export const demoUsers = {
  admin: {
    id: '1',
    token: '52e823a3a5a7bc37e91215e7cb8d4fa5367db4a1e18',
    fragment: 'aHK6',
    applicationPassword: 'txti0qcyU1Vumy8xzGWXl9NJ',
  },
  edith: {
    id: '2',
    token: '8bc1559d8a1dd8900dfc05ad7b9d345fe9fd744d4d6',
    fragment: 'dZje',
    applicationPassword: 'WE2iV9EzsJV8k6FpIRvHnm8o',
  },
  arthur: {
    id: '3',
    token: '42136c5202d761066077e626c5cb36489e1dcfa4c9a',
    fragment: 'k33u',
    applicationPassword: 'C2cspmn6xurdRyf8W2aXRhXA',
  },
  connie: {
    id: '4',
    token: 'd578ffa11b95e9e756213f6b42444e3e56d75efded9',
    fragment: 'jHRa',
    applicationPassword: 'ONi6pLyS3HHWajnf35WsbtlA',
  },
  sam: {
    id: '5',
    token: '224c373400dc7391ff227560ed584fc4687f9ed9e0c',
    fragment: 'n0.K',
    applicationPassword: 'lAlH42nDwxW9QlmiRoDXfbZ9',
  },
} satisfies Record<string, DemoUser>

export type DemoLogin = keyof typeof demoUsers

export function basic(name: string, password: string): Readonly<Record<string, string>> {
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` }
}

export function asUser(login: DemoLogin): Readonly<Record<string, string>> {
  return basic(login, demoUsers[login].applicationPassword)
}

const cookieName = `wordpress_logged_in_${createHash('md5').update('http://127.0.0.1:8081').digest('hex')}`

/** A login cookie; of any user whose fragment is known, with anything about it changed. */
export function cookieOf(
  login: DemoLogin,
  change: { readonly expiresAt?: number; readonly token?: string; readonly as?: string } = {},
): string {
  const { fragment, token: own } = demoUsers[login]
  const { expiresAt = 4_070_908_800, token = own, as = login } = change
  const secret = demoKeys.loggedInKey + demoKeys.loggedInSalt
  const key = createHmac('md5', secret).update(`${as}|${fragment}|${expiresAt}|${token}`).digest('hex')
  const hmac = createHmac('sha256', key).update(`${as}|${expiresAt}|${token}`).digest('hex')
  return `${cookieName}=${encodeURIComponent(`${as}|${expiresAt}|${token}|${hmac}`)}`
}

export function nonceOf(login: DemoLogin, ticksAgo = 0): string {
  const { id, token } = demoUsers[login]
  return createNonce({
    nowS: Date.now() / 1000 - ticksAgo * 43_200,
    userId: id,
    token,
    secret: demoKeys.nonceKey + demoKeys.nonceSalt,
  })
}
