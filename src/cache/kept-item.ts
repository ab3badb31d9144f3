// An item as it goes out to whoever is not logged in, kept until something that it was made of changes.
import type { Counted } from '../core/counter.ts'
import type { Tag } from '../core/tag.ts'

export interface KeptItem {
  readonly json: Buffer
  /** Where it is on the site itself, if it is a page there. */
  readonly page: string | null
  readonly tags: ReadonlySet<Tag>
  /** What it has of numbers that run through a page: it is the same only where it finds the same. */
  readonly counted: Counted
}
