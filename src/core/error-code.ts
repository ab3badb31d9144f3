// The codes by which Node, drivers and servers name errors: `ECONNREFUSED`, `ER_USER_LIMIT_REACHED`. Unlike messages they quote
// no part of a request.

/** SQLite's own code as `SQLITE_5`; a server's number where the driver has no name for it. Empty where an error has no code. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('errcode' in error) return `SQLITE_${String(error.errcode)}`
  const code = 'code' in error ? error.code : undefined
  const named = code ?? ('errno' in error ? error.errno : undefined)
  return typeof named === 'string' || typeof named === 'number' ? String(named) : ''
}

/** Returns in words why a file or folder could not be read. */
export function whyUnread(error: unknown): string {
  const code = errorCode(error)
  switch (code) {
    case 'ENOENT':
      return 'there is no such file'
    case 'EACCES':
    case 'EPERM':
      return 'the account that Lectern runs as may not read it'
    case 'EISDIR':
      return 'it is a folder'
    default:
      return code === '' ? String(error) : code
  }
}

/** Returns in words why a file could not be written in its folder. */
export function whyUnwritten(error: unknown): string {
  const code = errorCode(error)
  switch (code) {
    case 'ENOENT':
      return 'there is no such folder'
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'the account that Lectern runs as may not write into this folder'
    default:
      return code === '' ? String(error) : code
  }
}

/** Returns in words why `fetch` had no answer, without any part of the request or its address. */
export function whyUnanswered(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'it cannot be reached'
  if (error.name === 'TimeoutError') return `it did not answer within ${timeoutMs} ms`
  if (error.name === 'AbortError') return 'the gateway stopped'
  const code = errorCode(error.cause)
  return code === '' ? 'it cannot be reached' : `it cannot be reached (${code})`
}
