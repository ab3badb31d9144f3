// Node's request → Request. What is larger than its limit is refused before it is read.
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { fail, type Failure } from '../core/failure.ts'
import type { Client, Request } from '../core/request.ts'

export interface ReceiveLimits {
  readonly addressBytesMax: number
  readonly bodyBytesMax: number
  readonly trustedProxies: BlockList
}

export function receive(incoming: IncomingMessage, limits: ReceiveLimits): Request | Failure {
  const { url = '/', method = 'GET' } = incoming
  if (url.length > limits.addressBytesMax) return fail('address_too_long')
  const mark = url.indexOf('?')
  let body: Promise<Uint8Array | Failure> | undefined
  return {
    method,
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
    header: (name) => {
      const value = incoming.headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    client: clientOf(incoming, limits.trustedProxies),
    body: () => (body ??= readBody(incoming, limits.bodyBytesMax)),
  }
}

async function readBody(incoming: IncomingMessage, bytesMax: number): Promise<Uint8Array | Failure> {
  const tooLarge = fail('body_too_large', `The request body is larger than ${bytesMax} bytes.`)
  if (Number(incoming.headers['content-length'] ?? 0) > bytesMax) return tooLarge
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of incoming.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(part)) continue
      bytes += part.byteLength
      if (bytes > bytesMax) return tooLarge
      parts.push(part)
    }
  } catch {
    return fail('client_gone')
  }
  return Buffer.concat(parts)
}

/** Addresses and networks (`10.0.0.0/8`) as a list to check against. */
export function addressList(addresses: readonly string[]): BlockList {
  const list = new BlockList()
  for (const address of addresses) {
    const [ip = '', bits] = address.split('/')
    const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(ip, family)
    else list.addSubnet(ip, Number(bits), family)
  }
  return list
}

const loopback = addressList(['127.0.0.0/8', '::1'])

/** Only a proxy that is trusted is believed what it says of its client. */
function clientOf({ socket, headers }: IncomingMessage, trusted: BlockList): Client {
  const remote = plain(socket.remoteAddress ?? '')
  const forwarded = headers['x-forwarded-for']
  const proxied =
    forwarded !== undefined ||
    headers['forwarded'] !== undefined ||
    headers['x-forwarded-proto'] !== undefined
  const isLocal = isIn(loopback, remote) && !proxied
  if (!isIn(trusted, remote)) return { address: remote, isSecure: false, isLocal }
  const chain = String(forwarded ?? '')
    .split(',')
    .map((address) => plain(address.trim()))
    .filter((address) => isIP(address) !== 0)
  const address = chain.findLast((each) => !isIn(trusted, each)) ?? remote
  return { address, isSecure: headers['x-forwarded-proto'] === 'https', isLocal }
}

/** IPv4 in IPv6's clothes is IPv4. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

function isIn(list: BlockList, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
}
