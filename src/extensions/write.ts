// Writes rows to tables that the extension declares. An extension cannot send SQL, so that it reaches no other table; values
// are parameters.
import { fail } from '../core/failure.ts'
import { mapValues } from '../core/map-values.ts'
import type { Scalar } from '../database/filter.ts'
import type { Engine } from '../database/engine.ts'
import { ReadFailed } from './read.ts'

/** A table of the extension's own; `R` is what a row holds. */
export interface OwnTable<R extends OwnRow = OwnRow> {
  /** Begins with the extension's name. */
  readonly name: string
  /** Files that hold its `create table if not exists`, one for each family of SQL. */
  readonly ddl: { readonly mysql: string; readonly sqlite: string }
  /** The type of each column. */
  readonly row: { readonly [K in keyof R]: 'text' | 'number' }
}

export type OwnRow = Readonly<Record<string, Scalar>>

/** A row of a table, typed by the table's columns. */
export type RowOf<T extends OwnTable> = {
  readonly [K in keyof T['row']]: T['row'][K] extends 'number' ? number : string
}

export interface Write {
  /** Returns `there`, and writes nothing, where a unique column has one of the values already. */
  readonly insert: <T extends OwnTable>(table: T, row: RowOf<T>) => Promise<'inserted' | 'there'>
  /** Removes the rows with these values; returns how many there were. */
  readonly remove: <T extends OwnTable>(table: T, where: Partial<RowOf<T>>) => Promise<number>
}

/**
 * A table of an extension's own.
 *
 * @example
 * ```ts
 * import { defineExtension, defineTable } from 'lectern'
 *
 * const subscribers = defineTable({
 *   name: 'myplugin_subscribers',
 *   ddl: {
 *     mysql: 'sql/extensions/subscribers.mysql.sql',
 *     sqlite: 'sql/extensions/subscribers.sqlite.sql',
 *   },
 *   row: { email: 'text', subscribed_at: 'text' },
 * })
 *
 * export default defineExtension({ name: 'myplugin', tables: [subscribers] })
 * ```
 */
export function defineTable<const T extends OwnTable>(table: T): T {
  return table
}

type Tables = Record<string, Record<string, Scalar>>

/** `isUsable`: true for a declared table that exists. */
export function createWrite(
  engine: Pick<Engine, 'kysely' | 'meaningOf'>,
  declared: ReadonlySet<OwnTable>,
  isUsable: (table: OwnTable) => boolean,
): Write {
  const own = engine.kysely.withTables<Tables>()
  const writing = async <T>(table: OwnTable, run: () => Promise<T>): Promise<T> => {
    if (!declared.has(table)) throw undeclared(table)
    if (!isUsable(table)) throw new ReadFailed(notWritable)
    try {
      return await run()
    } catch (error) {
      const meaning = engine.meaningOf(error)
      if (meaning === 'bug' || meaning === 'nothing') throw error
      throw new ReadFailed(meaning === 'changed' ? notWritable : fail('database_unavailable'))
    }
  }
  return {
    insert: (table, row) =>
      writing(table, async () => {
        const result = await own
          .insertInto(table.name)
          .values(scalars(table, row))
          .ignore()
          .executeTakeFirstOrThrow()
        return Number(result.numInsertedOrUpdatedRows ?? 0) > 0 ? 'inserted' : 'there'
      }),
    remove: (table, where) =>
      writing(table, async () => {
        const entries = Object.entries(scalars(table, where))
        if (entries.length === 0)
          throw new Error(
            `remove needs at least one column by whose value it chooses the rows of ${table.name}`,
          )
        const removal = entries.reduce(
          (query, [column, value]) => query.where(column, '=', value),
          own.deleteFrom(table.name),
        )
        const result = await removal.executeTakeFirstOrThrow()
        return Number(result.numDeletedRows)
      }),
  }
}

/** A mistake of the extension, unlike a table that the database lacks. */
export function undeclared({ name }: OwnTable): Error {
  return new Error(`the extension does not declare the table ${name}: list it in the member tables`)
}

const notWritable = fail('not_writable')

/** The columns and values to write; throws for another column, and for a value that cannot be a parameter. */
function scalars(table: OwnTable, row: Readonly<Record<string, unknown>>): Record<string, Scalar> {
  return mapValues(row, (value, column) => {
    const isKnown = Object.hasOwn(table.row, column)
    if (isKnown && (typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))))
      return value
    throw new TypeError(`${table.name}.${column} cannot be a ${typeof value}`)
  })
}
