// The viewer of a request. What a viewer may see becomes part of every plan; nothing downstream checks again.

export type Viewer = Anonymous | User

export interface Anonymous {
  readonly kind: 'anonymous'
  /** A new nonce, where the request had a valid one. */
  readonly nonce: string | null
  /** Seconds to wait after too many wrong credentials of this client, for refusals. */
  readonly retryAfterS: number | null
  /** The content that a preview token shows in addition; all else is as for any anonymous viewer. */
  readonly preview?: Preview
}

/** True for anonymous viewers without a preview token, who all see the same. */
export function seesWhatAllSee(viewer: Viewer): boolean {
  return viewer.kind === 'anonymous' && viewer.preview === undefined
}

export interface Preview {
  readonly post: string
  /** The user who got the token, with present rights; null where a front end's server got it by the shared secret. */
  readonly editor: User | null
}

export interface User {
  readonly kind: 'user'
  readonly id: string
  readonly capabilities: ReadonlySet<string>
  /** The page of the site's privacy policy, and the additional capability that editing it takes; absent where there is none. */
  readonly privacyPage?: { readonly id: string; readonly capability: string }
  /** A new nonce, where the request had a cookie and a valid nonce. */
  readonly nonce: string | null
  /** The UUID of the application password that the request came with. */
  readonly applicationPassword?: string
  /** The hash of the session's token, where the request had a cookie. */
  readonly session?: string
}

/** The viewer without credentials. Only requests with this very object share responses. */
export const anonymous: Anonymous = Object.freeze({ kind: 'anonymous', nonce: null, retryAfterS: null })

/** The page that the viewer may not edit, whatever other capabilities allow (map_meta_cap, manage_privacy_options). */
export function lockedPage(viewer: Viewer): string | null {
  if (viewer.kind !== 'user' || viewer.privacyPage === undefined) return null
  const { id, capability } = viewer.privacyPage
  return viewer.capabilities.has(capability) ? null : id
}

export function can(viewer: Viewer, capability: string): boolean {
  return viewer.kind === 'user' && viewer.capabilities.has(capability)
}
