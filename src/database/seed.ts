// The embedded database is made from SQL files: where its file is missing, or older than one of them. A file that was
// not made here is never replaced.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** What files that were made here say of themselves: `LECT` as SQLite's application_id. */
const mark = 0x4c454354

export function seedSqlite(path: string, files: readonly string[]): void {
  const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  if (made !== undefined && (!isOurs(path) || files.every((file) => statSync(file).mtimeMs < made))) return
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  rmSync(draft, { force: true })
  const database = new DatabaseSync(draft)
  database.exec('begin')
  for (const file of files) database.exec(readFileSync(file, 'utf8'))
  database.exec(`pragma application_id = ${mark}`)
  database.exec('commit')
  database.close()
  // Whoever starts at the same time finds either no file or a whole one
  renameSync(draft, path)
}

function isOurs(path: string): boolean {
  try {
    const database = new DatabaseSync(path, { readOnly: true })
    const said = database.prepare('pragma application_id').get()?.['application_id']
    database.close()
    return said === mark
  } catch {
    return false
  }
}
