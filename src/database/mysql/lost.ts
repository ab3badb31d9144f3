// Distinguishes errors that ended a connection from those that answer a statement or refuse a connection.
import { errorCode } from '../../core/error-code.ts'

/**
 * True where the connection is gone: the driver noticed it, or the server or a proxy said so while it ended the connection (error numbers
 * of MySQL, MariaDB and their client library).
 */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error) || wasNeverMade(error)) return false
  if ('errno' in error && typeof error.errno === 'number' && farewells.has(error.errno)) return true
  const code = errorCode(error)
  return isFatal(error) ? !code.startsWith('ER_') : /^(E[A-Z]+|PROTOCOL_.*|HANDSHAKE_.*)$/.test(code)
}

/** Asks once more if the connection is lost. After a refusal it does not: the server would only refuse again. */
export function overAnother<T>(ask: () => Promise<T>): Promise<T> {
  return ask().catch((error: unknown) => (isLost(error) ? ask() : Promise.reject(error)))
}

/** True where no connection was made; a host name with several addresses gives an AggregateError. */
function wasNeverMade(error: Error): boolean {
  const call = 'syscall' in error ? error.syscall : undefined
  return error instanceof AggregateError || call === 'connect' || call === 'getaddrinfo'
}

/** True where the connection can no longer be used, or was refused. */
export function isFatal(error: Error): boolean {
  return 'fatal' in error && error.fatal === true
}

const farewells: ReadonlySet<number> = new Set([
  // The server shuts down, or aborts the connection
  1053, 1152, 1184,
  // MariaDB: it was killed
  1927,
  // ProxySQL and MaxScale: the server is gone, or was lost during the statement
  2006, 2013,
  // MySQL from 8.0.24 on: wait_timeout is over
  4031,
])
