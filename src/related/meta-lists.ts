// Values of postmeta with several rows under one key.
import { textOf, type Integer } from '../database/tables.ts'
import { isFailure } from '../core/failure.ts'
import { metaRows, ofPosts } from './meta-rows.ts'
import { distinct, reached, type Page, type Part, type Relation } from './relation.ts'

export interface MetaListsPart {
  /** Keys of postmeta whose values are all read. */
  readonly needs: { readonly allMeta?: readonly string[] }
  readonly found: object
  /** All values under a key of `allMeta`, in stored order. */
  readonly needed: { readonly allMetaOf: (postId: Integer, key: string) => readonly string[] }
}

export const metaLists: Relation<Part, MetaListsPart> = {
  unite: (needs) => ({ allMeta: distinct(needs.map((need) => need.allMeta)) }),
  columns: () => [],
  read: (page, { allMeta = [] }) => ({
    found: {},
    reach: reached(readLists(page, allMeta), (listed, use) => ({
      allMetaOf: (postId, key) => {
        use.row('posts', postId)
        return (listed.get(`${postId} ${key}`) ?? []).map((row) => textOf(row, 'value')).toReversed()
      },
    })),
  }),
}

async function readLists({ reading, rows }: Page, keys: readonly string[]) {
  const found = await metaRows(reading, rows, ofPosts, keys)
  return isFailure(found)
    ? found
    : Map.groupBy(found, (row) => `${textOf(row, 'post_id')} ${textOf(row, 'key')}`)
}
