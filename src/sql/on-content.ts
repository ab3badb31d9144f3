// The condition for comments by properties of the content that they are on.
import { expressionBuilder, sql, type SqlBool } from 'kysely'
import { isUsualContent, type OnContent } from '../database/filter.ts'
import { columnOf } from '../database/source.ts'
import type { Database } from '../database/tables.ts'
import { finds } from '../registry/conditions.ts'
import type { Compared } from './columns.ts'
import type { Condition, Writing } from './condition.ts'

/**
 * Makes the condition. Like one by a term, the server's planner may begin with the content, but not with content that has nearly all
 * comments, which MySQL would read completely for a page.
 */
export function isOnContent(
  filter: OnContent,
  { columns, probing }: Pick<Writing, 'columns' | 'probing'>,
  hasValue: (column: Compared) => Condition,
): Condition {
  const content = expressionBuilder<Database, keyof Database>()
    .selectFrom('posts')
    .select('posts.id')
    .where(hasValue(columns.compared(columnOf('posts', filter.column))))
  const its = columns.named('comments.post_id')
  return probing || isUsualContent(filter)
    ? finds(content.where(sql<SqlBool>`${columns.named('posts.id')} = ${its}`))
    : sql<SqlBool>`${its} in ${content}`
}
