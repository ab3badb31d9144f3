// Single values of postmeta: of the page's rows, and of the files that their texts show.
import { isFailure, type Failure } from '../core/failure.ts'
import { integerOf, type Integer, type Row } from '../database/tables.ts'
import { metaOf, ofPosts } from './meta-rows.ts'
import { distinct, reached, type Page, type Relation } from './relation.ts'
import type { TextsPart } from './texts.ts'

export interface MetaPart {
  /** Keys of postmeta: of the rows, and of the rows' parents. */
  readonly needs: { readonly meta?: readonly string[]; readonly metaAbove?: readonly string[] }
  readonly found: { readonly meta: Promise<MetaOf | Failure> }
  /** The first value stored under a key. */
  readonly needed: { readonly metaOf: MetaOf }
}

export type MetaOf = (postId: Integer, key: string) => string | null

export const meta: Relation<TextsPart, MetaPart> = {
  unite: (needs) => ({
    meta: distinct(needs.map((need) => need.meta)),
    metaAbove: distinct(needs.map((need) => need.metaAbove)),
  }),
  columns: ({ metaAbove = [] }) => (metaAbove.length === 0 ? [] : ['parent_id']),
  read: (page, needs, before) => {
    const found = readMeta(page, needs, before)
    return {
      found: { meta: found },
      reach: reached(found, (valueOf, use) => ({
        metaOf: (postId, key) => {
          use.row('posts', postId)
          return valueOf(postId, key)
        },
      })),
    }
  },
}

/** Reads the meta of rows and of the files in their texts in one statement, for the keys of both, which costs less than two. */
async function readMeta(
  { reading, rows }: Page,
  needs: TextsPart['needs'] & MetaPart['needs'],
  before: TextsPart['found'],
): Promise<MetaOf | Failure> {
  const texts = await before.texts
  if (isFailure(texts)) return texts
  const { meta: own = [], metaAbove: above = [] } = needs
  const ofFiles = texts.files.size === 0 ? [] : (needs.texts?.fileMeta ?? [])
  const read = [
    ...(own.length === 0 ? [] : rows),
    ...(above.length === 0 ? [] : rows.map((row): Row => ({ id: integerOf(row, 'parent_id') }))),
    ...(ofFiles.length === 0 ? [] : texts.files.values()),
  ]
  const values = await metaOf(reading, read, ofPosts, distinct([own, above, ofFiles]))
  return isFailure(values) ? values : (postId, key) => values.get(`${postId} ${key}`) ?? null
}
