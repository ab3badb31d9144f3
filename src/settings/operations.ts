// Settings of operation: logs, processes, stopping, the admin port.
import { Type, type TProperties } from 'typebox'
import { parseReceiver } from '../core/receiver-address.ts'
import { choice, integer, isServerAddress } from './kinds.ts'

export const operationsSettings = {
  workers: integer(
    'Worker processes, each with its own cache. With 2 or more there is also a primary process, which supervises them and follows the database',
    1,
    1,
    64,
  ),
  hangMs: integer(
    'Milliseconds that the main thread of a process may be busy without a pause before the process ends with exit code 70; 0 never ends it',
    10_000,
    0,
    3_600_000,
  ),
  adminHost: Type.String({
    description:
      'The address that the admin port listens on; one that other machines can reach needs adminToken',
    pattern: '^[A-Za-z0-9_.:-]+$',
    allowed: 'an IP address or a host name',
    default: '127.0.0.1',
  }),
  adminPort: Type.Optional(
    Type.Integer({
      description:
        'The admin port (probes, metrics, purging); 0 takes any free one, without this setting there is none',
      allowed: 'a whole number from 0 to 65535',
      minimum: 0,
      maximum: 65_535,
    }),
  ),
  adminToken: Type.Optional(
    Type.String({
      description:
        'The token that requests to the admin port have to send, as a bearer token or as the password of Basic credentials',
      pattern: '^[!-~]{16,}$',
      allowed: 'at least 16 visible ASCII characters',
      secret: true,
    }),
  ),
  inspectionQueriesMax: integer(
    'Queries a minute with which a sample of cached responses is compared with newly made ones; 0 compares none',
    60,
    0,
    100_000,
  ),
  logLevel: Type.Enum(['debug', 'info', 'warn', 'error', 'silent'], {
    description: 'The least severe level that is logged',
    allowed: 'debug, info, warn, error, silent',
    default: 'info',
  }),
  warmStartFile: Type.Optional(
    Type.String({
      description:
        'The file for the most requested addresses, which are loaded again after a restart; without this setting none are',
      allowed: 'a path, in a folder that the gateway may write to',
      minLength: 1,
    }),
  ),
  warmStartMax: integer('Addresses in this file', 200, 1, 10_000),
  warmStartSaveMs: integer(
    'Milliseconds between two writes of this file; it is also written when the gateway stops',
    300_000,
    1000,
    86_400_000,
  ),
  warmStartPauseMs: integer(
    'Milliseconds between loading two of these addresses, or as long as the last one took if that is longer',
    50,
    0,
    60_000,
  ),
  warmStartRequestsMax: integer('Requests a second above which loading them pauses', 50, 0, 1_000_000),
  totalsFile: Type.Optional(
    Type.String({
      description:
        'The file for totals. After a restart they are adjusted by the changes that the binary log has of the time between, instead of being counted again; without this setting they are counted again',
      allowed: 'a path, in a folder that the gateway may write to',
      minLength: 1,
    }),
  ),
  totalsSaveMs: integer(
    'Milliseconds between two writes of this file; it is also written when the gateway stops',
    60_000,
    1000,
    86_400_000,
  ),
  serverTiming: choice(
    'Whether responses have a Server-Timing header with the statements that ran for them. It shows clients when hidden rows change',
    ['off', 'on'],
  ),
  otelExporterOtlpEndpoint: Type.Optional(
    Type.Refine(
      Type.String({
        description:
          'The collector that traces are sent to, by OTLP over HTTP; without this setting nothing is traced',
        allowed: 'an http or https address, without /v1/traces',
      }),
      isHttpAddress,
    ),
  ),
  otelServiceName: Type.String({
    description: 'The name of this gateway in traces',
    minLength: 1,
    allowed: 'any text',
    default: 'lectern',
  }),
  tracesOneIn: integer(
    'One in this many requests is traced, if the request has no traceparent, which otherwise decides',
    100,
    1,
    1_000_000,
  ),
  webhookUrls: Type.Array(Type.Refine(Type.String(), isReceiver), {
    description: 'Receivers of webhooks, which report what became stale, and CDNs that are purged',
    allowed:
      'https addresses, http addresses on this machine, fastly:SERVICE:TOKEN, cloudflare:ZONE:TOKEN, bunny:PULLZONE:KEY or netlify:SITE:TOKEN, separated by commas',
    default: [],
    maxItems: 20,
    secret: true,
  }),
  webhookSecret: Type.Array(
    Type.String({ pattern: '^whsec_(?:[A-Za-z0-9+/]{4}){8,22}[A-Za-z0-9+/=]{0,4}$' }),
    {
      description:
        'Secrets that webhooks are signed with: each webhook has a signature by every secret, and receivers verify any one of them',
      allowed: 'whsec_ and the base64 of 24 to 64 random bytes, separated by commas',
      default: [],
      maxItems: 5,
      secret: true,
    },
  ),
  webhookDelayMs: integer(
    'Milliseconds that a change waits for others, to be sent in one webhook',
    200,
    0,
    60_000,
  ),
  webhookAgainMs: integer(
    'Milliseconds after which a webhook is repeated, for responses that were in transit when it was sent; 0 never repeats it',
    0,
    0,
    60_000,
  ),
  webhookTagsMax: integer(
    'The largest number of tags, and of paths, in one webhook; with more tags it says that everything is stale',
    500,
    1,
    10_000,
  ),
  webhookTimeoutMs: integer("Milliseconds that a webhook's receiver may take to answer", 5000, 10, 60_000),
  webhookAttemptsMax: integer('Attempts to send a webhook before it is given up', 8, 1, 100),
  webhookRetryMs: integer(
    'Milliseconds before the second attempt; then twice as long each time',
    1000,
    1,
    600_000,
  ),
  webhookRetryMaxMs: integer(
    'Milliseconds that the wait between attempts is at most, also if Retry-After asks for more',
    60_000,
    1,
    3_600_000,
  ),
} satisfies TProperties

function isHttpAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}

function isReceiver(text: string): boolean {
  return isServerAddress(parseReceiver(text).url)
}
