// The owner's requests to drop entries from the caches.
import type { RequestAddress } from './request.ts'
import type { Tag } from './tag.ts'

/** A purge as it was sent: the address may have any spelling that clients may use. */
export type PurgeRequest =
  | { readonly kind: 'all' }
  | { readonly kind: 'tags'; readonly tags: readonly Tag[] }
  | { readonly kind: 'address'; readonly address: RequestAddress }

/** A purge as the caches execute it. `path` drops every reply with this canonical path, whatever its query. */
export type Purge =
  | Exclude<PurgeRequest, { readonly kind: 'address' }>
  | { readonly kind: 'path'; readonly path: string }

/** A purge that caches have executed, and how many responses it dropped. */
export interface Purged {
  readonly purge: Purge
  readonly dropped: number
}
