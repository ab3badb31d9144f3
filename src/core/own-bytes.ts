// Bytes that are cached have memory of their own: Node's small buffers, and what zlib returns, are parts of one of 64 KB, which
// each part keeps alive as a whole.

/** The same bytes, in memory of exactly their length. */
export function ownBytes(bytes: Uint8Array): Buffer {
  if (bytes.buffer.byteLength === bytes.byteLength) return Buffer.from(bytes.buffer)
  const own = Buffer.allocUnsafeSlow(bytes.byteLength)
  own.set(bytes)
  return own
}
