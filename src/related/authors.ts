// The authors of posts and comments: of the page's rows, and of those that their texts show.
import { areWhole, failureIn, isFailure, type Failure } from '../core/failure.ts'
import type { Scalar } from '../database/filter.ts'
import { rowsById, type Integer, type Row } from '../database/tables.ts'
import type { ListPlan } from '../plan/plan.ts'
import { belonging, belongingPlan } from './belonging.ts'
import type { PostsPart } from './posts.ts'
import { isAny, reached, type Page, type Relation } from './relation.ts'
import type { TextsPart } from './texts.ts'

export interface AuthorsPart {
  readonly needs: { readonly authors?: boolean }
  readonly found: { readonly authors: Promise<Authors | Failure> }
  readonly needed: { readonly authorOf: (userId: Integer) => Row | null }
}

interface Authors {
  readonly rows: readonly Row[]
  readonly byId: ReadonlyMap<string, Row>
}

type Before = TextsPart & PostsPart

export const authors: Relation<Before, AuthorsPart> = {
  unite: (needs) => ({ authors: isAny(needs.map((need) => need.authors)) }),
  columns: (needs) => (needs.authors && needs.posts === undefined ? ['author_id'] : []),
  read: (page, needs, before) => {
    const found = readAuthors(page, needs, before)
    return {
      found: { authors: found },
      reach: reached(found, ({ byId }, use) => ({
        authorOf: (userId) => {
          use.row('users', userId)
          return byId.get(String(userId)) ?? null
        },
      })),
    }
  },
}

async function readAuthors(
  { reading }: Page,
  needs: AuthorsPart['needs'],
  before: Before['found'],
): Promise<Authors | Failure> {
  const each = await Promise.all([before.texts, before.posts])
  if (!areWhole(each)) return failureIn(each)
  const [texts, posts] = each
  const written = needs.authors || texts.authors ? [...posts.addressed, ...texts.listedComments] : []
  const named = texts.users.map((id) => ({ author_id: id }))
  const rows = await belonging(reading, [...written, ...named], 'author_id', authorsPlan)
  return isFailure(rows) ? rows : { rows, byId: rowsById(rows) }
}

const columns = ['id', 'name', 'slug', 'url', 'email']

function authorsPlan(ids: readonly Scalar[]): ListPlan {
  return belongingPlan('users', columns, 'id', ids)
}
