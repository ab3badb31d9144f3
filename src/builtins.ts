// What is built in, a line each. A new resource, authentication method or feed is one file and one line here.
import type { AuthMethodDefinition, ResourceDefinition } from './registry/define.ts'
import { post } from './resources/post.ts'
import { category, tag } from './resources/term.ts'
import { user } from './resources/user.ts'

export const resources: readonly ResourceDefinition[] = [post, category, tag, user]

export const authMethods: readonly AuthMethodDefinition[] = []
