// The newest version of content, a revision or an autosave: of the page's rows, or of their parents.
import { isFailure, type Failure } from '../core/failure.ts'
import { integerOf, type Integer } from '../database/tables.ts'
import { newestVersionPlan } from '../plan/newest-version.ts'
import { idsIn } from './belonging.ts'
import { distinct, reached, type Page, type Part, type Relation } from './relation.ts'

type ContentColumn = 'id' | 'parent_id'

export interface NewestVersionsPart {
  /** The columns of the rows that hold the content's id. */
  readonly needs: { readonly newestVersions?: readonly ContentColumn[] }
  readonly found: object
  /** The id of the content's last saved version; null where there is none. */
  readonly needed: { readonly newestVersionOf: (postId: Integer) => Integer | null }
}

export const newestVersions: Relation<Part, NewestVersionsPart> = {
  unite: (needs) => ({ newestVersions: distinct(needs.map((need) => need.newestVersions)) }),
  columns: ({ newestVersions: columns = [] }) => columns,
  read: (page, { newestVersions: columns = [] }) => ({
    found: {},
    reach: reached(readNewest(page, columns), (newest, use) => ({
      newestVersionOf: (postId) => {
        use.tags([`row:posts:${postId}/children`, `row:posts:${postId}/versions`])
        return newest.get(String(postId)) ?? null
      },
    })),
  }),
}

async function readNewest(
  { reading, rows }: Page,
  columns: readonly ContentColumn[],
): Promise<ReadonlyMap<string, Integer> | Failure> {
  const ids = [...new Set(columns.flatMap((column) => idsIn(rows, column)))]
  const found =
    ids.length === 0
      ? []
      : await reading.each(
          ids.map((id) => newestVersionPlan(id, ['id'])),
          'owned',
        )
  if (isFailure(found)) return found
  return new Map(
    ids.flatMap((id, at) =>
      (found[at]?.rows ?? []).map((row) => [String(id), integerOf(row, 'id')] as const),
    ),
  )
}
