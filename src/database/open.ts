// An address → the engine for its kind of database.
import type { Address } from './address.ts'
import type { Access, Engine } from './engine.ts'
import { openMysql } from './mysql.ts'
import { openSqlite } from './sqlite.ts'

export interface DatabaseLimits {
  readonly connectionsMax: number
  readonly queriesWaitingMax: number
  readonly queryTimeoutMs: number
}

export function openDatabase(address: Address, limits: DatabaseLimits, access: Access = 'read'): Engine {
  switch (address.kind) {
    case 'sqlite':
      return openSqlite(address, limits, access)
    case 'mysql':
      return openMysql(address, limits, access)
  }
}
