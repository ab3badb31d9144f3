// The connection that extensions write through, opened only where one of them has tables. Their tables are made when the
// gateway starts, or as soon as the database is reachable.
import type { Observe } from '../core/observation.ts'
import { parseAddress, type Addresses } from '../database/address.ts'
import { openDatabase, type DatabaseLimits } from '../database/open.ts'
import { isBroken, type Broken, type LoadedExtension } from './load.ts'
import { makeTables, readStatements } from './own-tables.ts'
import { createWrite, undeclared, type OwnTable, type Write } from './write.ts'

export interface Writing {
  readonly writeOf: (extension: LoadedExtension) => Write
  /** Makes the tables that do not exist. */
  readonly prepare: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface WritingOptions extends DatabaseLimits {
  readonly writeDatabaseUrl: string | undefined
}

export async function openWriting(
  options: WritingOptions,
  addresses: Addresses,
  extensions: readonly LoadedExtension[],
  observe: Observe,
): Promise<Writing | Broken> {
  const [address, ...others] = addresses
  const target = parseAddress(options.writeDatabaseUrl ?? '') ?? address
  const stated = await readStatements(extensions, target.kind)
  if (isBroken(stated)) return stated
  if (stated.length === 0) return noWriting
  // The gateway does not guess which of several servers may be written to
  if (options.writeDatabaseUrl === undefined && others.length > 0)
    return {
      broken: 'writeDatabaseUrl: of several servers, the one that extensions write to has to be named',
    }
  const engine = openDatabase(target, options, 'write')
  const usable = new Set<OwnTable>()
  const writes = new Map(
    extensions.map((extension) => {
      const declared = new Set(extension.definition.tables)
      return [extension, createWrite(engine, declared, (table) => usable.has(table))] as const
    }),
  )
  return {
    writeOf: (extension) => writes.get(extension) ?? noWrite,
    prepare: async () => {
      const missing = stated.filter(({ table }) => !usable.has(table))
      for (const table of await makeTables(missing, engine, observe)) usable.add(table)
    },
    close: engine.close,
  }
}

const refused = async (table: OwnTable): Promise<never> => {
  throw undeclared(table)
}
const noWrite: Write = { insert: refused, remove: refused }
const noWriting: Writing = { writeOf: () => noWrite, prepare: async () => {}, close: async () => {} }
