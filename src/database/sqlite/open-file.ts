// Opens a file by Node's SQLite, which is loaded as the first file is: Node 24 before 24.15 warns as it loads it, also whoever has
// another database.
import type { DatabaseSync, DatabaseSyncOptions } from 'node:sqlite'

export function openFile(path: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  const { DatabaseSync: File } = process.getBuiltinModule('node:sqlite')
  return new File(path, options)
}
