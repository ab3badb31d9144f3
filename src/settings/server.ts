// Settings of the server: where it listens, and its limits for clients.
import { isIP } from 'node:net'
import { Type, type TProperties } from 'typebox'
import { integer } from './kinds.ts'

export const serverSettings = {
  host: Type.String({
    description: 'The address to listen on',
    pattern: '^[A-Za-z0-9_.:-]+$',
    allowed: 'an IP address or a host name',
    default: '127.0.0.1',
  }),
  port: integer('The port to listen on; 0 takes any free one', 8080, 0, 65_535),
  clientsMax: integer('Client connections at once; more are closed', 10_000, 1, 1_000_000),
  requestTimeoutMs: integer(
    'Milliseconds that a client may take to send a request, or may stay silent',
    30_000,
    100,
    600_000,
  ),
  keepAliveTimeoutMs: integer(
    'Milliseconds that a connection is kept open for the next request: longer than proxies and load balancers keep theirs, mostly a minute; at most 5 seconds where more than half of CLIENTS_MAX are open',
    65_000,
    100,
    3_600_000,
  ),
  stopTimeoutMs: integer(
    'Milliseconds that running requests have to finish when the gateway is stopped',
    10_000,
    0,
    600_000,
  ),
  stopDelayMs: integer(
    'Milliseconds for which requests are still accepted after SIGTERM, while /ready answers 503, so that load balancers take the gateway out of rotation',
    0,
    0,
    600_000,
  ),
  addressBytesMax: integer('Bytes of a request address, path and query together', 8192, 256, 65_536),
  bodyBytesMax: integer('Bytes of a request body', 262_144, 1024, 67_108_864),
  trustedProxies: Type.Array(Type.Refine(Type.String(), isNetwork), {
    description: 'Proxies whose X-Forwarded-For and X-Forwarded-Proto are believed',
    allowed: 'addresses and networks (10.0.0.0/8), separated by commas',
    default: [],
  }),
} satisfies TProperties

/** True for an address, or for a network in the notation `address/bits`. */
function isNetwork(text: string): boolean {
  const [, ip = '', bits = '0'] = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const version = isIP(ip)
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128)
}
