// Values of usermeta: of the page's rows, which are users, and the biographies of authors that texts show.
import { areWhole, failureIn, type Failure } from '../core/failure.ts'
import type { Integer } from '../database/tables.ts'
import type { AuthorsPart } from './authors.ts'
import { metaOf, ofUsers } from './meta-rows.ts'
import { distinct, reached, type Page, type Relation } from './relation.ts'
import type { TextsPart } from './texts.ts'

export interface UserMetaPart {
  /** Keys of usermeta. */
  readonly needs: { readonly userMeta?: readonly string[] }
  readonly found: object
  readonly needed: { readonly userMetaOf: (userId: Integer, key: string) => string | null }
}

type Before = TextsPart & AuthorsPart

export const userMeta: Relation<Before, UserMetaPart> = {
  unite: (needs) => ({ userMeta: distinct(needs.map((need) => need.userMeta)) }),
  columns: () => [],
  read: (page, { userMeta: keys = [] }, before) => ({
    found: {},
    reach: reached(readMeta(page, keys, before), (values, use) => ({
      userMetaOf: (userId, key) => {
        use.row('users', userId)
        return values.get(`${userId} ${key}`) ?? null
      },
    })),
  }),
}

async function readMeta(
  { reading, rows }: Page,
  keys: readonly string[],
  before: Before['found'],
): Promise<ReadonlyMap<string, string> | Failure> {
  const biographies = async () => {
    const each = await Promise.all([before.texts, before.authors])
    if (!areWhole(each)) return failureIn(each)
    const [texts, writers] = each
    return metaOf(reading, writers.rows, ofUsers, texts.authors ? ['description'] : [])
  }
  const each = await Promise.all([biographies(), metaOf(reading, rows, ofUsers, keys)])
  if (!areWhole(each)) return failureIn(each)
  const [described, own] = each
  return new Map([...described, ...own])
}
