// A whole authorization server on this machine (oidc-provider), and a client that gets tokens from it as real ones do: by
// the authorization code flow with PKCE. Whoever is hinted at is logged in, and consents to everything.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { Provider, type Context } from 'oidc-provider'
import { startRemoteServer } from './remote-server.ts'
import { keyPair } from './tokens.ts'
import { exportJWK } from 'jose'

/** Its tokens for the first are opaque, for the second JWTs (RFC 9068). */
export const resources = {
  opaque: 'https://gateway.example.org/opaque',
  signed: 'https://gateway.example.org/signed',
  other: 'https://elsewhere.example.org/opaque',
}

export interface AuthorizationServer {
  readonly issuer: string
  readonly jwksUrl: string
  readonly introspectionUrl: string
  /** How often it was asked for an introspection. */
  readonly introspections: () => number
  /** The tokens of a user, for a resource; without one they say nothing of whom they are for. */
  readonly tokensOf: (login: string, resource?: string, scope?: string) => Promise<Tokens>
  /** A token that the client gets for itself. */
  readonly clientToken: (clientId: string, resource: string) => Promise<string>
  readonly revoke: (token: string) => Promise<void>
  readonly stop: () => Promise<void>
}

export interface Tokens {
  readonly access: string
  readonly refresh: string
}

/** What the gateway is to the server. */
export const gatewayClient = { id: 'gateway', secret: 'a secret: 100% of the gateway + & of nobody else' }

const redirectUri = 'http://127.0.0.1/back'
const clientSecret = 'of the app'

export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  const server = await startRemoteServer((_, response) => void response.writeHead(503).end())
  const issuer = server.url
  const provider = new Provider(issuer, await configuration())
  const handle = provider.callback()
  let introspections = 0
  server.answerWith(async (incoming, response) => {
    const { url = '' } = incoming
    if (url.startsWith('/token/introspection')) introspections += 1
    if (!url.startsWith('/interaction/')) return handle(incoming, response)
    const { params } = await provider.interactionDetails(incoming, response)
    const result = { login: { accountId: params['login_hint'] }, consent: {} }
    await provider.interactionFinished(incoming, response, result, { mergeWithLastSubmission: false })
  })
  const post = async (path: string, form: Readonly<Record<string, string>>, client = 'app') => {
    const authorization = `Basic ${Buffer.from(`${client}:${encodeURIComponent(clientSecret)}`).toString('base64')}`
    const response = await fetch(issuer + path, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams(form),
    })
    const text = await response.text()
    assert.equal(response.status, 200, text)
    return text === '' ? {} : Object.fromEntries(Object.entries<unknown>(JSON.parse(text)))
  }
  return {
    issuer,
    jwksUrl: `${issuer}/jwks`,
    introspectionUrl: `${issuer}/token/introspection`,
    introspections: () => introspections,
    tokensOf: async (login, resource, scope = 'openid offline_access posts') => {
      const verifier = randomBytes(32).toString('base64url')
      const asked = new URLSearchParams({
        client_id: 'app',
        response_type: 'code',
        redirect_uri: redirectUri,
        scope,
        prompt: 'consent',
        login_hint: login,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...(resource === undefined ? {} : { resource }),
      })
      const code = await codeFrom(`${issuer}/auth?${asked.toString()}`)
      const given = await post('/token', {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        ...(resource === undefined ? {} : { resource }),
      })
      return { access: String(given['access_token']), refresh: String(given['refresh_token']) }
    },
    clientToken: async (clientId, resource) => {
      const form = { grant_type: 'client_credentials', resource, scope: 'posts' }
      return String((await post('/token', form, clientId))['access_token'])
    },
    revoke: async (token) => void (await post('/token/revocation', { token })),
    stop: server.stop,
  }
}

async function configuration(): Promise<object> {
  const keys = await Promise.all([signingKey('rsa', 'RS256'), signingKey('curve', 'ES256')])
  const app = {
    client_secret: clientSecret,
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
    response_types: ['code'],
  }
  return {
    jwks: { keys },
    clients: [
      { client_id: 'app', ...app },
      // A client that is called as a user is
      { client_id: 'edith', ...app },
      {
        client_id: gatewayClient.id,
        client_secret: gatewayClient.secret,
        redirect_uris: [],
        grant_types: [],
        response_types: [],
      },
    ],
    cookies: { keys: ['of these tests'] },
    scopes: ['openid', 'offline_access', 'posts', 'drafts'],
    ttl: {
      AccessToken: 600,
      ClientCredentials: 600,
      RefreshToken: 600,
      Grant: 600,
      Interaction: 60,
      Session: 60,
    },
    interactions: { url: (_: Context, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    findAccount: async (_: Context, accountId: string) => ({
      accountId,
      claims: async () => ({ sub: accountId }),
    }),
    loadExistingGrant: async ({ oidc: { client, session, provider } }: Context) => {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid offline_access posts drafts')
      for (const resource of Object.values(resources)) grant.addResourceScope(resource, 'posts drafts')
      await grant.save()
      return grant
    },
    features: {
      devInteractions: { enabled: false },
      introspection: { enabled: true },
      revocation: { enabled: true },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_: Context, resource: string) => ({
          scope: 'posts drafts',
          audience: resource,
          accessTokenFormat: resource === resources.signed ? 'jwt' : 'opaque',
        }),
      },
    },
  }
}

async function signingKey(kid: string, alg: string): Promise<object> {
  const { privateKey } = await keyPair(kid, alg)
  return { ...(await exportJWK(privateKey)), kid, alg, use: 'sig' }
}

/** Follows redirects as a browser does, with its cookies, until it is sent back to the client. */
async function codeFrom(url: string): Promise<string> {
  const cookies = new Map<string, string>()
  for (let at = url, left = 10; left > 0; left -= 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const location = new URL(response.headers.get('location') ?? assert.fail(await response.text()), at)
    if (location.href.startsWith(redirectUri))
      return location.searchParams.get('code') ?? assert.fail(location.href)
    at = location.href
  }
  assert.fail('the server sends its client around')
}
