// The codes by which Node, drivers and servers name errors: `ECONNREFUSED`, `ER_USER_LIMIT_REACHED`. Unlike messages they hold nothing
// of a request.

/** Empty where an error has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
