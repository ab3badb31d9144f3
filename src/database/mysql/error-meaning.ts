// The meaning of errors of MySQL, MariaDB and the driver. A statement counts as the cause (`bug`) only where neither the server's state
// nor one of its limits is: these pass, and the same statement succeeds later.
import { errorCode } from '../../core/error-code.ts'
import type { DriverErrorMeaning } from '../engine.ts'
import { isFatal, isLost } from './lost.ts'
import { limitsReached } from './refused.ts'
import { SessionRefused } from './session.ts'

const codes: readonly (readonly [DriverErrorMeaning, readonly string[]])[] = [
  [
    'overloaded',
    [
      ...limitsReached,
      'ER_CANT_CREATE_THREAD',
      'ER_DISK_FULL',
      'ER_FILSORT_ABORT',
      'ER_LOCK_TABLE_FULL',
      'ER_OUT_OF_RESOURCES',
      'ER_RECORD_FILE_FULL',
    ],
  ],
  [
    'unavailable',
    [
      'ER_ACCESS_DENIED_ERROR',
      'ER_BAD_DB_ERROR',
      'ER_CRASHED_ON_REPAIR',
      'ER_CRASHED_ON_USAGE',
      'ER_DBACCESS_DENIED_ERROR',
      'ER_ERROR_ON_READ',
      'ER_GET_ERRNO',
      'ER_HOST_NOT_PRIVILEGED',
      'ER_NOT_KEYFILE',
      'ER_SERVER_OFFLINE_MODE',
      'ER_SESSION_WAS_KILLED',
      // ProxySQL reaches no server
      '9001',
    ],
  ],
  [
    'changed',
    [
      'ER_CHECKREAD',
      'ER_COLUMNACCESS_DENIED_ERROR',
      'ER_KEY_DOES_NOT_EXITS',
      'ER_KEY_DOES_NOT_EXIST',
      'ER_TABLEACCESS_DENIED_ERROR',
      'ER_TABLE_DEF_CHANGED',
      // A view whose tables, columns or definer are gone, or may not be read by its definer
      'ER_NO_SUCH_USER',
      'ER_VIEW_INVALID',
    ],
  ],
  ['timeout', ['ER_LOCK_WAIT_TIMEOUT', 'ER_QUERY_INTERRUPTED', 'ER_QUERY_TIMEOUT']],
  // The text has characters that the column's character set lacks
  [
    'nothing',
    ['ER_CANT_AGGREGATE_2COLLATIONS', 'ER_CANT_AGGREGATE_3COLLATIONS', 'ER_CANT_AGGREGATE_NCOLLATIONS'],
  ],
]

const meanings: ReadonlyMap<string, DriverErrorMeaning> = new Map(
  codes.flatMap(([meaning, all]) => all.map((code) => [code, meaning] as const)),
)

/** Meanings by the beginning of the SQLSTATE, which errors have even where the driver has no name for their number. */
const states: readonly (readonly [state: string, DriverErrorMeaning])[] = [
  // The connection is gone, or the node of a cluster is not ready
  ['08', 'unavailable'],
  // A table or a column is not there
  ['42S02', 'changed'],
  ['42S22', 'changed'],
  // The transaction was rolled back, by a deadlock for example
  ['40', 'overloaded'],
  // Interrupted, by MariaDB's max_statement_time as well
  ['70', 'timeout'],
  // The server is out of memory
  ['HY001', 'overloaded'],
]

export function meaningOf(error: unknown): DriverErrorMeaning {
  if (!(error instanceof Error)) return 'bug'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timeout'
  if (error.message === 'Queue limit reached.') return 'overloaded'
  if (error.message === 'Pool is closed.' || error instanceof SessionRefused) return 'unavailable'
  // MariaDB gives a killed connection the SQLSTATE of an interrupted query
  const isGone = isFatal(error) || isLost(error)
  return meanings.get(errorCode(error)) ?? (isGone ? 'unavailable' : (meaningOfState(error) ?? 'bug'))
}

function meaningOfState(error: Error): DriverErrorMeaning | undefined {
  const state = 'sqlState' in error ? String(error.sqlState) : ''
  return states.find(([beginning]) => state.startsWith(beginning))?.[1]
}
