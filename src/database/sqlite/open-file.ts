// Opens a file with Node's SQLite, which is loaded with the first file only: Node 24 before 24.15 prints a warning when it loads it,
// which gateways on other databases must not see.
import type { DatabaseSync, DatabaseSyncOptions } from 'node:sqlite'

export function openFile(path: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  const { DatabaseSync: File } = process.getBuiltinModule('node:sqlite')
  return new File(path, options)
}
