// Tables that extensions declare, made at the start where the database account may. Only `create table if not exists` of a table's
// own name is ever sent; where the database refuses it, the log shows the statement to the owner instead.
import { readFile } from 'node:fs/promises'
import { CompiledQuery } from 'kysely'
import { errorCode } from '../core/error-code.ts'
import type { Observe } from '../core/observation.ts'
import type { Engine } from '../database/engine.ts'
import { broken, type Broken, type LoadedExtension } from './load.ts'
import type { OwnTable } from './write.ts'

/** An extension's table with the statement that makes it. */
export interface StatedTable {
  readonly table: OwnTable
  readonly file: string
  readonly ddl: string
}

/** Reads each table's statement for this family of SQL; refuses one that does not make the table. */
export async function readStatements(
  extensions: readonly LoadedExtension[],
  dialect: Engine['dialect']['name'],
): Promise<readonly StatedTable[] | Broken> {
  const stated: StatedTable[] = []
  for (const { file, definition } of extensions) {
    for (const table of definition.tables ?? []) {
      if (!/^[a-z][a-z0-9_]{0,62}$/.test(table.name) || !table.name.startsWith(`${definition.name}_`))
        return broken(file, `its table ${table.name} has to be called ${definition.name}_…`)
      const ddl = await readStatement(table.ddl[dialect])
      if (ddl === null) return broken(file, `there is no ${table.ddl[dialect]}`)
      if (!makesOnly(table.name, ddl))
        return broken(file, `${table.ddl[dialect]} has to be one create table if not exists ${table.name}`)
      stated.push({ table, file, ddl })
    }
  }
  return stated
}

/** Makes missing tables; returns those that can be written to. */
export async function makeTables(
  stated: readonly StatedTable[],
  engine: Engine,
  observe: Observe,
): Promise<ReadonlySet<OwnTable>> {
  const usable = new Set<OwnTable>()
  for (const { table, file, ddl } of stated) {
    try {
      await engine.kysely.executeQuery(CompiledQuery.raw(ddl))
      usable.add(table)
    } catch (error) {
      const { tables } = await engine.inspect().catch(() => ({ tables: new Map<string, unknown>() }))
      if (tables.has(table.name)) usable.add(table)
      else observe({ kind: 'warning', message: missing(table.name, file, reasonOf(error), ddl) })
    }
  }
  return usable
}

function missing(name: string, file: string, reason: string, ddl: string): string {
  return `extension ${file}: its table ${name} could not be made (${reason}). Routes that write to it answer 503 until you make it by this statement:\n${ddl}`
}

function reasonOf(error: unknown): string {
  return errorCode(error) || 'it was refused'
}

async function readStatement(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return null
  }
}

/** One statement, after comments, that makes a table of this name and nothing else. */
function makesOnly(name: string, ddl: string): boolean {
  const bare = ddl.replace(/^(?:--[^\n]*\n|\s)+/, '').trimEnd()
  const begins = new RegExp(`^create table if not exists ${name}\\s*\\(`, 'i').test(bare)
  return begins && !bare.replace(/;$/, '').includes(';')
}
