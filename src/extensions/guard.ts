// An extension's functions as they are called: what they throw says whose they are, what they make is what JSON holds.
import { reasonOf } from './load.ts'

/** The function as it is, but for whose it is in what it throws. */
export function named<A extends readonly unknown[], R>(
  make: (...args: A) => R,
  whose: string,
): (...args: A) => R {
  return (...args) => {
    try {
      return make(...args)
    } catch (error) {
      throw new Error(`${whose}: ${reasonOf(error)}`, { cause: error })
    }
  }
}

/** The same for what makes values that are served. */
export function makingJson<A extends readonly unknown[]>(
  make: (...args: A) => unknown,
  whose: string,
): (...args: A) => unknown {
  return named((...args) => plainJson(make(...args)), whose)
}

/** As JSON holds it; throws where it cannot. */
export function plainJson(value: unknown): unknown {
  if (value === null || typeof value === 'string' || Number.isFinite(value)) return value
  const text: unknown = JSON.stringify(value)
  if (typeof text !== 'string') throw new TypeError(`a ${typeof value} is nothing that JSON can hold`)
  return JSON.parse(text)
}
