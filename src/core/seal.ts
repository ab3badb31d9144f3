// The seal of a secret of the site on what is kept where others may write, in a Valkey or a file: who writes there without the
// secret cannot make anything that is taken for a gateway’s. Sealing hides nothing, and what was sealed once can be put back, so
// that what is sealed has to say where it belongs.
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface Seal {
  /** Sealed bytes, for one place: they are good at no other. */
  readonly close: (place: string, bytes: Uint8Array) => Buffer
  /** Null for what was not sealed for this place. */
  readonly open: (place: string, sealed: Buffer) => Buffer | null
  /** The same for texts. */
  readonly closeText: (place: string, text: string) => string
  readonly openText: (place: string, sealed: string) => string | null
  /** A name that tells nothing of the text to those without the secret. */
  readonly nameOf: (text: string) => string
}

const markBytes = 16
/** The characters of a mark in a sealed text, which has it as base64url. */
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
