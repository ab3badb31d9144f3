// Mutations: the gateway only reads, so it refuses them, except for logins and refreshes where it issues tokens.
import { GraphQLError } from 'graphql'
import { isFailure, type Failure } from '../core/failure.ts'
import { refuse, type GraphContext } from '../graphql/context.ts'
import { createNodeReader } from './edges.ts'
import type { WpKinds } from './kinds.ts'
import type { Resolver, Resolvers } from './leading.ts'

/** The functions that issue tokens; `address` is the client's. */
export interface Logins {
  readonly logIn: (name: string, password: string, address: string) => Promise<LoggedIn | Failure>
  /** A refresh token → a new bearer token. */
  readonly refresh: (token: string, address: string) => Promise<string | Failure>
}

export interface LoggedIn {
  readonly token: string
  /** Null where none is issued. */
  readonly refreshToken: string | null
  readonly userId: string
}

/** The context of a request that may log in. */
export interface LoginContext extends GraphContext {
  readonly logins: Logins | null
  readonly address: string
}

/** The part of the schema that exists only where tokens are issued. */
export const loginText = `
input LoginInput
  clientMutationId: String, password: String!, username: String!
type LoginPayload
  authToken: String, clientMutationId: String, refreshToken: String, user: User
input RefreshTokenInput
  clientMutationId: String, refreshToken: String!
type RefreshTokenPayload
  authToken: String, clientMutationId: String, success: Boolean
input RefreshJwtAuthTokenInput
  clientMutationId: String, jwtRefreshToken: String!
type RefreshJwtAuthTokenPayload
  authToken: String, clientMutationId: String
type RootMutation
  login(input: LoginInput!): LoginPayload, refreshJwtAuthToken(input: RefreshJwtAuthTokenInput!): RefreshJwtAuthTokenPayload, refreshToken(input: RefreshTokenInput!): RefreshTokenPayload
`

/** Mutations that the gateway answers itself where it issues tokens. */
export const ownMutations: ReadonlySet<string> = new Set([
  '__typename',
  'login',
  'refreshJwtAuthToken',
  'refreshToken',
])

export const mutationResolver: Resolver = (_, __, ___, { fieldName }) => {
  throw new GraphQLError(`${fieldName} would change the site, but this gateway only reads it.`)
}

interface LoginArgs {
  readonly input: {
    readonly username: string
    readonly password: string
    readonly clientMutationId?: string | null
  }
}

export const loginResolver: Resolver = async (_, { input }: LoginArgs, context, { fieldName }) => {
  const { logins, address } = issuing(context, fieldName)
  const { username, password, clientMutationId = null } = input
  const found = await logins.logIn(username, password, address)
  if (isFailure(found)) return refuse(found, context)
  const { token: authToken, refreshToken, userId } = found
  return { authToken, refreshToken, clientMutationId, userId }
}

interface RefreshArgs {
  readonly input: {
    readonly refreshToken?: string
    readonly jwtRefreshToken?: string
    readonly clientMutationId?: string | null
  }
}

/** Resolves both mutations that refresh a token, each named as in another plug-in. */
export const refreshResolver: Resolver = async (_, { input }: RefreshArgs, context, { fieldName }) => {
  const { logins, address } = issuing(context, fieldName)
  const { refreshToken, jwtRefreshToken, clientMutationId = null } = input
  const found = await logins.refresh(refreshToken ?? jwtRefreshToken ?? '', address)
  if (isFailure(found)) return refuse(found, context)
  return { authToken: found, clientMutationId, success: true }
}

function issuing(context: GraphContext, fieldName: string) {
  if (!mayLogIn(context) || context.logins === null)
    throw new GraphQLError(`${fieldName} is off: this gateway issues no tokens.`)
  const { logins, address } = context
  return { logins, address }
}

function mayLogIn(context: GraphContext): context is LoginContext {
  return 'logins' in context
}

/** The account that logged in, as far as the viewer of the request may see it. */
export function loginPayload({ user }: WpKinds): Resolvers {
  const read = createNodeReader(user ? [user] : [], [])
  return {
    user: (source, _, context, info) => {
      const id = typeof source === 'object' && source !== null && 'userId' in source ? source.userId : null
      return read(id, context, info)
    },
  }
}
