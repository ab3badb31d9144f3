// Authentication methods.
import type { Failure } from '../core/failure.ts'
import type { Request } from '../core/request.ts'
import type { Anonymous, Viewer } from '../core/viewer.ts'
import type { Site } from '../site/site.ts'

/** Finds the viewer of a request: null where it has no credentials of this kind; a failure where they are wrong. */
export interface AuthMethodDefinition {
  readonly name: string
  /** Headers, besides `Authorization` and `Cookie`, that carry its credentials: responses name them in `Vary`. */
  readonly variesBy?: readonly string[]
  /** Returns null at once where there are no credentials; a promise where the body or the database has to be read. */
  readonly authenticate: (request: Request) => Promise<Viewer | Undecided | Failure | null> | null
  /** The security schemes of OpenAPI that a request needs together; null while the method is switched off. */
  readonly schemes?: (site: Site) => Readonly<Record<string, SecurityScheme>> | null
}

/** Credentials that identify no account and refuse nothing: `viewer` is used where no later method finds an account. */
export interface Undecided {
  readonly kind: 'undecided'
  readonly viewer: Anonymous
}

export type SecurityScheme =
  | {
      readonly type: 'apiKey'
      readonly in: 'cookie' | 'header' | 'query'
      readonly name: string
      readonly description: string
    }
  | {
      readonly type: 'http'
      readonly scheme: string
      readonly bearerFormat?: string
      readonly description: string
    }
