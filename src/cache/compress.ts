// Compresses an encoded answer: its bytes differ, so it gets another strong ETag and length. The work runs in zlib's
// threads, off the main thread.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { ownBytes } from '../core/own-bytes.ts'
import { etagOf, type Encoded } from './encode.ts'

/** Content codings of answers, the one with the fewest bytes first (RFC 9110, 8.4.1). */
export const codings = ['br', 'zstd', 'gzip'] as const
export type Coding = (typeof codings)[number]

/** The least length of a body; below it compression saves less than its headers cost. */
const bytesMin = 1024

/**
 * True for text that anonymous viewers may see, which has an ETag: other content is compressed already, and lengths of
 * private content leak secrets.
 */
export function isCompressible({ etag, body, headers }: Encoded): boolean {
  if (etag === null || body.byteLength < bytesMin) return false
  // Each interface writes header names in its own case
  const type = headers[headers.findIndex((name) => /^content-type$/i.test(name)) + 1] ?? ''
  return /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|javascript|xml)\b|image\/svg)/.test(type)
}

/** Returns the answer itself where compression would not shorten it. */
export async function compress(encoded: Encoded, coding: Coding): Promise<Encoded> {
  const compressed = await compressors[coding](encoded.body)
  if (compressed.byteLength >= encoded.body.byteLength) return encoded
  const body = ownBytes(compressed)
  const etag = etagOf({ body })
  const own = new Map([
    ['ETag', etag],
    ['Content-Length', String(body.byteLength)],
  ])
  const headers = encoded.headers.map((text, at) =>
    at % 2 === 0 ? text : (own.get(encoded.headers[at - 1] ?? '') ?? text),
  )
  return { ...encoded, headers: [...headers, 'Content-Encoding', coding], body, etag }
}

const withGzip = promisify(gzip)
const withBrotli = promisify(brotliCompress)
const withZstd = promisify(zstdCompress)

const compressors: Readonly<Record<Coding, (body: Uint8Array) => Promise<Uint8Array>>> = {
  br: (body) =>
    withBrotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
      },
    }),
  zstd: (body) => withZstd(body, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
  gzip: (body) => withGzip(body, { level: 6 }),
}
