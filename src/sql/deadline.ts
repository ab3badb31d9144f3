// The condition that ends a statement at its deadline, where the server itself does not end late statements.
import { sql, type SqlBool } from 'kysely'
import { firstColumn, type Source } from '../database/source.ts'
import type { Condition, Writing } from './condition.ts'

/**
 * Makes the first condition of a query, so that rows which other conditions reject are checked as well. A check takes SQLite longer than
 * the rest of a row, so it runs for one row in eight, by ids: their distances in a table are 1, 2 or another power of two, never a
 * multiple of 61. Text ids are checked each. `fold`, for which a long text takes as long as many rows, checks at every call.
 */
export function withinDeadline(
  source: Source,
  { columns, dialect }: Pick<Writing, 'columns' | 'dialect'>,
): readonly Condition[] {
  if (!dialect.checksDeadline) return []
  const id = columns.of(source, firstColumn(source))
  return [sql<SqlBool>`(${id} % 61 % 8 or within_deadline(${id}))`]
}
