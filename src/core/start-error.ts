// Errors that keep the gateway from starting.

/** The reason why the gateway does not start, in a sentence for its owner. */
export class StartError extends Error {}

/** Makes the error for a database without the named table or column. */
export function noPosts(lacking: string): StartError {
  return new StartError(
    `the database has no ${lacking}, which posts are read from, or the account may not read it: are TABLE_PREFIX and LAYOUT right?`,
  )
}

/** The sentence for an error that kept the gateway from starting; null for a bug, which shows its stack. */
export function sentenceOf(error: unknown): string | null {
  if (error instanceof StartError) return error.message
  if (!(error instanceof Error) || !('syscall' in error)) return null
  const facts = new Map<string, unknown>(Object.entries(error))
  const where = String(facts.get('address'))
  // In a cluster the primary binds a worker's port
  if (facts.get('syscall') !== 'listen' && facts.get('syscall') !== 'bind') return error.message
  switch (facts.get('code')) {
    case 'EADDRINUSE':
      return `Port ${String(facts.get('port'))} of ${where} is in use by another program, or is Lectern's other port (EADDRINUSE): ${otherPort}`
    case 'EACCES':
      return `Port ${String(facts.get('port'))} of ${where} may not be opened by this account (EACCES): ${otherPort}`
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${where} (EADDRNOTAVAIL): HOST or --host, and ADMIN_HOST or --admin-host, say where to listen`
    default:
      return error.message
  }
}

const otherPort = 'choose another with PORT or --port; for the admin port with ADMIN_PORT or --admin-port'
