// A cached answer as bytes for other gateways, with its dependencies and the place in the shared log from which it was read.
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { SharedPlace } from '../core/change.ts'
import { once } from '../core/once.ts'
import { ownBytes } from '../core/own-bytes.ts'
import { isTag, type Tag } from '../core/tag.ts'
import type { Encoded } from './encode.ts'
import { parseJson } from '../core/json-value.ts'

export interface StoredAnswer {
  readonly place: SharedPlace
  readonly tags: readonly Tag[]
  /** The canonical path of its resource. */
  readonly path: string
  readonly answer: Encoded
  /** The ms since it was made, by the clocks of the two machines. */
  readonly ageMs: number
}

/** The limits of an answer that is worth storing. */
const bytesMax = 1_048_576
const tagsMax = 2000
const unpackedMax = 4 * bytesMax

const pack = promisify(zstdCompress)
const unpack = promisify(zstdDecompress)

/** Null for an answer that is too large. */
export async function packAnswer({ place, tags, path, answer }: Omit<StoredAnswer, 'ageMs'>) {
  const { status, headers, body, etag, store, paging, madeAt, agesFrom } = answer
  if (body.byteLength > bytesMax || tags.length > tagsMax || store !== 'shared') return null
  const head = {
    place,
    tags,
    path,
    status,
    headers,
    etag,
    paging,
    madeAtMs: Date.now() - (performance.now() - madeAt),
    agesAfterMs: agesFrom === Infinity ? null : agesFrom - madeAt,
  }
  const text = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.byteLength)
  return pack(Buffer.concat([length, text, body]), { params: { [constants.ZSTD_c_compressionLevel]: 3 } })
}

/** Null for bytes that are no answer. */
export async function unpackAnswer(bytes: Uint8Array): Promise<StoredAnswer | null> {
  const unpacked = await unpack(bytes, { maxOutputLength: unpackedMax }).catch(() => null)
  if (unpacked === null || unpacked.byteLength < 4) return null
  const end = 4 + unpacked.readUInt32BE()
  const head: unknown = parseJson(unpacked.toString('utf8', 4, end))
  if (!isHead().Check(head) || !head.tags.every(isTag)) return null
  const { place, tags, path, status, headers, etag, paging, madeAtMs, agesAfterMs } = head
  const ageMs = Math.max(0, Date.now() - madeAtMs)
  const madeAt = performance.now() - ageMs
  return {
    place,
    tags: tags.filter(isTag),
    path,
    ageMs,
    answer: {
      status,
      headers,
      etag,
      paging,
      store: 'shared',
      body: ownBytes(unpacked.subarray(end)),
      madeAt,
      agesFrom: agesAfterMs === null ? Infinity : madeAt + agesAfterMs,
      isShared: true,
    },
  }
}

const isHead = once(() =>
  Compile(
    Type.Object({
      place: Type.Object({ line: Type.String(), nth: Type.Integer() }),
      tags: Type.Array(Type.String()),
      path: Type.String(),
      status: Type.Integer(),
      headers: Type.Array(Type.String()),
      etag: Type.Union([Type.String(), Type.Null()]),
      paging: Type.Union([
        Type.Null(),
        Type.Object({
          address: Type.String(),
          index: Type.String(),
          name: Type.Union([Type.Literal('page'), Type.Literal('cursor')]),
          pages: Type.Array(
            Type.Tuple([
              Type.Union([Type.Literal('prev'), Type.Literal('next')]),
              Type.Union([Type.String(), Type.Number()]),
            ]),
          ),
        }),
      ]),
      madeAtMs: Type.Number(),
      agesAfterMs: Type.Union([Type.Number(), Type.Null()]),
    }),
  ),
)
