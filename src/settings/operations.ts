// What an owner operates it by.
import { Type, type TProperties } from 'typebox'
import { choice, integer, serverAddress } from './kinds.ts'

export const operationsSettings = {
  workers: integer(
    'Processes that serve, each with its own cache; from 2 on beside one that starts and watches them and follows the database for all',
    1,
    1,
    64,
  ),
  adminHost: Type.String({
    description:
      'The address to listen on for administration; one that other machines reach needs adminToken',
    pattern: '^[A-Za-z0-9_.:-]+$',
    allowed: 'an IP address or a host name',
    default: '127.0.0.1',
  }),
  adminPort: Type.Optional(
    Type.Integer({
      description:
        'The port for administration (readiness, metrics, purging); without it there is none, 0 takes any free one',
      allowed: 'a whole number from 0 to 65535',
      minimum: 0,
      maximum: 65_535,
    }),
  ),
  adminToken: Type.Optional(
    Type.String({
      description:
        'What whoever uses the admin port has to send, as a bearer token or as the password of Basic credentials',
      pattern: '^[!-~]{16,}$',
      allowed: 'at least 16 visible ASCII characters',
      secret: true,
    }),
  ),
  logLevel: Type.Enum(['debug', 'info', 'warn', 'error', 'silent'], {
    description: 'The least severe kind of line that is logged',
    allowed: 'debug, info, warn, error, silent',
    default: 'info',
  }),
  warmStartFile: Type.Optional(
    Type.String({
      description:
        'Where the addresses that were asked for most are kept, to be loaded again after a restart; without it none are',
      allowed: 'a path, in a folder that the gateway may write to',
      minLength: 1,
    }),
  ),
  warmStartMax: integer('Addresses that are kept there', 200, 1, 10_000),
  warmStartSaveMs: integer(
    'Milliseconds between two times that they are written; the last is when it stops',
    300_000,
    1000,
    86_400_000,
  ),
  warmStartPauseMs: integer(
    'Milliseconds between two that are loaded again, or as long as the last one took',
    50,
    0,
    60_000,
  ),
  warmStartRequestsMax: integer(
    'Requests in a second above which none are loaded again meanwhile',
    50,
    0,
    1_000_000,
  ),
  serverTiming: choice('Whether answers say by Server-Timing which statements ran for them', ['on', 'off']),
  webhookUrls: Type.Array(serverAddress('A receiver'), {
    description: 'Who is told what became stale, as they keep answers elsewhere',
    allowed: 'https addresses, or http ones of this very machine, separated by commas',
    default: [],
    maxItems: 20,
    secret: true,
  }),
  webhookSecret: Type.Array(
    Type.String({ pattern: '^whsec_(?:[A-Za-z0-9+/]{4}){8,22}[A-Za-z0-9+/=]{0,4}$' }),
    {
      description: 'Secrets that messages to them are signed with: each signs, receivers need one',
      allowed: 'whsec_ and the base64 of 24 to 64 random bytes, separated by commas',
      default: [],
      maxItems: 5,
      secret: true,
    },
  ),
  webhookDelayMs: integer(
    'Milliseconds that a change waits for others, to be told with them',
    200,
    0,
    60_000,
  ),
  webhookAgainMs: integer(
    'Milliseconds after which it is told once more, for answers that were on their way meanwhile; 0 tells it once',
    0,
    0,
    60_000,
  ),
  webhookTagsMax: integer(
    'Tags, and paths, of one message; with more tags it says that all is stale',
    500,
    1,
    10_000,
  ),
  webhookTimeoutMs: integer('Milliseconds that a receiver may take to answer', 5000, 10, 60_000),
  webhookAttemptsMax: integer('How often one message is sent before it is given up', 8, 1, 100),
  webhookRetryMs: integer(
    'Milliseconds before it is sent for the second time; then twice as long each time',
    1000,
    1,
    600_000,
  ),
  webhookRetryMaxMs: integer(
    'The longest of these waits, and the longest that Retry-After is honoured, ms',
    60_000,
    1,
    3_600_000,
  ),
} satisfies TProperties
