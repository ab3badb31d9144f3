// A legacy table of articles beside a database's own tables, and the layout that serves it.
import type { LayoutMapping, TableMapping } from '../../src/database/layout-mapping.ts'
import type { TestDatabase } from './databases.ts'

export const articles: LayoutMapping = { tables: { posts: articlesWith({}) } }

/** The same table with further columns, or others. */
export function articlesWith(columns: TableMapping['columns']): TableMapping {
  return {
    table: 'articles',
    columns: {
      id: 'nr',
      title: 'headline',
      status: 'state',
      type: 'kind',
      created_at: 'written',
      slug: 'name',
      password: { constant: '' },
      ...columns,
    },
  }
}

/** Its columns are of these types instead of the usual ones, as both families of databases write them. */
export async function createArticles(
  { execute }: Pick<TestDatabase, 'execute'>,
  types: Readonly<Record<string, string>> = {},
): Promise<void> {
  const columns = {
    nr: 'integer not null primary key',
    headline: 'varchar(100) not null',
    state: 'varchar(20) not null',
    kind: `varchar(20) not null`,
    written: 'datetime not null',
    name: 'varchar(100) not null',
    ...types,
  }
  const declared = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  await execute(`create table articles (${declared.join(', ')})`)
}
