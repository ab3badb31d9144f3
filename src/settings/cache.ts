// Settings of the cache, and of the change feed that keeps it fresh.
import { Type, type TProperties } from 'typebox'
import { parseStoreAddress } from '../core/store-address.ts'
import { choice, integer } from './kinds.ts'

/** Matches directives of a Cache-Control field. */
const cacheControl = '^[a-z-]+(=\\d{1,10})?(, ?[a-z-]+(=\\d{1,10})?)*$'

export const cacheSettings = {
  cacheBytesMax: integer(
    'Bytes of all cached responses and items; 0 turns the cache off',
    67_108_864,
    0,
    2 ** 36,
  ),
  cacheLifeMs: integer(
    'The longest time in milliseconds that a response stays in the cache, even if nothing changes',
    3_600_000,
    1,
    86_400_000,
  ),
  cacheBlindLifeMs: integer(
    'The longest time in milliseconds that a response stays in the cache while the gateway notices no changes (`FEED=clock`)',
    10_000,
    1,
    3_600_000,
  ),
  freshWithinMs: integer(
    'Milliseconds for which a cached response counts as fresh after the change feed last proved that it has missed nothing (`FEED=poll`: at least 1500 and two polls)',
    2000,
    500,
    3_600_000,
  ),
  atWaitMs: integer(
    'Milliseconds for which a request waits for the position that its header X-<BRAND>-At names',
    1000,
    0,
    60_000,
  ),
  staleLifeMs: integer(
    'Milliseconds for which a dropped response can still be served while the database is away or slow; 0 never serves it',
    600_000,
    0,
    86_400_000,
  ),
  staleAfterMs: integer(
    'Milliseconds after which a dropped response is served while the new one is still being made; 0 waits for the new one',
    3000,
    0,
    600_000,
  ),
  keptRowsBytesMax: integer(
    'Bytes for totals, and for rows that several lists share; none are kept while the cache is off',
    16_777_216,
    0,
    2 ** 34,
  ),
  addressesKeptBytesMax: integer(
    'Bytes for the addresses that the gateway remembers with their parsed requests, from the second request of each',
    8_388_608,
    1024,
    2 ** 30,
  ),
  maxAgeS: integer(
    'Seconds for which clients may use a response without asking again, even if it changes',
    0,
    0,
    31_536_000,
  ),
  cdnCacheControl: Type.Optional(
    Type.String({
      description: 'The header CDN-Cache-Control, which CDNs use instead of Cache-Control',
      pattern: cacheControl,
      allowed: 'directives, separated by commas (public, max-age=3600)',
    }),
  ),
  cachePolicies: Type.Array(
    Type.Object(
      {
        path: Type.String({ pattern: '^/[^?#\\s]*$', maxLength: 1000 }),
        maxAgeS: Type.Optional(Type.Integer({ minimum: 0, maximum: 31_536_000 })),
        cdnCacheControl: Type.Optional(Type.String({ pattern: cacheControl })),
        store: Type.Optional(Type.Literal('never')),
      },
      { additionalProperties: false },
    ),
    {
      description:
        'maxAgeS, cdnCacheControl or no caching by path. The first matching path applies; * matches anything',
      allowed:
        "(in a config file) [{ path: '/cms-json/cms/v2/media/*', maxAgeS, cdnCacheControl, store: 'never' }, …]",
      default: [],
      maxItems: 100,
    },
  ),
  tagHeaders: choice('Headers with the tags of responses, for CDNs that purge by tag', [
    'off',
    'surrogate-key',
    'cache-tag',
    'cdn-tag',
    'both',
  ]),
  feed: choice(
    'How the gateway notices changes in the database: in the best available way (auto), by the binary log, by polling the update times of tables, or not at all (clock)',
    ['auto', 'binlog', 'poll', 'clock'],
  ),
  binlogServerId: Type.Optional(
    Type.Integer({
      description: 'The server id for reading the binary log (default: a random one)',
      minimum: 1,
      maximum: 4_294_967_295,
      allowed: 'a whole number from 1 to 4294967295',
    }),
  ),
  redisUrl: Type.Optional(
    Type.Refine(
      Type.String({
        description:
          'A Valkey or Redis that several gateways share: one of them reads the binary log for all of them (default: each gateway reads it)',
        allowed:
          'redis://[user[:password]@]host[:port][/number], redis+sentinel://[user[:password]@]host[:port],…/name[/number] or redis+cluster://[user[:password]@]host[:port],…; rediss instead of redis for TLS, then with any of ?ssl-ca=path &ssl-cert=path &ssl-key=path',
        secret: true,
      }),
      (text) => parseStoreAddress(text) !== null,
    ),
  ),
  redisSecret: Type.Optional(
    Type.String({
      description:
        'The secret that signs (HMAC) what gateways keep in the Valkey, the same for all of them (default: derived from WordPress’s keys and salts, where these are configured)',
      minLength: 32,
      allowed: 'a text of at least 32 characters',
      secret: true,
    }),
  ),
  redisBytesMax: integer(
    'Bytes of memory in use by the Valkey above which gateways store no more responses in it for each other; 0 stores none there',
    268_435_456,
    0,
    2 ** 40,
  ),
  redisCounts: choice(
    'Whether requests of limited clients, and wrong credentials, are counted in the Valkey, for all gateways together',
    ['on', 'off'],
  ),
  debeziumStreams: Type.Optional(
    Type.String({
      description:
        'topic.prefix of a Debezium Server that writes to the Valkey of `REDIS_URL`: its streams are read in place of the binary log',
      pattern: '^[\\w.-]{1,100}$',
      allowed: 'a name of letters, digits, _, . and -',
    }),
  ),
  feedPollMs: integer('Milliseconds between two polls of the update times of tables', 250, 10, 60_000),
} satisfies TProperties
