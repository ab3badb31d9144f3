// Settings of how rows are found.
import type { TProperties } from 'typebox'
import { choice, integer } from './kinds.ts'

export const listsSettings = {
  search: choice(
    'How searches find words: anywhere in the text, or by the beginnings of words in a FULLTEXT index, if there is one on exactly the searched columns',
    ['like', 'fulltext'],
  ),
  scansMax: integer(
    'Scans at once: queries that read many rows without an index (searches, orders, filters). There are always fewer than connections, unless there is only one connection',
    2,
    1,
    1000,
  ),
  scansWaitingMax: integer('Scans that may wait; more are refused', 8, 0, 100_000),
  scanTimeoutMs: integer('Milliseconds that a scan may take, including its wait', 5000, 10, 600_000),
  scanTotalMax: integer(
    'The highest total of a list that is counted by a scan; 0 counts all rows',
    0,
    0,
    1_000_000_000,
  ),
  compiledQueriesMax: integer('Compiled queries that are kept', 300, 1, 10_000),
  filterSizesKeptMax: integer(
    'Filters of posts whose approximate number of matches the gateway remembers',
    10_000,
    1,
    1_000_000,
  ),
} satisfies TProperties
