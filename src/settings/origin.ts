// Settings of WordPress behind the gateway, which answers requests that the gateway does not serve.
import { Type, type TProperties } from 'typebox'
import { choice, integer, isUrl } from './kinds.ts'

export const originSettings = {
  originUrl: Type.Optional(
    Type.Refine(
      Type.String({
        description:
          'The address of WordPress itself, the origin: requests that the gateway does not answer are proxied to it (without it they are answered 404)',
        pattern: '^https?://([A-Za-z0-9._-]+|\\[[0-9a-fA-F:.]+\\])(:\\d{1,5})?/?$',
        allowed: 'an http or https address without user, path, query and fragment',
        secret: true,
      }),
      isUrl,
    ),
  ),
  originHost: Type.Optional(
    Type.String({
      description:
        'The Host header for the origin: a name, or `client` for the one that the client sent (default: that of publicUrl, otherwise that of originUrl)',
      pattern: '^([A-Za-z0-9._-]+|\\[[0-9a-fA-F:.]+\\])(:\\d{1,5})?$',
      allowed: 'a host with or without port, or client',
    }),
  ),
  originSessions: choice(
    'The REST reads with a login cookie and a nonce that are proxied although the gateway could answer them: all, those of editors (OPTIONS, context=edit), or none',
    ['all', 'editing', 'none'],
  ),
  originRedirects: choice(
    'Whether the gateway itself answers with the redirects that it has (those of the plug-in Redirection, and of extensions) instead of proxying the request to the origin',
    ['off', 'on'],
  ),
  originTimeoutMs: integer(
    'Milliseconds that the origin may be silent: before an answer begins, within an answer, or while it accepts a body; also the longest wait for a free connection',
    60_000,
    10,
    3_600_000,
  ),
  originBodyBytesMax: integer('Bytes of the body of a request that is proxied', 67_108_864, 1024, 2 ** 40),
  originUploadTimeoutMs: integer(
    'Milliseconds that a client may take to send the whole of such a request',
    600_000,
    1000,
    86_400_000,
  ),
  originConnectionsMax: integer(
    'Requests that are proxied at once; one client network gets at most half of them',
    64,
    1,
    10_000,
  ),
  originWaitingMax: integer(
    'Requests that may wait to be proxied, at most half of them from one client network; more are refused',
    256,
    0,
    100_000,
  ),
  originCatchUpMs: integer(
    "Milliseconds that the origin's answer to a write is held back at most, until the entries that it made stale are dropped; 0 never holds it back",
    2000,
    0,
    60_000,
  ),
} satisfies TProperties
