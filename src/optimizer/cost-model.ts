// The cost of one access path beside another: from how many rows on it matters, and needs one of the few slots of scans. The
// figures were measured on a table of a million posts (docs/lists.md).

/** Queries that an index answers, and those that look through rows: these have a few places of their own. */
export type QueryClass = 'indexed' | 'scan'

/** A table of so many rows is read through in milliseconds, whichever way the server goes. */
export const smallRows = 5000
/** A deeper page takes so long to count off that it is no indexed read any more. */
const countedOffset = 50_000
/** So many posts of one filter are put in order faster than a window is looked through for them. */
const firstRows = 5000
/** The same, for as long as that is still an indexed read. */
const firstIndexedRows = 20_000
/** What a filter leads to lies scattered: more than this part of the table is sooner looked through in its order. */
const dense = 20

/** Whether it matters how a table of so many rows is read. */
export function isLarge(rows: number): boolean {
  return rows > smallRows
}

/** Whether posts of one filter are so few that they are put in order faster than others are looked through for them. */
export function isFew(posts: number): boolean {
  return posts <= firstRows
}

/** Whether so many posts of a kind are sooner found in its order. */
export function isDense(size: number, ofKind: number): boolean {
  return !isFew(size) && !isSmallPart(size, ofKind)
}

export function isSmallPart(size: number, ofKind: number): boolean {
  return size <= ofKind / dense
}

/** What looks through all posts; where these are not many, that is no scan. */
export function lookedThrough(posts: number): QueryClass {
  return isIndexedRead(posts) ? 'indexed' : 'scan'
}

/** Whether it is an indexed read still that puts so many posts of one filter in order. */
export function isIndexedRead(posts: number): boolean {
  return posts <= firstIndexedRows
}

/** What counts so many entries off before its page. */
export function countedOff(offset: number): QueryClass {
  return offset > countedOffset ? 'scan' : 'indexed'
}
