// Rows of a plug-in's table by which content is addressed, for the page's rows and every other post whose address is shown.
import { isFailure, type Failure } from '../core/failure.ts'
import { textOf, type Integer, type Row } from '../database/tables.ts'
import type { AddressRows } from '../site/site.ts'
import { idsIn } from './belonging.ts'
import type { PostsPart } from './posts.ts'
import { reached, type Page, type Relation } from './relation.ts'

export interface AddressRowsPart {
  readonly needs: { readonly addressRows?: AddressRows }
  readonly found: object
  readonly needed: { readonly addressRowsOf: (postId: Integer) => readonly Row[] }
}

export const addressRows: Relation<PostsPart, AddressRowsPart> = {
  unite: (needs) => {
    const wanted = needs.find((need) => need.addressRows)?.addressRows
    return wanted ? { addressRows: wanted } : {}
  },
  columns: () => [],
  read: (page, needs, before) => ({
    found: {},
    reach: reached(readRows(page, needs, before), (of) => ({
      addressRowsOf: (postId) => of.get(String(postId)) ?? [],
    })),
  }),
}

async function readRows(
  { reading }: Page,
  { addressRows: wanted }: AddressRowsPart['needs'],
  before: PostsPart['found'],
): Promise<ReadonlyMap<string, readonly Row[]> | Failure> {
  if (!wanted) return new Map()
  const posts = await before.posts
  if (isFailure(posts)) return posts
  const { table, id, columns, where } = wanted
  const rows = await reading.plugInRows({
    table,
    columns: [...new Set([id, ...columns])],
    where: { ...where, [id]: idsIn(posts.addressed, 'id') },
    order: { column: id },
    limit: rowsMax,
  })
  return isFailure(rows) ? rows : Map.groupBy(rows, (row) => textOf(row, id))
}

/** A plug-in's table returns at most this many rows to one read. */
const rowsMax = 10_000
