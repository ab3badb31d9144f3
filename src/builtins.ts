// What is built in, a line each. A new content type, taxonomy, resource or authentication method is one file and one line
// here.
import {
  createApplicationPasswordMethod,
  type ApplicationPasswordOptions,
} from './auth/application-password-method.ts'
import { createCookieMethod, type CookieMethodOptions } from './auth/cookie-method.ts'
import type {
  AuthMethodDefinition,
  ContentTypeDefinition,
  ResourceDefinition,
  TaxonomyDefinition,
} from './registry/define.ts'
import { contentResource } from './resources/content-type.ts'
import { contentTypes } from './resources/content-types.ts'
import { attachment, mediaResource } from './resources/media.ts'
import { taxonomies, taxonomyResource } from './resources/taxonomy.ts'
import { user } from './resources/user.ts'
import { versionResources } from './resources/version.ts'

export interface Kinds {
  readonly contentTypes: readonly ContentTypeDefinition[]
  readonly taxonomies: readonly TaxonomyDefinition[]
}

export const builtinKinds: Kinds = { contentTypes: [...contentTypes, attachment], taxonomies }

/** Everything that is read from tables: what each kind of content and of terms is served by, and the rest. */
export function resourcesOf(kinds: Kinds): readonly ResourceDefinition[] {
  return [
    ...kinds.contentTypes.map((type) =>
      type === attachment ? mediaResource() : contentResource(type, kinds.taxonomies),
    ),
    ...kinds.contentTypes.filter((type) => type !== attachment).flatMap(versionResources),
    ...kinds.taxonomies.map((taxonomy) => taxonomyResource(taxonomy, kinds.contentTypes)),
    user,
  ]
}

/** In the order in which they are asked: a cookie says who it is, whatever else is sent. */
export const authMethods: readonly ((options: AuthMethodOptions) => AuthMethodDefinition)[] = [
  createCookieMethod,
  createApplicationPasswordMethod,
]

type AuthMethodOptions = CookieMethodOptions & ApplicationPasswordOptions
