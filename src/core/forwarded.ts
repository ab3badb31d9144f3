// Finds the client of a request behind proxies: only headers of trusted proxies count. A request that is proxied to WordPress
// carries the same facts, in place of the sender's own headers.
import { BlockList, isIP } from 'node:net'
import type { Client } from './request.ts'

/** Converts addresses and networks (`10.0.0.0/8`) to a list for lookups. */
export function addressList(addresses: readonly string[]): BlockList {
  const list = new BlockList()
  for (const address of addresses) {
    const [ip = '', bits] = address.split('/')
    const family = ip.includes(':') ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(ip, family)
    else list.addSubnet(ip, Number(bits), family)
  }
  return list
}

/** The parts of a message that identify its sender. */
export interface Arrived {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/**
 * The headers that mark a request as proxied. X-Forwarded-For alone names the client: of two that do, a proxy may write one, and let
 * through what a client wrote into the other.
 */
const ofProxies = ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip']

const loopback = addressList(['127.0.0.0/8', '::1'])

/** Returns the client that a trusted proxy names, or else the sender itself; `unnamed` is called where a trusted proxy names none. */
export function clientOf(
  { socket, headers }: Arrived,
  trusted: BlockList,
  unnamed: (proxy: string) => void = () => {},
): Client {
  if (!ofProxies.some((name) => headers[name] !== undefined)) return senderOn(socket)
  const remote = plain(socket.remoteAddress ?? '')
  if (!isIn(trusted, remote)) return { address: remote, isSecure: false, isLocal: false }
  const chain = chainOf(headers['x-forwarded-for'])
  if (chain.length === 0) unnamed(remote)
  const address = chain.findLast((each) => !isIn(trusted, each)) ?? remote
  return { address, isSecure: headers['x-forwarded-proto'] === 'https', isLocal: false }
}

/** The sender of unproxied requests, found once for all requests of a connection. */
function senderOn(socket: Arrived['socket']): Client {
  const known = senders.get(socket)
  if (known) return known
  const address = plain(socket.remoteAddress ?? '')
  const sender = { address, isSecure: false, isLocal: isIn(loopback, address) }
  senders.set(socket, sender)
  return sender
}

const senders = new WeakMap<Arrived['socket'], Client>()

/** The addresses from the client to here, as in X-Forwarded-For, without entries that an untrusted client added. */
export function wayOf({ socket, headers }: Arrived, trusted: BlockList): readonly string[] {
  const remote = plain(socket.remoteAddress ?? '')
  if (!isIn(trusted, remote)) return [remote]
  const chain = chainOf(headers['x-forwarded-for'])
  const client = chain.findLastIndex((each) => !isIn(trusted, each))
  return [...chain.slice(Math.max(client, 0)), remote]
}

/** True where the other end of the connection is a trusted proxy. */
export function isTrusted({ socket }: Arrived, trusted: BlockList): boolean {
  return isIn(trusted, plain(socket.remoteAddress ?? ''))
}

/** The longest tail of addresses that can be parsed: a client may have written anything to the left of one that cannot. */
function chainOf(forwarded: string | string[] | undefined): readonly string[] {
  const parts = String(forwarded ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(withoutPort)
  return parts.slice(parts.findLastIndex((address) => isIP(address) === 0) + 1)
}

/** Some proxies write the port of the client: `203.0.113.9:4711`, `[2001:db8::9]:4711`. */
function withoutPort(part: string): string {
  const [, v6, v4] = /^(?:\[([\da-f:.]*:[\da-f:.]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/i.exec(part) ?? []
  return plain(v6 ?? v4 ?? part)
}

/** IPv4 addresses mapped into IPv6 count as IPv4, however they are written. */
function plain(address: string): string {
  const [, dotted] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (dotted !== undefined) return dotted
  if (!/:ffff:/i.test(address) || address.includes('%') || isIP(address) !== 6) return address
  const { hostname } = new URL(`http://[${address}]`)
  const [, ...halves] = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(hostname) ?? []
  if (halves.length === 0) return address
  const bytes = halves.map((half) => Number.parseInt(half, 16)).flatMap((half) => [half >> 8, half & 255])
  return bytes.join('.')
}

function isIn(list: BlockList, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
}
