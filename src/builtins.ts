// What is built in, a line each. A new resource, authentication method or feed is one file and one line here.
import {
  createApplicationPasswordMethod,
  type ApplicationPasswordOptions,
} from './auth/application-password-method.ts'
import { createCookieMethod, type CookieMethodOptions } from './auth/cookie-method.ts'
import type { AuthMethodDefinition, ResourceDefinition } from './registry/define.ts'
import { post } from './resources/post.ts'
import { category, tag } from './resources/term.ts'
import { user } from './resources/user.ts'

export const resources: readonly ResourceDefinition[] = [post, category, tag, user]

/** In the order in which they are asked: a cookie says who it is, whatever else is sent. */
export const authMethods: readonly ((options: AuthMethodOptions) => AuthMethodDefinition)[] = [
  createCookieMethod,
  createApplicationPasswordMethod,
]

type AuthMethodOptions = CookieMethodOptions & ApplicationPasswordOptions
