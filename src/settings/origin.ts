// The owning system behind the gateway, which is passed what the gateway does not serve.
import { Type, type TProperties } from 'typebox'
import { integer } from './kinds.ts'

export const originSettings = {
  originUrl: Type.Optional(
    Type.String({
      description:
        'Where the owning system itself is reached: what the gateway does not serve is passed on to it (without it: 404)',
      pattern: '^https?://([A-Za-z0-9._-]+|\\[[0-9a-fA-F:.]+\\])(:\\d{1,5})?/?$',
      allowed: 'an http or https address without user, path, query and fragment',
      secret: true,
    }),
  ),
  originHost: Type.Optional(
    Type.String({
      description:
        'The Host that it is asked by: a name, or `client` for the one that each client sent (by default: that of publicUrl, else that of originUrl)',
      pattern: '^([A-Za-z0-9._-]+|\\[[0-9a-fA-F:.]+\\])(:\\d{1,5})?$',
      allowed: 'a host with or without port, or client',
    }),
  ),
  originTimeoutMs: integer(
    'Milliseconds that it may be silent: before an answer begins, within one, while it takes a body; and that a request may wait for its turn',
    60_000,
    10,
    3_600_000,
  ),
  originBodyBytesMax: integer('Bytes of the body of a request that is passed on', 67_108_864, 1024, 2 ** 40),
  originUploadTimeoutMs: integer(
    'Milliseconds that a client may take to send such a request whole',
    600_000,
    1000,
    86_400_000,
  ),
  originConnectionsMax: integer('Requests that are passed on at once', 64, 1, 10_000),
  originWaitingMax: integer('Requests that may wait to be passed on; more are refused', 256, 0, 100_000),
  originCatchUpMs: integer(
    'Milliseconds that the answer to a write is held back at most until what it made stale is dropped; 0 never holds it back',
    500,
    0,
    60_000,
  ),
} satisfies TProperties
