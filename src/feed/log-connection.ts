// The connection over which the binlog feed reads the log. There is one at a time: events of an earlier one are ignored.
import type { LogPoint } from '../core/change.ts'
import { openDump, type Dump, type DumpEvents, type DumpOptions } from './dump.ts'
import type { TableName } from './table-name.ts'

export interface LogConnection {
  /** Opens another connection, from a position in the log or from its end. */
  readonly open: (from: LogPoint | null) => void
  readonly close: () => void
  /** Settles with the end of the server's log; null where the server does not answer in time, or without a connection. */
  readonly end: () => Promise<LogPoint | null>
  /** Forwards rows of these tables from now on. */
  readonly include: (tables: readonly TableName[]) => void
}

export function createLogConnection(options: () => DumpOptions, events: DumpEvents): LogConnection {
  let dump: Dump | null = null
  /** The number of the latest connection. */
  let opened = 0
  return {
    open: (from) => {
      const own = (opened += 1)
      const isCurrent = () => own === opened
      const opening = openDump(options(), from, {
        server: (server) => isCurrent() && events.server(server),
        event: (event) => isCurrent() && events.event(event),
        hidden: (table) => isCurrent() && events.hidden(table),
        failed: (failure, reason) => isCurrent() && events.failed(failure, reason),
      })
      opening.then(
        (is) => {
          if (isCurrent()) dump = is
          else is.close()
        },
        (error: unknown) => isCurrent() && events.failed('away', String(error)),
      )
    },
    close: () => {
      opened += 1
      dump?.close()
      dump = null
    },
    end: async () => (await dump?.end()) ?? null,
    include: (tables) => dump?.include(tables),
  }
}
