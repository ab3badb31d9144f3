// An address → the engine for its kind of database.
import type { Address } from './address.ts'
import type { Engine } from './engine.ts'
import { openMysql, type MysqlLimits } from './mysql.ts'
import { openSqlite } from './sqlite.ts'

export function openDatabase(address: Address, limits: MysqlLimits): Engine {
  switch (address.kind) {
    case 'sqlite':
      return openSqlite(address)
    case 'mysql':
      return openMysql(address, limits)
  }
}
