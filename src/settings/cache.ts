// What is kept, and what tells that it is not right any more.
import { Type, type TProperties } from 'typebox'
import { choice, integer } from './kinds.ts'

/** Directives of a Cache-Control field. */
const cacheControl = '^[a-z-]+(=\\d{1,10})?(, ?[a-z-]+(=\\d{1,10})?)*$'

export const cacheSettings = {
  cacheBytesMax: integer(
    'Bytes that the cached answers may take together; 0 turns the cache off',
    67_108_864,
    0,
    2 ** 36,
  ),
  cacheLifeMs: integer(
    'Milliseconds that a cached answer lives at most, however little changes',
    3_600_000,
    1,
    86_400_000,
  ),
  cacheBlindLifeMs: integer('The same where nothing tells of changes (`FEED=clock`)', 10_000, 1, 3_600_000),
  staleLifeMs: integer(
    'Milliseconds for which an answer that was dropped is served while the database cannot be read, or is slow; 0 never serves it',
    600_000,
    0,
    86_400_000,
  ),
  staleAfterMs: integer(
    'Milliseconds after which an answer that was dropped is served while a new one is still being made; 0 waits for the new one',
    3000,
    0,
    600_000,
  ),
  keptRowsBytesMax: integer(
    'Bytes that totals and rows which lists share may take; with the cache off none are kept',
    16_777_216,
    0,
    2 ** 34,
  ),
  addressesKeptBytesMax: integer(
    'Bytes of addresses that are remembered with what they ask for',
    8_388_608,
    1024,
    2 ** 30,
  ),
  maxAgeS: integer(
    'Seconds for which clients may use an answer without asking again, however it changes',
    0,
    0,
    31_536_000,
  ),
  cdnCacheControl: Type.Optional(
    Type.String({
      description: 'What CDNs are told instead of Cache-Control, as CDN-Cache-Control',
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
        'maxAgeS and cdnCacheControl of some addresses, or that nothing of them is kept: the first whose path matches, in which * stands for anything',
      allowed:
        "(in a config file) [{ path: '/cms-json/cms/v2/media/*', maxAgeS, cdnCacheControl, store: 'never' }, …]",
      default: [],
      maxItems: 100,
    },
  ),
  tagHeaders: choice('Headers with the tags of answers, for CDNs that drop by them', [
    'off',
    'surrogate-key',
    'cache-tag',
    'both',
  ]),
  feed: choice(
    'What tells of changes in the database: the best there is (of MySQL and MariaDB their binary log, else the times of their tables; of SQLite its count of commits), one of these, or the clock alone',
    ['auto', 'binlog', 'poll', 'clock'],
  ),
  binlogServerId: Type.Optional(
    Type.Integer({
      description: 'The server id by which the gateway reads the binary log; without it a random one',
      minimum: 1,
      maximum: 4_294_967_295,
      allowed: 'a whole number from 1 to 4294967295',
    }),
  ),
  feedPollMs: integer('Milliseconds between two looks at when tables changed', 250, 10, 60_000),
} satisfies TProperties
