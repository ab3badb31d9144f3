// The category in the permalinks of posts without one.
import { areWhole, failureIn, isFailure, type Failure } from '../core/failure.ts'
import { textOf, type Row } from '../database/tables.ts'
import { termsByIdPlan } from './paths.ts'
import type { PostsPart } from './posts.ts'
import { firstOf, reached, type Page, type Relation } from './relation.ts'
import type { TermsPart } from './terms.ts'

export interface DefaultCategoryPart {
  /** The category's id. */
  readonly needs: { readonly defaultCategory?: number | undefined }
  readonly found: object
  /** The category; all items of a page depend on it. */
  readonly needed: { readonly defaultCategory: () => Row | null }
}

type Before = PostsPart & TermsPart

export const defaultCategory: Relation<Before, DefaultCategoryPart> = {
  unite: (needs) => ({ defaultCategory: firstOf(needs.map((need) => need.defaultCategory)) }),
  columns: () => [],
  read: (page, needs, before) => ({
    found: {},
    reach: reached(readCategory(page, needs, before), ({ category }) => ({
      defaultCategory: () => category,
    })),
  }),
}

async function readCategory(
  { reading }: Page,
  { defaultCategory: id }: DefaultCategoryPart['needs'],
  before: Before['found'],
): Promise<{ readonly category: Row | null } | Failure> {
  if (id === undefined) return { category: null }
  const each = await Promise.all([before.posts, before.terms])
  if (!areWhole(each)) return failureIn(each)
  const [{ addressed }, { of }] = each
  const isCategorized = (row: Row) => of(textOf(row, 'id')).some((term) => term['taxonomy'] === 'category')
  if (addressed.every(isCategorized)) return { category: null }
  const found = await reading.list(termsByIdPlan([id], ['category']))
  return isFailure(found) ? found : { category: found.rows[0] ?? null }
}
