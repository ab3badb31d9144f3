// The life of a gateway: it listens, looks at the database, serves and stops, or takes over from another gateway. compose.ts
// builds its rooms.
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAdministration, type Administration, type AdminPort } from '../admin/administration.ts'
import { urlHost } from '../core/url-host.ts'
import type { Shared } from './compose-reading.ts'
import { settingsProblem } from './check-settings.ts'
import { compose } from './compose.ts'
import { adminPortOptions, listenOptions } from './http-options.ts'
import { close, open, type Opened } from './open.ts'
import type { Observe } from '../core/observation.ts'
import type { RequestTarget } from '../core/request-target.ts'
import { StartError } from '../core/start-error.ts'
import type { Stopping } from '../core/stopping.ts'
import { nameOf, type Addresses } from '../database/address.ts'
import { seedSqlite } from '../database/sqlite/seed.ts'
import { listen, serveHttp, type Listener, type ListenOptions, type Serving } from '../http/server.ts'
import type { Reports } from '../observe/now.ts'
import type { Config } from '../settings/config.ts'

export interface Gateway {
  /** The address that clients use: `https://api.example.org`. */
  readonly publicUrl: string
  /** The address on which it listens: `http://127.0.0.1:8080`. */
  readonly localUrl: string
  /** The address of the admin port; null without one. */
  readonly adminUrl: string | null
  /** Settles after the first look at the database; rejects with a StartError where the database can never be served. */
  readonly ready: Promise<void>
  /** Finishes requests in flight, then closes the port and the database; without `stopping` since it could not start. */
  readonly stop: (stopping?: Stopping) => Promise<void>
}

/** State that a gateway hands to its successor in the same process. */
export interface Inheritance {
  readonly listener: Listener
  readonly administration: Administration
  /** The targets that were requested most. */
  readonly hot: readonly RequestTarget[]
  /** A random key that signs cursors where no other key does. */
  readonly secret: string
}

export interface Replaceable extends Gateway {
  readonly inheritance: () => Inheritance
  /** Finishes requests in flight once another gateway has taken over, then calls `left`, and closes the database. */
  readonly leave: (left: () => void) => Promise<void>
  /** Called when the predecessor has sent its last answer, which may have been made by older settings. */
  readonly isAlone: () => void
}

/** Parts that a worker gets from the primary. */
export interface Sharing extends Shared {
  /** Receives the reports of this process, which then opens no admin port. */
  readonly report: (reports: Reports) => void
  /** Random, and the same for all workers. */
  readonly secret: string
  /**
   * The address where other workers listen; this one accepts connections after its first look at the database. Null for the first
   * worker.
   */
  readonly localUrl: string | null
  /** True where it replaces a worker that serves. */
  readonly isSuccessor: boolean
}

/** How long a gateway that ends waits for a database that does not answer. */
const closeMsMax = 3000

/**
 * Listens at once, and refuses requests that need the database with 503 until it is found. A gateway that takes over from another
 * does so once its database is found.
 */
export async function startGateway(
  config: Config,
  addresses: Addresses,
  log: Observe,
  shared: Sharing | null = null,
  inherited: Inheritance | null = null,
  outdated: ((mark: string) => void) | null = null,
): Promise<Replaceable> {
  // A successor does not create the database again
  beforeStart(config, addresses, inherited ? [] : config.databaseSeed)
  const administration =
    inherited?.administration ?? (await createAdministration(adminPortOptions(config), log, shared?.report))
  const secret = shared?.secret ?? inherited?.secret ?? randomBytes(32).toString('hex')
  const listening = listenOptions(config)
  if (listening.clientsMax < config.clientsMax)
    log({
      kind: 'warning',
      message: `CLIENTS_MAX is ${config.clientsMax}, but ${listening.clientsMax} connections are the most that the limit of open files allows`,
    })
  const listensLater = shared?.localUrl ?? null
  const hasTime = inherited !== null || listensLater !== null
  const opened = await open(config, addresses, administration.observe, { hasTime })
  let listener =
    inherited?.listener ?? (listensLater === null ? await listenOrClose(listening, opened) : null)
  const localUrl = listener ? urlOf(listener.address) : (listensLater ?? '')
  const publicUrl = (config.publicUrl ?? localUrl).replace(/\/+$/, '')
  const { serverOptions, administered, begin, hot, ...composed } = compose(config, opened, {
    publicUrl,
    shared,
    secret,
    inherited: inherited?.hot ?? [],
    observe: administration.observe,
    outdated,
  })
  const serveAt = (at: Listener) => {
    at.limit(listening)
    return serveHttp(at, serverOptions)
  }
  let serving: Serving | null = inherited || listener === null ? null : serveAt(listener)
  let admin: AdminPort | null = null
  const end = () => Promise.race([composed.stop(), sleep(closeMsMax, undefined, { ref: false })])
  const stop = async (stopping?: Stopping) => {
    admin?.leave()
    await serving?.stop(stopping)
    await end()
    await admin?.stop()
  }
  /** The predecessor goes on serving while this gateway cannot. */
  const beginWhole = async () => {
    if (!(await begin())) throw new StartError(`the database ${nameOf(addresses[0])} cannot be used`)
    if (!(await composed.arePacksKnown()))
      throw new StartError(`what plug-ins keep in ${nameOf(addresses[0])} could not be read`)
  }
  let ready = Promise.resolve()
  try {
    if (inherited) {
      await beginWhole()
      serving = serveAt(inherited.listener)
    } else if (listener === null) {
      await (shared?.isSuccessor === true ? beginWhole() : begin())
      listener = await listen(listening)
      serving = serveAt(listener)
    } else ready = begin().then(() => {})
    admin = await administration.open(administered)
  } catch (error) {
    await (inherited ? end() : stop())
    throw error
  }
  return {
    publicUrl,
    localUrl,
    adminUrl: admin?.url ?? null,
    ready,
    stop,
    inheritance: () => {
      if (listener === null) throw new Error('it does not listen')
      return { listener, administration, hot: hot(), secret }
    },
    leave: async (left) => {
      await serving?.leave()
      left()
      await end()
    },
    isAlone: composed.tellAll,
  }
}

async function listenOrClose(options: ListenOptions, opened: Opened): Promise<Listener> {
  try {
    return await listen(options)
  } catch (error) {
    await close(opened)
    throw error
  }
}

/** Creates the embedded database where the settings want one; throws where the settings can never be served. */
export function beforeStart(config: Config, [address]: Addresses, seed: readonly string[]): void {
  const seeded = address.kind === 'sqlite' && seed.length > 0 ? seedSqlite(address.path, seed) : null
  const problem = seeded ?? settingsProblem(config)
  if (problem !== null) throw new StartError(problem)
}

function urlOf({ address, port }: AddressInfo): string {
  const host = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address
  return `http://${urlHost(host)}:${port}`
}
