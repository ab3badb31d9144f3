// Ways to log in.
import type { Failure } from '../core/failure.ts'
import type { Request } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Site } from '../site/site.ts'

/** Says who is asking: null where the request holds no credentials of its kind; a failure where they are wrong. */
export interface AuthMethodDefinition {
  readonly name: string
  /** At once, unless its body has to be read to know. */
  readonly authenticate: (request: Request) => Promise<Viewer | Failure | null> | null
  /** What a request brings for it, all together, as OpenAPI has it; null while it is off. */
  readonly schemes?: (site: Site) => Readonly<Record<string, SecurityScheme>> | null
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
