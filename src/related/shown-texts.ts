// Reads the texts that a page's texts include whole, one level at a time: shared texts, the newest menu, and the posts of
// loops that show contents; and the lists in all of these, each read once however many texts contain it.
import { isFailure, type Failure } from '../core/failure.ts'
import { listingKey, type TextNeeds } from '../core/text-needs.ts'
import { equal } from '../database/filter.ts'
import { rowsById, textOf, type Row } from '../database/tables.ts'
import { belonging, belongingPlan } from './belonging.ts'
import type { RelatedReads } from './reads.ts'
import { readListings, withAmong, type Listed, type ListedRows } from './text-listings.ts'

export interface RowNeeds {
  readonly row: Row
  readonly needs: TextNeeds
}

export interface ShownTexts {
  /** The page's rows, then the rows whose texts theirs include. */
  readonly whole: readonly RowNeeds[]
  readonly shared: readonly RowNeeds[]
  /** Ids of shared texts that are not published. */
  readonly unpublished: ReadonlySet<string>
  readonly listed: Listed
}

/** Limits the levels of texts included in texts. */
const levelsMax = 6
/** Limits the levels of shared texts within shared texts. */
const sharedDepthMax = 5

export async function readShownTexts(
  reading: RelatedReads,
  rows: readonly Row[],
  of: (row: Row) => TextNeeds,
): Promise<ShownTexts | Failure> {
  const whole = new Map<string, RowNeeds>()
  const shared = new Map<string, RowNeeds | null>()
  const unpublished = new Set<string>()
  const listed = new Map<string, ListedRows>()
  let level = rows
  for (let depth = 0; depth <= levelsMax && level.length > 0; depth += 1) {
    const shown = level.map((row) => ({ row, needs: of(row) }))
    for (const each of shown) whole.set(textOf(each.row, 'id'), each)
    const texts = await readShared(reading, shown, of, shared)
    if (isFailure(texts)) return texts
    const needs = [...shown, ...texts].map((each) => each.needs)
    const lost = needs.flatMap((each) => each.shared).filter((id) => shared.get(id) === null)
    const hidden = await readUnpublished(reading, lost)
    if (isFailure(hidden)) return hidden
    for (const id of hidden) unpublished.add(id)
    const listings = [
      ...needs.flatMap((each) => each.listings),
      ...(hidden.length === 0 ? [] : insteadOfMenu),
    ]
    const found = await readListings(
      reading,
      listings.filter((listing) => !listed.has(listingKey(listing))),
      listed.size,
    )
    if (isFailure(found)) return found
    for (const [key, list] of found) listed.set(key, list)
    const next = [...found.values()].flatMap((list) => (isWhole(list) ? list.rows : []))
    level = [...rowsById(next).values()].filter((row) => !whole.has(textOf(row, 'id')))
  }
  const texts = [...whole.values()]
  const lists = await withAmong(
    reading,
    listed,
    texts.map(({ row }) => row),
  )
  if (isFailure(lists)) return lists
  return {
    whole: texts,
    shared: [...shared.values()].filter((each) => each !== null),
    unpublished,
    listed: lists,
  }
}

/** A navigation block whose menu is not published shows the newest menu, or all pages. */
const insteadOfMenu = [{ kind: 'menu' }, { kind: 'pages' }] as const

/** Reads which of these exist and are not published. */
async function readUnpublished(
  reading: RelatedReads,
  ids: readonly string[],
): Promise<readonly string[] | Failure> {
  const rows = await belonging(
    reading,
    ids.map((id) => ({ id })),
    'id',
    (values) =>
      belongingPlan('posts', ['id'], 'id', values, {
        filters: [{ kind: 'none', filters: equal({ status: 'publish' }) }],
      }),
  )
  return isFailure(rows) ? rows : rows.map((row) => textOf(row, 'id'))
}

function isWhole({ listing }: ListedRows): boolean {
  return listing.kind === 'menu' || ('contents' in listing && listing.contents)
}

/** Reads the published shared texts without a password that these texts include and that are not yet `known`. */
async function readShared(
  reading: RelatedReads,
  texts: readonly RowNeeds[],
  of: (row: Row) => TextNeeds,
  known: Map<string, RowNeeds | null>,
): Promise<readonly RowNeeds[] | Failure> {
  const found: RowNeeds[] = []
  let level = texts
  for (let depth = 0; depth < sharedDepthMax && level.length > 0; depth += 1) {
    const ids = new Set(level.flatMap(({ needs }) => needs.shared).filter((id) => !known.has(id)))
    for (const id of ids) known.set(id, null)
    const rows = await belonging(
      reading,
      [...ids].map((id) => ({ id })),
      'id',
      (values) =>
        belongingPlan('posts', ['id', 'type', 'title', 'content'], 'id', values, {
          filters: [
            { kind: 'in', column: 'type', values: ['wp_block', 'wp_navigation'] },
            ...equal({ status: 'publish', password: '' }),
          ],
        }),
    )
    if (isFailure(rows)) return rows
    level = rows.map((row) => ({ row, needs: of(row) }))
    for (const each of level) known.set(textOf(each.row, 'id'), each)
    found.push(...level)
  }
  return found
}
