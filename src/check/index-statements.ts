// The statement that creates an index, to be pasted into an administrator's session: it does not lock the table for writes where
// the server supports that.
import { sql } from 'kysely'
import { textOf } from '../database/tables.ts'
import type { Looking } from './finding.ts'

export interface IndexStatements {
  readonly inOrder: (table: string, columns: readonly string[]) => Promise<readonly string[]>
  readonly ofWords: (table: string, columns: readonly string[]) => Promise<readonly string[]>
}

/** Longer prefixes of texts exceed the limit of tables in older formats. */
const lettersMax = 191

export function createIndexStatements({ ask, dialect }: Pick<Looking, 'ask' | 'dialect'>): IndexStatements {
  const mark = dialect.name === 'mysql' ? '`' : '"'
  const quoted = (name: string) => mark + name.replaceAll(mark, mark + mark) + mark
  const nameOf = (columns: readonly string[]) => quoted(`lectern_${columns.join('_')}`.slice(0, 60))
  if (dialect.name === 'sqlite')
    return {
      inOrder: async (table, columns) => [
        `create index ${nameOf(columns)} on ${quoted(table)} (${columns.map(quoted).join(', ')});`,
      ],
      ofWords: async () => [],
    }
  const columnsOf = async (table: string) => {
    const rows = await ask(sql`
      select column_name as name, character_maximum_length as letters, column_default as fallback
      from information_schema.columns where table_schema = database() and table_name = ${table}`)
    // A default that the server's sql_mode forbids makes it refuse the index as well
    const hasZeroDates = rows.some((row) => textOf(row, 'fallback').includes('0000-00-00'))
    return { rows, before: hasZeroDates ? [`set session sql_mode = '';`] : [] }
  }
  return {
    inOrder: async (table, columns) => {
      const { rows, before } = await columnsOf(table)
      const [stored = {}] = await ask(sql`
        select engine as engine from information_schema.tables
        where table_schema = database() and table_name = ${table}`)
      const isLong = (column: string) =>
        rows.some((row) => textOf(row, 'name') === column && Number(textOf(row, 'letters')) > lettersMax)
      const parts = columns.map((column) => quoted(column) + (isLong(column) ? `(${lettersMax})` : ''))
      const how = textOf(stored, 'engine') === 'InnoDB' ? ' algorithm = inplace lock = none' : ''
      return [...before, `create index ${nameOf(columns)} on ${quoted(table)} (${parts.join(', ')})${how};`]
    },
    ofWords: async (table, columns) => {
      const { before } = await columnsOf(table)
      return [
        ...before,
        `alter table ${quoted(table)} add fulltext key words (${columns.map(quoted).join(', ')});`,
      ]
    },
  }
}
