// Seals bytes with a secret of the site where other programs may write, in Valkey or a file: without the secret they cannot forge
// an entry of a gateway. A seal hides nothing, and an old sealed entry can be put back, so sealed bytes have to state where they
// belong.
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface Seal {
  /** Seals bytes for one place; they open at no other. */
  readonly close: (place: string, bytes: Uint8Array) => Buffer
  /** Returns the bytes, or null where they were not sealed for this place. */
  readonly open: (place: string, sealed: Buffer) => Buffer | null
  /** Seals a text in the same way. */
  readonly closeText: (place: string, text: string) => string
  readonly openText: (place: string, sealed: string) => string | null
  /** A name from which the text cannot be derived without the secret. */
  readonly nameOf: (text: string) => string
}

const markBytes = 16
/** The length of a mark in a sealed text, as base64url. */
const markLength = 22

export function createSeal(secret: string): Seal {
  const derived = (use: string) => createHmac('sha256', secret).update(`lectern ${use}`).digest()
  const [sealing, naming] = [derived('sealed values'), derived('names of keys')]
  const markOf = (place: string, bytes: Uint8Array | string) =>
    createHmac('sha256', sealing)
      .update(`${Buffer.byteLength(place)}:${place}`)
      .update(bytes)
      .digest()
      .subarray(0, markBytes)
  const isMarked = (place: string, bytes: Uint8Array | string, mark: Buffer) =>
    mark.length === markBytes && timingSafeEqual(markOf(place, bytes), mark)
  return {
    close: (place, bytes) => Buffer.concat([markOf(place, bytes), bytes]),
    open: (place, sealed) => {
      const bytes = sealed.subarray(markBytes)
      return isMarked(place, bytes, sealed.subarray(0, markBytes)) ? bytes : null
    },
    closeText: (place, text) => markOf(place, text).toString('base64url') + text,
    openText: (place, sealed) => {
      const text = sealed.slice(markLength)
      return isMarked(place, text, Buffer.from(sealed.slice(0, markLength), 'base64url')) ? text : null
    },
    nameOf: (text) => createHmac('sha256', naming).update(text).digest('base64url').slice(0, 32),
  }
}
