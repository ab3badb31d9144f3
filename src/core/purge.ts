// What is to be dropped from the caches because somebody wants it gone.
import type { Tag } from './tag.ts'

export type Purge =
  | { readonly kind: 'all' }
  | { readonly kind: 'tags'; readonly tags: readonly Tag[] }
  /** Every answer at this path, whatever its query. */
  | { readonly kind: 'path'; readonly path: string }
