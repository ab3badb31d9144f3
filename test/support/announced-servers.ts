// How the process that started the servers tells the test processes of them: in the environment.
export type ServerFlavour = 'mariadb' | 'mysql'

export interface ServerAddress {
  /** Flavour and version, as in 'MariaDB 10.11.19'. */
  readonly name: string
  readonly flavour: ServerFlavour
  /** Of an account that may do everything. */
  readonly url: string
}

const variable = 'LECTERN_TEST_SERVERS'

export function announceServers(servers: readonly ServerAddress[]): void {
  process.env[variable] = JSON.stringify(servers.map(({ name, flavour, url }) => ({ name, flavour, url })))
}

export function announcedServers(): readonly ServerAddress[] {
  const servers: unknown = JSON.parse(process.env[variable] ?? '[]')
  if (!Array.isArray(servers) || !servers.every(isAddress))
    throw new Error(`${variable} is not a list of servers`)
  return servers
}

function isAddress(value: unknown): value is ServerAddress {
  if (typeof value !== 'object' || value === null) return false
  if (!('name' in value && 'flavour' in value && 'url' in value)) return false
  const { name, flavour, url } = value
  return typeof name === 'string' && typeof url === 'string' && (flavour === 'mariadb' || flavour === 'mysql')
}
