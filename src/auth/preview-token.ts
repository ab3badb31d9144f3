// Preview tokens: each shows one item of content as its editors see it, for a short time. A user's token ends with the user's
// password, and with the session or application password by which the user got it. Nothing is stored.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { Preview, User } from '../core/viewer.ts'
import { parsePhpValue } from '../database/php-value.ts'
import type { Account } from '../site/account.ts'
import type { Site } from '../site/site.ts'
import { userOf, type AuthReads } from './account.ts'
import { readApplicationPasswords } from './application-password.ts'
import { isSame, liveSessions } from './cookie.ts'
import { createJwtVerifier } from './jwt.ts'

export interface PreviewTokenOptions {
  readonly reads: AuthReads
  /** The secret shared with front ends' servers; without one the site's keys sign tokens. */
  readonly secret: string | undefined
  readonly issuer: string
  readonly lifeMs: number
  readonly nowMs: () => number
}

export interface IssuedPreview {
  readonly token: string
  readonly expiresAt: Date
}

export interface PreviewTokens {
  /** Issues a token for content that the editor may edit; `editor` is null where a server sent the shared secret. */
  readonly issue: (preview: Preview) => Promise<IssuedPreview | Failure>
  readonly verify: (token: string) => Promise<Preview | Failure>
}

const audience = 'preview'
const grantClaim = 'grant'
/** The capabilities of the token, where the credential that requested it has fewer than the user. */
const allowedClaim = 'allowed'

export function createPreviewTokens(options: PreviewTokenOptions): PreviewTokens {
  const { reads, issuer, lifeMs, nowMs } = options
  return {
    issue: async ({ post, editor }) => {
      const keys = await keysOf(options)
      if (isFailure(keys)) return keys
      const [site, account] = [await reads.readSite(), editor && (await reads.findAccount('id', editor.id))]
      if (isFailure(site)) return site
      if (isFailure(account)) return account
      const nowS = Math.floor(nowMs() / 1000)
      const expiresS = nowS + Math.ceil(lifeMs / 1000)
      const grant = editor && account ? granted(editor, account, site, keys) : {}
      const token = new SignJWT({ post, ...grant })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(nowS)
        .setExpirationTime(expiresS)
      if (editor) token.setSubject(editor.id)
      return { token: await token.sign(keys.signing), expiresAt: new Date(expiresS * 1000) }
    },
    verify: async (token) => {
      const keys = await keysOf(options)
      if (isFailure(keys)) return keys.code === 'previews_unavailable' ? invalid() : keys
      const verifier = createJwtVerifier({
        key: keys.signing,
        algorithms: ['HS256'],
        issuer,
        audience,
        retryMs: 0,
        nowMs,
      })
      const proven = await verifier.verify(token)
      if (proven === null || isFailure(proven)) return invalid()
      const { post, sub, [grantClaim]: grant, [allowedClaim]: allowed } = proven.claims
      if (typeof post !== 'string') return invalid()
      if (sub === undefined) return { post, editor: null }
      if (typeof sub !== 'string' || typeof grant !== 'string') return invalid()
      const editor = await editorOf(sub, grant, keys, options)
      if (isFailure(editor)) return editor
      if (!Array.isArray(allowed)) return { post, editor }
      return {
        post,
        editor: { ...editor, capabilities: editor.capabilities.intersection(new Set(allowed.map(String))) },
      }
    },
  }
}

function granted(editor: User, account: Account, site: Site, keys: Keys): Readonly<Record<string, unknown>> {
  const grant = { [grantClaim]: sealed(grantOf(editor), account, keys) }
  const isNarrowed = !userOf(account, site, null).capabilities.isSubsetOf(editor.capabilities)
  return isNarrowed ? { ...grant, [allowedClaim]: [...editor.capabilities] } : grant
}

function invalid(): Failure {
  return fail('invalid_preview_token')
}

interface Keys {
  readonly signing: KeyObject
  readonly sealing: KeyObject
}

async function keysOf({ secret, reads }: PreviewTokenOptions): Promise<Keys | Failure> {
  const secrets = secret === undefined ? await reads.readSecrets() : { loggedIn: secret }
  // The site's keys are neither among the settings nor in its options
  if (isFailure(secrets))
    return secrets.code === 'rest_cookie_invalid_nonce' ? fail('previews_unavailable') : secrets
  const derived = (use: string) =>
    createSecretKey(createHmac('sha256', secrets.loggedIn).update(`lectern preview ${use}`).digest())
  return { signing: derived('token'), sealing: derived('grant') }
}

/** The user of a token, as long as the credential that requested it is valid. */
async function editorOf(
  id: string,
  grant: string,
  keys: Keys,
  { reads, nowMs }: PreviewTokenOptions,
): Promise<User | Failure> {
  const [site, account] = await Promise.all([reads.readSite(), reads.findAccount('id', id)])
  if (isFailure(site)) return site
  if (account === null || isFailure(account)) return account ?? invalid()
  const isGood = grantsOf(account, nowMs() / 1000).some((each) => isSame(grant, sealed(each, account, keys)))
  return isGood ? userOf(account, site, null) : invalid()
}

const byPassword = 'password'

function grantOf({ session, applicationPassword: uuid }: User): string {
  if (session !== undefined) return `session ${session}`
  return uuid === undefined ? byPassword : `application password ${uuid}`
}

/** All credentials of an account that can request tokens at present. */
function grantsOf(account: Account, nowS: number): readonly string[] {
  const sessions = liveSessions(parsePhpValue(account.meta('session_tokens') ?? ''), nowS)
  const passwords = readApplicationPasswords(parsePhpValue(account.meta('_application_passwords') ?? ''))
  return [
    byPassword,
    ...sessions.map((each) => `session ${each}`),
    ...passwords.map(({ uuid }) => `application password ${uuid}`),
  ]
}

function sealed(grant: string, { id, passwordHash }: Account, { sealing }: Keys): string {
  return createHmac('sha256', sealing).update(`${id} ${passwordHash} ${grant}`).digest('base64url')
}
