// An item as REST sends it to anonymous viewers, kept until something that it depends on changes.
import type { Counted } from '../core/counter.ts'
import type { Tag } from '../core/tag.ts'
import type { WrittenJson } from '../core/written-json.ts'

export interface KeptItem {
  readonly json: WrittenJson
  /** The item's address on the site itself, if it has one. */
  readonly page: string | null
  readonly tags: ReadonlySet<Tag>
  /**
   * The item's use of numbers that run through a page (`count`): the kept item fits only where it would find the same
   * numbers.
   */
  readonly counted: Counted
}
