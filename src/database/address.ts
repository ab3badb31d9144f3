// Database addresses, parsed from DATABASE_URL: the place of one database, and the servers that hold the same one. Nothing connects here.
import { basename } from 'node:path'
import { urlHost } from '../core/url-host.ts'

export type Address = SqliteAddress | MysqlAddress

export interface SqliteAddress {
  readonly kind: 'sqlite'
  readonly path: string
}

export interface MysqlAddress {
  readonly kind: 'mysql'
  readonly host: string
  readonly port: number
  /** A Unix socket, used instead of host and port. */
  readonly socket: string | null
  readonly user: string
  readonly password: string
  readonly database: string
  readonly charset: Charset
  readonly tls: 'off' | 'unverified' | 'verified'
  /** A file of certificates to trust instead of the system's. */
  readonly tlsAuthorities: string | null
}

/**
 * The character set that text columns declare while their bytes are UTF-8: `latin1` is for tables of systems that wrote UTF-8 over
 * connections declared as latin1.
 */
export type Charset = (typeof charsets)[number]
export const charsets = ['utf8mb4', 'latin1'] as const

export const addressForms =
  'sqlite:path or mysql://user:password@host:port/database, with any of ?socket=path ' +
  '&charset=utf8mb4|latin1 &ssl-mode=disabled|required|verify &ssl-ca=path'

const tlsModes: ReadonlyMap<string, MysqlAddress['tls']> = new Map([
  ['disabled', 'off'],
  ['required', 'unverified'],
  ['verify', 'verified'],
])
const options: ReadonlySet<string> = new Set(['socket', 'charset', 'ssl-mode', 'ssl-ca'])

/** Parses an address; null for a text that is none (`addressForms` describes the forms). */
export function parseAddress(text: string): Address | null {
  if (text.startsWith('sqlite:')) return text.length > 7 ? { kind: 'sqlite', path: text.slice(7) } : null
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.protocol !== 'mysql:' && url.protocol !== 'mariadb:') return null
  const option = (name: string) => url.searchParams.get(name) || null
  const tls = tlsModes.get(option('ssl-mode') ?? (option('ssl-ca') === null ? 'disabled' : 'verify'))
  const charset = charsets.find((each) => each === (option('charset') ?? 'utf8mb4'))
  // A password that is not percent-encoded would become part of the database's name, which logs show
  if (/[/@,]/.test(url.pathname.slice(1)) || url.hash !== '') return null
  const database = decoded(url.pathname.slice(1))
  const user = decoded(url.username)
  const password = decoded(url.password)
  if (tls === undefined || charset === undefined || !database || user === null || password === null)
    return null
  if ([...url.searchParams.keys()].some((name) => !options.has(name))) return null
  return {
    kind: 'mysql',
    host: url.hostname.replace(/^\[(.*)\]$/, '$1') || '127.0.0.1',
    port: url.port === '' ? 3306 : Number(url.port),
    socket: option('socket'),
    user,
    password,
    database,
    charset,
    tls,
    tlsAuthorities: option('ssl-ca'),
  }
}

export type Addresses = readonly [Address, ...Address[]]

/**
 * Parses a list of addresses, or a text in which commas separate them; null where one is no address, or several are not all of MySQL's
 * protocol.
 */
export function parseAddresses(given: string | readonly string[]): Addresses | null {
  const [first, ...others] = addressTexts(given).map(parseAddress)
  if (!first || !others.every((address) => address !== null)) return null
  const isAlike = others.length === 0 || [first, ...others].every(({ kind }) => kind === 'mysql')
  return isAlike ? [first, ...others] : null
}

/** Splits a text at commas that an address follows; any other comma is part of an address. */
export function addressTexts(given: string | readonly string[]): readonly string[] {
  const texts = typeof given === 'string' ? given.split(/,(?=\s*(?:(?:mysql|mariadb):\/\/|sqlite:))/) : given
  return texts.map((text) => text.trim())
}

/** The address without account and password, as shown to the owner. */
export function placeOf(address: Address): string {
  if (address.kind === 'sqlite') return address.path
  const { host, port, socket, database } = address
  return `${socket ?? `${urlHost(host)}:${port}`}/${database}`
}

/** The name of the database, without account and host. */
export function nameOf(address: Address): string {
  return address.kind === 'sqlite' ? basename(address.path) : address.database
}

/** The address with the database's name as its server spells it. */
export function asNamed(address: Address, schema: string | undefined): Address {
  return address.kind === 'sqlite' || schema === undefined ? address : { ...address, database: schema }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
