// A gateway in this process, on a free port, over a test database; and what it observed.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { readConfig, type ConfigFile } from '../../src/settings/config.ts'
import type { Observation } from '../../src/core/observation.ts'
import { atOnce } from '../../src/core/stopping.ts'
import { parseAddresses } from '../../src/database/address.ts'
import { startGateway, type Gateway } from '../../src/app/gateway.ts'
import { ask, type Received, type Sent } from './client.ts'
import {
  oneDatabase,
  testDatabases,
  type TestDatabase,
  type TestDatabaseKind,
  shareOf,
  type Share,
} from './databases.ts'
import { started } from './left-over.ts'
import { createObserved } from './observed.ts'

export interface TestGateway {
  readonly url: string
  /** Where it is administered, if the settings say so. */
  readonly adminUrl: string
  readonly observed: readonly Observation[]
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>
  readonly send: (method: string, path: string, sent?: Sent) => Promise<Answer>
  readonly graphql: (query: string, variables?: Readonly<Record<string, unknown>>) => Promise<Answer>
  readonly stop: () => Promise<void>
}

export interface Answer extends Received {
  /** The body as JSON: a value that tests look into with `at`. */
  readonly json: unknown
}

/** Signs the cursors and positions of all gateways of tests. */
export const testCursorKey = 'a key for tests only'

/**
 * Tests that count statements are surprised neither by a feed, of a database that was just made, nor by a life that ends, and no test
 * by the load of the machine: how long a query, a scan, the texts of an answer or a check of a password may take is said where it is
 * the subject.
 */
const ofTests: ConfigFile = {
  port: 0,
  cursorKey: [testCursorKey],
  feed: 'clock',
  cacheBlindLifeMs: 600_000,
  inspectionQueriesMax: 0,
  queryTimeoutMs: 60_000,
  scanTimeoutMs: 60_000,
  renderTimeoutMs: 60_000,
  passwordTimeoutMs: 120_000,
}

export async function startTestGateway(
  database: Pick<TestDatabase, 'url'>,
  settings: ConfigFile = {},
  heard: (observation: Observation) => void = () => {},
): Promise<TestGateway> {
  const read = readConfig({
    file: { ...ofTests, ...settings },
    environment: {},
    flags: {},
  })
  const addresses = parseAddresses(database.url)
  assert(addresses !== null && read.kind === 'config')
  const { config } = read
  const { observed, observe } = createObserved()
  const gateway = await startGateway(config, addresses, (observation) => {
    observe(observation)
    heard(observation)
  })
  await gateway.ready.catch(async (error: unknown) => {
    await gateway.stop()
    throw error
  })
  return toTestGateway(gateway, observed)
}

/** Test files are kept by node:test to the end of the process, and with them what they hold: a gateway only until it is stopped. */
function toTestGateway(
  { localUrl, adminUrl, stop: stopGateway }: Gateway,
  observed: readonly Observation[],
): TestGateway {
  let end: (() => Promise<void>) | undefined = () => stopGateway(atOnce)
  const isStopped = started(`a gateway at ${localUrl}`, stopGateway)
  const stop = async () => {
    isStopped()
    await end?.()
    end = undefined
  }
  const send: TestGateway['send'] = async (method, path, sent) => {
    const answer = await ask(method, localUrl + path, sent)
    const isJson = /\bjson/.test(answer.headers.get('content-type') ?? '') && answer.text !== ''
    return { ...answer, json: isJson ? JSON.parse(answer.text) : null }
  }
  return {
    url: localUrl,
    adminUrl: adminUrl ?? '',
    observed,
    get: (path, headers = {}) => send('GET', path, { headers }),
    send,
    graphql: (query, variables = {}) =>
      send('POST', '/graphql', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      }),
    stop,
  }
}

/** What lies at a path of keys in a JSON value; undefined where nothing does. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inside, key) =>
      typeof inside === 'object' && inside !== null
        ? new Map(Object.entries(inside)).get(String(key))
        : undefined,
    value,
  )
}

export function list(value: unknown): readonly unknown[] {
  assert(Array.isArray(value), `a list was expected, not ${JSON.stringify(value)}`)
  return value
}

type Settings = ConfigFile | ((database: TestDatabase) => ConfigFile)

/** The same tests on every kind of database that this machine can run, each with a gateway of its own. */
export function onEveryDatabase(
  about: string,
  define: (on: () => On, share: Share) => void,
  settings: Settings = {},
): void {
  onDatabases(testDatabases(), about, define, settings)
}

/** Tests of what is the same over every database: `why` says why it is. */
export function onOneDatabase(
  about: string,
  why: string,
  define: (on: () => On, share: Share) => void,
  settings: Settings = {},
): void {
  onDatabases(oneDatabase(why), about, define, settings)
}

function onDatabases(
  kinds: readonly TestDatabaseKind[],
  about: string,
  define: (on: () => On, share: Share) => void,
  settings: Settings,
): void {
  for (const kind of kinds) {
    describe(`${about} on ${kind.name}`, () => {
      let current: On | undefined
      before(async () => {
        const database = await kind.create()
        const own = typeof settings === 'function' ? settings(database) : settings
        current = { database, gateway: await startTestGateway(database, own) }
      })
      after(async () => {
        await current?.gateway.stop()
        await current?.database.drop()
        current = undefined
      })
      define(() => {
        assert(current !== undefined)
        return current
      }, shareOf(kind))
    })
  }
}

export interface On {
  readonly database: TestDatabase
  readonly gateway: TestGateway
}
