// Extensions that a test writes: files in a folder of the package, so that its own name can be imported from them.
import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { ConfigFile } from '../../src/settings/config.ts'
import { testDatabases, type TestDatabase } from './databases.ts'
import { startTestGateway, type TestGateway } from './gateway.ts'

const folder = new URL(`../../.data/test-extensions-${process.pid}/`, import.meta.url)

process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Where they lie, with a slash at the end. */
export const extensionFolder = folder.pathname

const written = new Map<string, string>()

/** The file's path. A module is loaded once a process, which many test files share: a name stands for one code. */
export function extensionFile(name: string, code: string): string {
  assert.equal(written.get(name) ?? code, code, `another extension is called ${name}`)
  written.set(name, code)
  mkdirSync(folder, { recursive: true })
  const file = new URL(name, folder)
  writeFileSync(file, code)
  return file.pathname
}

/** One whose route, `/slow/v1/until`, makes the file `began` when it is asked, and answers once there is the file `ended`. */
export function slowExtension(
  name: string,
  files: { readonly began: string; readonly ended: string },
): string {
  return extensionFile(
    name,
    `import { existsSync, writeFileSync } from 'node:fs'
     import { setTimeout } from 'node:timers/promises'
     import { defineExtension, defineRoute, everybody } from 'lectern'
     const slow = defineRoute({
       namespace: 'slow/v1', path: '/until', methods: ['GET'], permission: everybody,
       handle: async ({ read }) => {
         writeFileSync(${JSON.stringify(files.began)}, '')
         while (!existsSync(${JSON.stringify(files.ended)})) await setTimeout(10)
         return await read.list('post', { values: { id: 'id' }, limit: 1 })
       },
     })
     export default defineExtension({ name: 'slow', routes: [slow] })`,
  )
}

/** A gateway over a database of its own, as long as it is used. */
export async function withGateway(
  settings: ConfigFile,
  use: (gateway: TestGateway, database: TestDatabase) => Promise<void>,
): Promise<void> {
  const [kind] = testDatabases()
  assert(kind)
  const database = await kind.create()
  try {
    const gateway = await startTestGateway(database, settings)
    await use(gateway, database)
    await gateway.stop()
  } finally {
    await database.drop()
  }
}

/** What was observed as a bug: when, and in which words. */
export function bugsOf({ observed }: TestGateway): readonly string[] {
  return observed.flatMap((seen) => (seen.kind === 'error' ? [`${seen.during}: ${String(seen.error)}`] : []))
}
