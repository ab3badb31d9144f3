// An item as REST sends it to anonymous viewers, kept until a value that it depends on changes.
import type { Counted } from '../core/counter.ts'
import type { Tag } from '../core/tag.ts'
import type { WrittenJson } from '../core/written-json.ts'

export interface KeptItem {
  readonly json: WrittenJson
  /** The item's address on the site itself, if it has one. */
  readonly page: string | null
  readonly tags: ReadonlySet<Tag>
  /**
   * The numbers of counters that run through a page (`count`), as the item found them: the kept item fits only where it would find the
   * same.
   */
  readonly counted: Counted
}
