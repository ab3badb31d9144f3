// How the process that started the servers tells the test processes of them: in the environment.
import type { Servers } from './by-server.ts'

export type ServerFlavour = 'mariadb' | 'mysql'

export interface ServerAddress {
  /** Flavour and version, as in 'MariaDB 10.11.19'. */
  readonly name: string
  readonly flavour: ServerFlavour
  /** Of an account that may do everything. */
  readonly url: string
  /** The path of its Unix socket, and of the certificate that its TLS is to be trusted by; null where there is none. */
  readonly socket: string | null
  readonly certificate: string | null
}

const variable = 'LECTERN_TEST_SERVERS'

export function announceServers(servers: readonly ServerAddress[]): void {
  process.env[variable] = JSON.stringify(servers)
}

let chosen: Servers = 'all'

/** Says which servers the file that is to run is tested on. */
export function runsOn(servers: Servers): void {
  chosen = servers
}

/** Those that the file which runs is tested on. */
export function announcedServers(): readonly ServerAddress[] {
  const servers: unknown = JSON.parse(process.env[variable] ?? '[]')
  if (!Array.isArray(servers) || !servers.every(isAddress))
    throw new Error(`${variable} is not a list of servers`)
  if (chosen === 'all') return servers
  const first = servers.filter(({ flavour }, nth) => nth === firstOf(servers, flavour))
  if (chosen === 'first') return first
  const { turn } = chosen
  return first.filter((_, nth) => nth === turn % first.length)
}

function firstOf(servers: readonly ServerAddress[], flavour: ServerFlavour): number {
  return servers.findIndex((server) => server.flavour === flavour)
}

function isAddress(value: unknown): value is ServerAddress {
  if (typeof value !== 'object' || value === null) return false
  if (
    !('name' in value && 'flavour' in value && 'url' in value && 'socket' in value && 'certificate' in value)
  )
    return false
  const { name, flavour, url, socket, certificate } = value
  const paths = [socket, certificate].every((path) => path === null || typeof path === 'string')
  return (
    paths &&
    typeof name === 'string' &&
    typeof url === 'string' &&
    (flavour === 'mariadb' || flavour === 'mysql')
  )
}
