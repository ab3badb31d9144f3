// Makes the embedded database from SQL files if its file is missing, or older than one of them. A file that Lectern did not make is never
// replaced.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { openFile } from './open-file.ts'

/** Marks files that Lectern made: `LECT` as SQLite's application_id. */
const mark = 0x4c454354

/** Returns the problem of a file, in which case nothing was made; else null. */
export function seedSqlite(path: string, files: readonly string[]): string | null {
  const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  if (made !== undefined && (!isOurs(path) || files.every((file) => statSync(file).mtimeMs < made)))
    return null
  const scripts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  rmSync(draft, { force: true })
  const database = openFile(draft)
  const problem = run(database, scripts)
  database.close()
  // A process that starts at the same time finds either no file or a complete one
  if (problem === null) renameSync(draft, path)
  else for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(draft + suffix, { force: true })
  return problem
}

function run(
  database: DatabaseSync,
  scripts: readonly { readonly file: string; readonly text: string }[],
): string | null {
  database.exec('begin')
  for (const { file, text } of scripts) {
    try {
      database.exec(text)
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error)
      return `databaseSeed: ${file} cannot be run: ${said}`
    }
  }
  try {
    database.exec(`pragma application_id = ${mark}; commit`)
    return null
  } catch (error) {
    return `databaseSeed: the database that the files made cannot be saved: ${error instanceof Error ? error.message : String(error)}`
  }
}

function isOurs(path: string): boolean {
  try {
    const database = openFile(path, { readOnly: true })
    const said = database.prepare('pragma application_id').get()?.['application_id']
    database.close()
    return said === mark
  } catch {
    return false
  }
}
