// The server: where it listens, and its limits for clients.
import { Type, type TProperties } from 'typebox'
import { integer } from './kinds.ts'

const addressPattern =
  '^(\\d{1,3}(\\.\\d{1,3}){3}(/([0-9]|[12][0-9]|3[0-2]))?|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*(/([0-9]|[1-9][0-9]|1[01][0-9]|12[0-8]))?)$'

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
    'Milliseconds that a client may take to send a request, or stay silent',
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
    'Milliseconds for which requests are still accepted after SIGTERM, while /ready answers 503, until load balancers have noticed',
    0,
    0,
    600_000,
  ),
  addressBytesMax: integer('Bytes of a request address, path and query together', 8192, 256, 65_536),
  bodyBytesMax: integer('Bytes of a request body', 262_144, 1024, 67_108_864),
  trustedProxies: Type.Array(Type.String({ pattern: addressPattern }), {
    description: 'Proxies whose X-Forwarded-For and X-Forwarded-Proto are believed',
    allowed: 'addresses and networks (10.0.0.0/8), separated by commas',
    default: [],
  }),
} satisfies TProperties
