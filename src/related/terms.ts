// The terms of posts: of the page's rows, and of every post whose address is shown.
import { areWhole, failureIn, isFailure, type Failure } from '../core/failure.ts'
import type { Scalar } from '../database/filter.ts'
import { textOf, type Integer, type Row } from '../database/tables.ts'
import type { ListPlan } from '../plan/plan.ts'
import { belonging, belongingPlan } from './belonging.ts'
import type { PostsPart } from './posts.ts'
import { isAny, reached, type Page, type Relation } from './relation.ts'
import type { TextsPart } from './texts.ts'

export interface TermsPart {
  readonly needs: { readonly terms?: boolean }
  readonly found: { readonly terms: Promise<Terms | Failure> }
  readonly needed: { readonly termsOf: (postId: Integer) => readonly Row[] }
}

export interface Terms {
  /** False where no field needs the terms of posts. */
  readonly areRead: boolean
  readonly rows: readonly Row[]
  readonly of: (postId: string) => readonly Row[]
}

type Before = TextsPart & PostsPart

export const terms: Relation<Before, TermsPart> = {
  unite: (needs) => ({ terms: isAny(needs.map((need) => need.terms)) }),
  columns: () => [],
  read: (page, needs, before) => {
    const found = readTerms(page, needs, before)
    return {
      found: { terms: found },
      reach: reached(found, ({ of }, use) => ({
        termsOf: (postId) => {
          use.row('term_relationships', postId)
          return use.rows('terms', of(String(postId)))
        },
      })),
    }
  },
}

async function readTerms(
  { reading }: Page,
  needs: TermsPart['needs'],
  before: Before['found'],
): Promise<Terms | Failure> {
  const each = await Promise.all([before.texts, before.posts])
  if (!areWhole(each)) return failureIn(each)
  const [texts, posts] = each
  const areRead = needs.terms === true || texts.terms
  const rows = areRead ? await belonging(reading, posts.addressed, 'id', termsPlan) : []
  if (isFailure(rows)) return rows
  const byPost = Map.groupBy(rows, (row) => textOf(row, 'post_id'))
  return { areRead, rows, of: (postId) => byPost.get(postId) ?? [] }
}

const columns = ['post_id', 'id', 'name', 'slug', 'taxonomy', 'description', 'parent_id']

function termsPlan(ids: readonly Scalar[]): ListPlan {
  const order = ['name', 'id'].map((column) => ({ kind: 'column', column, descending: false }) as const)
  return belongingPlan('post_terms', columns, 'post_id', ids, { order })
}
