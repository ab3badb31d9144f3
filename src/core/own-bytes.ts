// Cached bytes need memory of their own: Node's small buffers, and zlib's results, are slices of a 64 KB buffer, which each slice
// keeps alive as a whole.

/** Copies the bytes into memory of exactly their length, unless they have that already. */
export function ownBytes(bytes: Uint8Array): Buffer {
  if (bytes.buffer.byteLength === bytes.byteLength) return Buffer.from(bytes.buffer)
  const own = Buffer.allocUnsafeSlow(bytes.byteLength)
  own.set(bytes)
  return own
}
