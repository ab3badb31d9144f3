// The codes by which Node, drivers and servers name errors: `ECONNREFUSED`, `ER_USER_LIMIT_REACHED`. Unlike messages they hold nothing
// of a request.

/** Empty where an error has none. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' || typeof code === 'number' ? String(code) : ''
}

/** Says why a file or folder could not be read. */
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
