// The condition by which a statement ends at its deadline, where the server does not end late ones itself.
import { sql, type SqlBool } from 'kysely'
import { firstColumn, type Source } from '../database/source.ts'
import type { Condition, Writing } from './condition.ts'

/**
 * It stands before all other conditions, so that rows which these reject are checked as well. A check takes longer than SQLite takes
 * for the rest of a row, so it is made for one row in eight, by ids: these lie in a table at distances of 1, 2 or a power of two,
 * never of a prime as large. Texts are checked each. `fold`, which takes long texts as long as many rows, checks at every call.
 */
export function withinDeadline(
  source: Source,
  { columns, dialect }: Pick<Writing, 'columns' | 'dialect'>,
): readonly Condition[] {
  if (!dialect.checksDeadline) return []
  const id = columns.of(source, firstColumn(source))
  return [sql<SqlBool>`(${id} % 61 % 8 or within_deadline(${id}))`]
}
