// Opens the engine for an address's kind of database; and, for several addresses, the servers of which one is read.
import { placeOf, type Address, type Addresses, type MysqlAddress } from './address.ts'
import type { Access, Engine } from './engine.ts'
import { openMysql, switchedMysql } from './mysql/engine.ts'
import { overAnother } from './mysql/lost.ts'
import { createReadReplication, type Replication } from './replication.ts'
import { openSqlite } from './sqlite/engine.ts'
import type { TableQueries } from './table-query.ts'

export interface DatabaseLimits {
  readonly connectionsMax: number
  readonly queriesWaitingMax: number
  readonly queryTimeoutMs: number
  /** The layout's queries, which the server's description lists as tables. */
  readonly queries?: TableQueries
}

export function openDatabase(address: Address, limits: DatabaseLimits, access: Access = 'read'): Engine {
  switch (address.kind) {
    case 'sqlite':
      return openSqlite(address, limits, access)
    case 'mysql':
      return openMysql(address, limits, access)
  }
}

/** A server that can be read. */
export interface Candidate {
  readonly place: string
  readonly address: Address
  readonly engine: Engine
  /** Uses a connection of its own, so that neither slow queries nor a full queue keep it from answering. */
  readonly replication: () => Promise<Replication>
}

export interface Servers {
  /** Sends statements to the server in use, at first the first one. */
  readonly engine: Engine
  readonly candidates: readonly Candidate[]
  readonly use: (candidate: Candidate) => void
}

export interface ServersLimits extends DatabaseLimits {
  readonly replicaTimeoutMs: number
}

export function openServers(addresses: Addresses, limits: ServersLimits): Servers {
  const [first] = addresses
  if (first.kind === 'sqlite') {
    const engine = openSqlite(first, limits, 'read')
    const replication = async () => ({ kind: 'none' }) as const
    const candidate = { place: placeOf(first), address: first, engine, replication }
    return { engine, candidates: [candidate], use: () => {} }
  }
  const opened = addresses
    .filter((address) => address.kind === 'mysql')
    .map((address) => server(address, limits))
  const candidates = opened.map(({ candidate }) => candidate)
  let [used] = opened
  const switched = switchedMysql(() => {
    if (used === undefined) throw new Error('there is no server')
    return used.engine
  })
  const close = async () => {
    await Promise.all(opened.flatMap((each) => [each.engine.close(), each.watching.close()]))
  }
  return {
    engine: { ...switched, close },
    candidates,
    use: (candidate) => {
      used = opened.find((each) => each.candidate === candidate) ?? used
    },
  }
}

function server(address: MysqlAddress, limits: ServersLimits) {
  const aside = { connectionsMax: 1, queriesWaitingMax: 2, queryTimeoutMs: limits.replicaTimeoutMs }
  const watching = openMysql(address, aside, 'read')
  const engine = openMysql(address, limits, 'read')
  const read = createReadReplication(watching)
  const replication = () => overAnother(read)
  const candidate: Candidate = { place: placeOf(address), address, engine, replication }
  return { candidate, engine, watching }
}
