// How rows are found.
import type { TProperties } from 'typebox'
import { choice, integer } from './kinds.ts'

export const listsSettings = {
  search: choice(
    'How searches find words: anywhere in the texts, or by their beginnings in a FULLTEXT index on exactly the columns searched, where there is one',
    ['like', 'fulltext'],
  ),
  scansMax: integer(
    'Queries at once that look through rows (searches, orders and filters without an index); always fewer than connections, unless there is one',
    2,
    1,
    1000,
  ),
  scansWaitingMax: integer('Such queries that may wait for their turn; more are refused', 8, 0, 100_000),
  scanTimeoutMs: integer('Milliseconds that such a query may take, its wait included', 5000, 10, 600_000),
  scanTotalMax: integer(
    'Rows that the total of a list is counted up to where rows have to be looked through for it; 0 counts all',
    0,
    0,
    1_000_000_000,
  ),
  compiledQueriesMax: integer('Shapes of queries that are kept compiled', 300, 1, 10_000),
  filterSizesKeptMax: integer(
    'Filters of posts of which it is kept about how many posts they let through',
    10_000,
    1,
    1_000_000,
  ),
} satisfies TProperties
