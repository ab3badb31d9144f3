// What keeps the gateway from starting.
import { isBroken, type Broken } from './extensions/load.ts'

/** Why the gateway does not start, in a sentence for its owner. */
export class StartError extends Error {}

/** A value without what is broken in it. */
export function sound<T>(value: T | Broken): T {
  if (isBroken(value)) throw new StartError(value.broken)
  return value
}
