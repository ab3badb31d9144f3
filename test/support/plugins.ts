// Databases in which plug-ins keep something: rows as they write them, and a gateway over each.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { startReloadable } from '../../src/app/reload.ts'
import type { Observation } from '../../src/core/observation.ts'
import { parseAddresses } from '../../src/database/address.ts'
import { readConfig, type ConfigFile } from '../../src/settings/config.ts'
import { testDatabases, type TestDatabase } from './databases.ts'
import { started } from './left-over.ts'
import { createObserved } from './observed.ts'
import { insertPosts, insertRows } from './rows.ts'

type Stored = string | number | boolean | null | readonly Stored[] | { readonly [key: string]: Stored }

/** A value as PHP's serialize writes it. */
function php(value: Stored): string {
  if (value === null) return 'N;'
  if (typeof value === 'string') return `s:${Buffer.byteLength(value)}:"${value}";`
  if (typeof value === 'number') return Number.isInteger(value) ? `i:${value};` : `d:${value};`
  if (typeof value === 'boolean') return `b:${value ? 1 : 0};`
  const entries = Object.entries(value)
  const written = entries.map(
    ([key, each]) => (/^(?:0|[1-9]\d*)$/.test(key) ? `i:${key};` : php(key)) + php(each),
  )
  return `a:${entries.length}:{${written.join('')}}`
}

export async function setOption(
  { execute }: Pick<TestDatabase, 'execute'>,
  name: string,
  value: Stored,
): Promise<void> {
  await execute('delete from wp_options where option_name = ?', [name])
  await execute(`insert into wp_options (option_name, option_value, autoload) values (?, ?, 'on')`, [
    name,
    typeof value === 'string' ? value : php(value),
  ])
}

export function activate(database: Pick<TestDatabase, 'execute'>, ...plugins: readonly string[]) {
  return setOption(
    database,
    'active_plugins',
    plugins.map((name) => `${name}/${name}.php`),
  )
}

/** A row of posts whose content is an array, as plug-ins keep what they define. */
export function definition(
  id: number,
  type: string,
  slug: string,
  content: Stored,
  more: Readonly<Record<string, string | number>> = {},
): Readonly<Record<string, string | number>> {
  return { ID: id, post_type: type, post_name: slug, post_content: php(content), ...more }
}

/** The same keys of meta for every object. */
export function insertMeta(
  database: Pick<TestDatabase, 'execute'>,
  of: 'post' | 'term' | 'user' | 'comment',
  id: number,
  values: Readonly<Record<string, Stored>>,
): Promise<void> {
  return insertRows(
    database,
    `wp_${of}meta`,
    Object.entries(values).map(([key, value]) => ({
      [`${of}_id`]: id,
      meta_key: key,
      meta_value: typeof value === 'string' ? value : php(value),
    })),
  )
}

export { insertPosts, insertRows }

export interface PluginGateway {
  readonly url: string
  readonly observed: readonly Observation[]
  /** Rejects where everything stays as it is. */
  readonly reload: () => Promise<readonly string[] | null>
  readonly get: (
    path: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<{ readonly status: number; readonly headers: Headers; readonly json: unknown }>
}

export interface OnPlugins {
  readonly database: TestDatabase
  readonly gateway: PluginGateway
}

/** The same tests on every kind of database, with rows that are there before the gateway starts. */
export function onPluginDatabases(
  about: string,
  prepare: (database: TestDatabase) => Promise<void>,
  define: (on: () => OnPlugins) => void,
  settings: ConfigFile = {},
): void {
  for (const kind of testDatabases()) {
    describe(`${about} on ${kind.name}`, () => {
      let current: (OnPlugins & { readonly stop: () => Promise<void> }) | undefined
      before(async () => {
        const database = await kind.create()
        await prepare(database)
        current = { database, ...(await startOn(database, settings)) }
      })
      after(async () => {
        await current?.stop()
        await current?.database.drop()
      })
      define(() => {
        assert(current)
        return current
      })
    })
  }
}

async function startOn(database: TestDatabase, settings: ConfigFile) {
  const read = readConfig({
    file: {
      brand: 'wp',
      cursorKey: ['a key for tests only'],
      inspectionQueriesMax: 0,
      logLevel: 'silent',
      ...settings,
      port: 0,
    },
    environment: {},
    flags: {},
  })
  const addresses = parseAddresses(database.url)
  assert(addresses !== null && read.kind === 'config')
  const { observed, observe } = createObserved()
  const gateway = await startReloadable(read.config, addresses, observe)
  await gateway.ready
  const isStopped = started(`a gateway at ${gateway.localUrl}`, gateway.stop)
  const get: PluginGateway['get'] = async (path, headers = {}) => {
    const response = await fetch(gateway.localUrl + path, { headers })
    return { status: response.status, headers: response.headers, json: await response.json() }
  }
  return {
    gateway: {
      url: gateway.localUrl,
      observed,
      reload: () => gateway.reload({ config: read.config, addresses }),
      get,
    },
    stop: async () => {
      isStopped()
      await gateway.stop()
    },
  }
}
