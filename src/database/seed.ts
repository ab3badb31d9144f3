// The embedded database is made from SQL files: where its file is missing, or older than one of them.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export function seedSqlite(path: string, files: readonly string[]): void {
  const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (files.every((file) => statSync(file).mtimeMs < made)) return
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  rmSync(draft, { force: true })
  const database = new DatabaseSync(draft)
  database.exec('begin')
  for (const file of files) database.exec(readFileSync(file, 'utf8'))
  database.exec('commit')
  database.close()
  // Whoever starts at the same time finds either no file or a whole one
  renameSync(draft, path)
}
