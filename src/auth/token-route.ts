// Token routes for single-page apps: one issues a bearer token for a user's name and password, one validates a token, in the
// format of the plugin that most sites use for it.
import { Type } from 'typebox'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { noTags } from '../core/reply.ts'
import type { Answer } from '../registry/route.ts'
import type { Registry } from '../registry/registry.ts'
import { isBearer, type TokenVerifier } from './bearer.ts'
import { logIn, type LoginOptions } from './login.ts'
import type { IssueToken } from './own-token.ts'

export interface TokenRouteOptions extends LoginOptions {
  readonly issue: IssueToken
  /** Refresh tokens, which clients exchange for new bearer tokens; null where there are none. */
  readonly refresh: { readonly issue: IssueToken; readonly verifier: TokenVerifier } | null
}

export function registerTokenRoutes(registry: Registry, options: TokenRouteOptions): void {
  const route = { namespace: 'jwt-auth/v1', methods: ['POST'], isOwn: true } as const
  registry.route({
    ...route,
    path: '/token',
    args: {
      username: Type.String({ required: true, description: 'A login or an e-mail address.' }),
      password: Type.String({ required: true, description: "The user's password." }),
    },
    permission: 'public',
    handle: async ({ request, args: { username: name, password } }) => {
      const account = await logIn({ name, password, address: request.client.address }, options)
      if (isFailure(account)) return account
      const { email, slug, displayName } = account
      return answer({
        token: await options.issue(account),
        user_email: email,
        user_nicename: slug,
        user_display_name: displayName,
      })
    },
  })
  registry.route({
    ...route,
    path: '/token/validate',
    args: {},
    permission: 'public',
    // Authentication has refused an invalid token before this
    handle: async ({ request, viewer }): Promise<Answer | Failure> =>
      viewer.kind === 'user' && isBearer(request.header('authorization'))
        ? answer({ code: 'jwt_auth_valid_token', data: { status: 200 } })
        : fail('invalid_token'),
  })
}

function answer(body: object): Answer {
  return { body, headers: [], tags: noTags, store: 'never' }
}
