// The figures of cost: from how many rows on the access path matters, and when a query needs one of the few slots of
// scans. They were measured on a table of a million posts (docs/lists.md).

/** An indexed query reads about the rows that it returns; a scan reads many more and needs a slot. */
export type QueryClass = 'indexed' | 'scan'

/** A table of so many rows is read within milliseconds by any plan. */
export const smallRows = 5000
/** Skipping more entries than this takes too long for an indexed query. */
const countedOffset = 50_000
/** So many matches of one filter are sorted faster than a window is read for them. */
const firstRows = 5000
/** So many matches of one filter are sorted by an indexed query. */
const firstIndexedRows = 20_000
/**
 * A filter's matches are scattered over the table: where they are more than this part of it, reading in order is
 * faster.
 */
const dense = 20

/** True where the access path matters for a table of so many rows. */
export function isLarge(rows: number): boolean {
  return rows > smallRows
}

/** True where sorting the matches of a filter is faster than reading in order until the page is full. */
export function isFew(posts: number): boolean {
  return posts <= firstRows
}

/** True where reading in order finds so many matches faster than sorting them. */
export function isDense(size: number, ofKind: number): boolean {
  return !isFew(size) && !isSmallPart(size, ofKind)
}

export function isSmallPart(size: number, ofKind: number): boolean {
  return size <= ofKind / dense
}

/** The class of a query that reads all posts; few posts make it an indexed one. */
export function lookedThrough(posts: number): QueryClass {
  return isIndexedRead(posts) ? 'indexed' : 'scan'
}

/** True where sorting so many matches of one filter is still an indexed query. */
export function isIndexedRead(posts: number): boolean {
  return posts <= firstIndexedRows
}

/** The class of a query that skips so many entries before its page. */
export function countedOff(offset: number): QueryClass {
  return offset > countedOffset ? 'scan' : 'indexed'
}
