// Finds the database's indexes by their columns, for hints in queries.
import type { Server } from '../database/engine.ts'
import { columnIn, columnsHeld, storedName, type Layout } from '../database/layout.ts'
import { columnOf, isText, sources, type Source } from '../database/source.ts'

export interface Indexes {
  /**
   * The index whose entries come in the order of `column` and then of the id, where each column of `held` has one
   * value: its columns are any of these, then `column`, then nothing or the id. Of several such indexes the one on
   * the most columns is taken.
   */
  readonly inOrder: (source: Source, held: readonly string[], column: string) => string | null
  /** True where a full-text index is on exactly these columns. */
  readonly ofWords: (source: Source, columns: readonly string[]) => boolean
  /** True where the index holds the column. */
  readonly holds: (source: Source, index: string, column: string) => boolean
  /** The index that begins with exactly these columns, in any order. */
  readonly on: (source: Source, columns: readonly string[]) => string | null
}

export function createIndexes(layout: Layout, server: Pick<Server, 'indexes'>): Indexes {
  const physical = (source: Source, column: string) => {
    return storedName(columnIn(layout, columnOf(source, column)))?.toLowerCase() ?? null
  }
  const allOf = (source: Source) => {
    const [table] = sources[source].tables
    return server.indexes.get(layout.get(table)?.table ?? '') ?? []
  }
  const filtered = (source: Source) => {
    const [table] = sources[source].tables
    return columnsHeld(layout.get(table))
  }
  const of = (source: Source) => allOf(source).filter(({ isFulltext }) => !isFulltext)
  return {
    inOrder: (source, held, column) => {
      // An index on a text may hold prefixes only, which have another order
      const wanted = isText(source, column) ? null : physical(source, column)
      if (wanted === null) return null
      const id = physical(source, 'id')
      const leading = new Set([...held.map((name) => physical(source, name)), ...filtered(source)])
      const fitting = of(source).filter(({ columns }) => {
        const place = columns.indexOf(wanted)
        const [after = id] = columns.slice(place + 1)
        return place >= 0 && after === id && columns.slice(0, place).every((name) => leading.has(name))
      })
      return fitting.toSorted((one, other) => other.columns.length - one.columns.length)[0]?.name ?? null
    },
    ofWords: (source, columns) => {
      const wanted = new Set(columns.map((column) => physical(source, column)))
      return allOf(source).some(
        (index) =>
          index.isFulltext &&
          index.columns.length === wanted.size &&
          index.columns.every((name) => wanted.has(name)),
      )
    },
    holds: (source, index, column) => {
      const wanted = physical(source, column)
      return (
        wanted !== null && of(source).some(({ name, columns }) => name === index && columns.includes(wanted))
      )
    },
    on: (source, columns) => {
      const wanted = new Set(columns.map((column) => physical(source, column)))
      const fitting = of(source).find((index) => {
        const leading = new Set(index.columns.slice(0, wanted.size))
        return leading.size === wanted.size && [...leading].every((name) => wanted.has(name))
      })
      return fitting?.name ?? null
    },
  }
}
