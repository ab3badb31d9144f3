// Mutations: the gateway reads, and says so. Where it issues tokens, a login gives one.
import { GraphQLError } from 'graphql'
import { isFailure, type Failure } from '../core/failure.ts'
import { refuse, type GraphContext } from '../graphql/context.ts'
import { createNodeReader } from './edges.ts'
import type { WpKinds } from './kinds.ts'
import type { Resolver, Resolvers } from './leading.ts'

/** A name and a password → a token and whose it is. */
export type LogIn = (name: string, password: string) => Promise<LoggedIn | Failure>

export interface LoggedIn {
  readonly token: string
  readonly userId: string
}

/** What a request that may log in is answered with. */
export interface LoginContext extends GraphContext {
  readonly logIn: LogIn | null
}

/** The part of the schema that there is only where tokens are issued. */
export const loginText = `
input LoginInput
  clientMutationId: String, password: String!, username: String!
type LoginPayload
  authToken: String, clientMutationId: String, refreshToken: String, user: User
type RootMutation
  login(input: LoginInput!): LoginPayload
`

/** What the gateway answers itself where it issues tokens. */
export const ownMutations: ReadonlySet<string> = new Set(['__typename', 'login'])

export const mutationResolver: Resolver = (_, __, ___, { fieldName }) => {
  throw new GraphQLError(`${fieldName} changes the site, which this interface only reads.`)
}

interface LoginArgs {
  readonly input: {
    readonly username: string
    readonly password: string
    readonly clientMutationId?: string | null
  }
}

export const loginResolver: Resolver = async (_, { input }: LoginArgs, context, { fieldName }) => {
  if (!mayLogIn(context) || context.logIn === null)
    throw new GraphQLError(`${fieldName} is off: this gateway issues no tokens.`)
  const { username, password, clientMutationId = null } = input
  const found = await context.logIn(username, password)
  if (isFailure(found)) return refuse(found, context)
  return { authToken: found.token, refreshToken: null, clientMutationId, userId: found.userId }
}

function mayLogIn(context: GraphContext): context is LoginContext {
  return 'logIn' in context
}

/** Whoever logged in, as far as the viewer of the request may see them. */
export function loginPayload({ user }: WpKinds): Resolvers {
  const read = createNodeReader(user ? [user] : [], [])
  return {
    user: (source, _, context, info) => {
      const id = typeof source === 'object' && source !== null && 'userId' in source ? source.userId : null
      return read(id, context, info)
    },
  }
}
