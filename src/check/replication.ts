// Checks whether the server is a replica, and how far it is behind its source.
import type { Engine } from '../database/engine.ts'
import { createReadReplication } from '../database/replication.ts'
import { advice, good, warning, type Finding } from './finding.ts'

export interface ReplicationOptions {
  readonly lagMaxMs: number
  /** True where other servers can replace one that lags. */
  readonly areSeveral: boolean
  /** The account in the notation of grants. */
  readonly user: string
  /** The server's name and version: `MariaDB 10.11.6`. */
  readonly server: string
}

export async function checkReplication(
  engine: Pick<Engine, 'kysely'>,
  { lagMaxMs, areSeveral, user, server }: ReplicationOptions,
): Promise<readonly Finding[]> {
  const replication = await createReadReplication(engine)()
  const privilege = server.startsWith('MariaDB') ? 'replica monitor' : 'replication client'
  const grant = `grant ${privilege} on *.* to ${user};`
  switch (replication.kind) {
    case 'none':
      return [good('The server is not a replica.')]
    case 'unknown':
      return areSeveral
        ? [
            advice(
              'The account may not ask whether the server is a replica, nor how far it is behind its source: the server counts as usable while it answers.',
              grant,
            ),
          ]
        : [
            good(
              'The account may not ask whether the server is a replica. With one server this does not matter.',
            ),
          ]
    case 'replica': {
      const { isRunning, lagMs } = replication
      if (!isRunning)
        return [warning('The server is a replica that has stopped replicating: its data become outdated.')]
      if (lagMs === null)
        return [
          advice('The server is a replica; the account may not ask how far it is behind its source.', grant),
        ]
      const says = `The server is a replica, ${lagMs / 1000} s behind its source`
      return [lagMs > lagMaxMs ? warning(`${says}: more than REPLICA_LAG_MAX_MS.`) : good(`${says}.`)]
    }
  }
}
