// Single values of postmeta: of the page's rows, and of the files that their texts show.
import { areWhole, failureIn, isFailure, type Failure } from '../core/failure.ts'
import type { Integer } from '../database/tables.ts'
import { metaOf, ofPosts } from './meta-rows.ts'
import { distinct, reached, type Page, type Relation } from './relation.ts'
import type { TextsPart } from './texts.ts'

export interface MetaPart {
  /** Keys of postmeta. */
  readonly needs: { readonly meta?: readonly string[] }
  readonly found: { readonly meta: Promise<MetaOf | Failure> }
  /** The first value stored under a key. */
  readonly needed: { readonly metaOf: MetaOf }
}

export type MetaOf = (postId: Integer, key: string) => string | null

export const meta: Relation<TextsPart, MetaPart> = {
  unite: (needs) => ({ meta: distinct(needs.map((need) => need.meta)) }),
  columns: () => [],
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

async function readMeta(
  { reading, rows }: Page,
  needs: TextsPart['needs'] & MetaPart['needs'],
  before: TextsPart['found'],
): Promise<MetaOf | Failure> {
  const ofFiles = async () => {
    const texts = await before.texts
    if (isFailure(texts)) return texts
    return metaOf(reading, [...texts.files.values()], ofPosts, needs.texts?.fileMeta ?? [])
  }
  const each = await Promise.all([ofFiles(), metaOf(reading, rows, ofPosts, needs.meta ?? [])])
  if (!areWhole(each)) return failureIn(each)
  const [files, own] = each
  const values = new Map([...files, ...own])
  return (postId, key) => values.get(`${postId} ${key}`) ?? null
}
