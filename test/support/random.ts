// Everything random in a test follows from one seed, which test/run.ts prints and TEST_SEED gives again.
import { createHash, randomInt } from 'node:crypto'

const variable = 'TEST_SEED'

/** Of this run: drawn once, and the same in all its processes. */
export function seedOfRun(): number {
  const seed = Number((process.env[variable] ??= String(randomInt(2 ** 31))))
  if (!Number.isSafeInteger(seed)) throw new Error(`${variable} is not a whole number`)
  return seed
}

export interface Random {
  /** At least 0 and less than 1. */
  readonly next: () => number
  readonly below: (end: number) => number
  readonly picked: <T>(values: readonly T[]) => T
}

/** Draws of their own, for each name the same in each run with the same seed. */
export function randomFor(name: string): Random {
  let draws = 0
  const next = () => {
    const hash = createHash('sha1')
      .update(`${seedOfRun()} ${name} ${(draws += 1)}`)
      .digest()
    return hash.readUIntBE(0, 6) / 2 ** 48
  }
  const below = (end: number) => Math.floor(next() * end)
  const picked = <T>(values: readonly T[]): T => {
    const [value] = values.slice(below(values.length))
    if (value === undefined) throw new Error('there is nothing to pick from')
    return value
  }
  return { next, below, picked }
}
