// Identifies the server that has a log: events name the server that wrote them, and the end of a log counts only together with the name
// of its server, since an address may lead to another server from one connection to the next.
import { sql } from 'kysely'
import type { LogPoint } from '../core/change.ts'
import type { Engine } from '../database/engine.ts'
import { identity } from '../database/server-identity.ts'
import { endIn, type AskLog } from './log-end.ts'

export interface LogServer {
  /** Unique among servers. */
  readonly name: string
  readonly id: string
  /** The prefixes of GTIDs that the server assigns; empty where these have no UUID (MariaDB). */
  readonly uuids: readonly string[]
}

/** The server that first logged an event, as the event names it. */
export interface Origin {
  readonly serverId: string
  /** Null where the event has none. */
  readonly gtid: string | null
}

/** True where the server first logged the event itself, so that the event's position is one in its own log. */
export function wrote({ id, uuids }: LogServer, { serverId, gtid }: Origin): boolean {
  if (serverId !== id) return false
  const [uuid = ''] = gtid?.toLowerCase().split(':') ?? []
  return gtid === null || uuids.length === 0 || uuids.includes(uuid)
}

export interface ServerEnd {
  readonly server: LogServer
  /** Null where the server does not say. */
  readonly end: LogPoint | null
}

/** Asks for the end of the log and the server's name over one connection; null where no server answers in time. */
export async function serverEnd({ kysely }: Pick<Engine, 'kysely'>, ask: AskLog): Promise<ServerEnd | null> {
  const signal = AbortSignal.timeout(limitMs)
  const asked = async (over: Engine['kysely']) => {
    const server = await askServer(over, signal)
    const status = await ask(signal, over)
    return { server, end: status && endIn(status) }
  }
  return await kysely
    .connection()
    .execute(asked)
    .catch(() => null)
}

async function askServer(over: Engine['kysely'], signal: AbortSignal): Promise<LogServer> {
  const query = sql.raw<{ readonly Variable_name: string; readonly Value: string }>(named).compile(over)
  const { rows } = await over.executeQuery(query, { signal, inflightQueryAbortStrategy: 'cancel query' })
  const values = new Map(rows.map((row) => [row.Variable_name.toLowerCase(), row.Value]))
  const uuids = ['server_uuid', 'group_replication_group_name'].flatMap((name) => values.get(name) ?? [])
  return {
    name: JSON.stringify([...values]),
    id: values.get('server_id') ?? '',
    uuids: uuids.map((uuid) => uuid.toLowerCase()),
  }
}

/** The longest wait for both answers. */
const limitMs = 500
/** Members of a replication group assign GTIDs that begin with the group's name. */
const named = identity.replace(')', ", 'group_replication_group_name')")
