// An encoded answer → the same answer compressed: other bytes, so another strong ETag, and its own lengths. The work is
// done by zlib's threads, off the one that answers.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { etagOf, type Encoded } from './encode.ts'

/** Content codings that answers are sent in, the one that makes the fewest bytes first (RFC 9110, 8.4.1). */
export const codings = ['br', 'zstd', 'gzip'] as const
export type Coding = (typeof codings)[number]

/** Below it what compression saves is less than what its headers cost. */
const bytesMin = 1024

/** Text, for what else is sent is compressed as it is; and only what anybody may see, since lengths tell of secrets. */
export function isCompressible({ etag, body, headers }: Encoded): boolean {
  if (etag === null || body.byteLength < bytesMin) return false
  // Each interface writes the names of headers in its own way
  const type = headers[headers.findIndex((name) => /^content-type$/i.test(name)) + 1] ?? ''
  return /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|javascript|xml)\b|image\/svg)/.test(type)
}

/** Itself where its bytes would not be fewer. */
export async function compress(encoded: Encoded, coding: Coding): Promise<Encoded> {
  const body = await compressors[coding](encoded.body)
  if (body.byteLength >= encoded.body.byteLength) return encoded
  const etag = etagOf(body)
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
