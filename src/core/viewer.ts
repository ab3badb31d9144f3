// Who is asking. What a viewer may see becomes part of every plan; nothing downstream asks again.

export type Viewer = Anonymous | User

export interface Anonymous {
  readonly kind: 'anonymous'
  /** A fresh nonce, where a valid one came. */
  readonly nonce: string | null
  /** Seconds to wait, where too many wrong credentials came from the same side: what is refused says so. */
  readonly retryAfterS: number | null
}

export interface User {
  readonly kind: 'user'
  readonly id: string
  readonly capabilities: ReadonlySet<string>
  /** A fresh nonce, for one who came with a cookie and a nonce. */
  readonly nonce: string | null
  /** Which of the user's application passwords the request came with, by its UUID. */
  readonly applicationPassword?: string
}

/** The viewer without any credentials: whoever is this very one shares answers. */
export const anonymous: Anonymous = Object.freeze({ kind: 'anonymous', nonce: null, retryAfterS: null })

export function can(viewer: Viewer, capability: string): boolean {
  return viewer.kind === 'user' && viewer.capabilities.has(capability)
}
