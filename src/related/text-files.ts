// Files that texts show: named files, files attached to their posts, featured images, and covers of audio and video.
import { isFailure, type Failure } from '../core/failure.ts'
import { equal, type Scalar } from '../database/filter.ts'
import { storedInteger } from '../database/php-value.ts'
import { textOf, type Row } from '../database/tables.ts'
import type { ListPlan } from '../plan/plan.ts'
import { addressColumns } from '../site/surroundings.ts'
import { belonging, belongingPlan } from './belonging.ts'
import { ascending } from './listing-plan.ts'
import { readOwned, type OwnedRows } from './owned-rows.ts'
import type { RelatedReads } from './reads.ts'

const columns = [...addressColumns, 'title', 'excerpt', 'content', 'guid', 'mime_type', 'menu_order']
const attachments = equal({ type: 'attachment' })

/** Limits the files that texts show of one post, and of all posts of a page. */
const filesBelowMax = { ofEach: 400, ofAll: 4000 }

/** Reads the files attached to posts, in menu order. */
export function readFilesBelow(reading: RelatedReads, posts: readonly Row[]): Promise<OwnedRows | Failure> {
  return readOwned(reading, posts, filesBelowPlan, 'parent_id', filesBelowMax)
}

function filesBelowPlan(ids: readonly Scalar[]): ListPlan {
  return belongingPlan('posts', columns, 'parent_id', ids, {
    filters: [...attachments, ...equal({ status: 'inherit' })],
    order: ascending('parent_id', 'menu_order', 'id'),
  })
}

/** Maps each post to its featured image. */
export async function readImages(
  reading: RelatedReads,
  posts: readonly Row[],
): Promise<ReadonlyMap<string, string> | Failure> {
  const rows = await belonging(reading, posts, 'id', (ids) =>
    belongingPlan('postmeta', ['id', 'post_id', 'value'], 'post_id', ids, {
      filters: equal({ key: '_thumbnail_id' }),
      order: [{ kind: 'column', column: 'id', descending: true }],
    }),
  )
  if (isFailure(rows)) return rows
  return new Map(
    rows
      .map((row): [string, string] => [textOf(row, 'post_id'), idIn(row)])
      .filter(([, id]) => id !== '' && !id.startsWith('-') && id !== '0'),
  )
}

export function readFiles(
  reading: RelatedReads,
  named: readonly { readonly id: string }[],
): Promise<readonly Row[] | Failure> {
  return belonging(reading, named, 'id', (ids) =>
    belongingPlan('posts', columns, 'id', ids, { filters: attachments }),
  )
}

/** Reads the cover images of audio and video files; covers are files as well. */
export async function readCovers(
  reading: RelatedReads,
  named: readonly Row[],
): Promise<{ readonly of: ReadonlyMap<string, string>; readonly files: readonly Row[] } | Failure> {
  const of = await readImages(
    reading,
    named.filter((row) => /^(?:audio|video)\//.test(textOf(row, 'mime_type'))),
  )
  if (isFailure(of)) return of
  const files = await readFiles(
    reading,
    [...of.values()].map((id) => ({ id })),
  )
  return isFailure(files) ? files : { of, files }
}

/** The id in a row of meta: any text where posts have textual ids. */
function idIn(row: Row): string {
  const value = textOf(row, 'value')
  return typeof row['post_id'] === 'string' ? value : storedInteger(value)
}
