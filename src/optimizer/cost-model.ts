// Thresholds of cost: the rows from which on the access path matters, and those from which on a query needs one of the
// few slots for scans. They were measured on a table of a million posts (docs/lists.md).

/** An indexed query reads about the rows that it returns; a scan reads many more and needs a slot. */
export type QueryClass = 'indexed' | 'scan'

/** Any plan reads a table of up to this many rows within milliseconds. */
export const smallRows = 5000
/** Skipping more entries than this takes too long for an indexed query. */
const countedOffset = 50_000
/** Up to this many matches of one filter are sorted faster than a window is read for them. */
const firstRows = 5000
/** A query that sorts up to this many matches of one filter counts as indexed. */
const firstIndexedRows = 20_000
/**
 * A filter's matches are scattered over the table: where more than one row in this many matches, reading in order
 * is faster.
 */
const dense = 20

/** True where the access path matters for a table of this many rows. */
export function isLarge(rows: number): boolean {
  return rows > smallRows
}

/** True where sorting the matches of a filter is faster than reading in order until the page is full. */
export function isFew(posts: number): boolean {
  return posts <= firstRows
}

/** True where reading in order finds this many matches faster than sorting them. */
export function isDense(size: number, ofKind: number): boolean {
  return !isFew(size) && !isSmallPart(size, ofKind)
}

export function isSmallPart(size: number, ofKind: number): boolean {
  return size <= ofKind / dense
}

/** The class of a query that reads this many posts: few of them count as indexed. */
export function lookedThrough(posts: number): QueryClass {
  return isIndexedRead(posts) ? 'indexed' : 'scan'
}

/** True where a query that sorts this many matches of one filter counts as indexed. */
export function isIndexedRead(posts: number): boolean {
  return posts <= firstIndexedRows
}

/** The class of a query that skips this many entries before its page. */
export function countedOff(offset: number): QueryClass {
  return offset > countedOffset ? 'scan' : 'indexed'
}
