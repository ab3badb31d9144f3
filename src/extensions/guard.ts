// Guards around functions of extensions: errors name the extension's file, and results are what JSON can hold.
import { copyJson } from '../core/json.ts'
import { reasonOf } from './load.ts'

/** The same function, whose errors name its extension. */
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

/** The same for functions whose results are served: these become plain JSON. */
export function makingJson<A extends readonly unknown[]>(
  make: (...args: A) => unknown,
  whose: string,
): (...args: A) => unknown {
  return named((...args) => plainJson(make(...args)), whose)
}

/** The value as JSON holds it; throws where it cannot. */
export function plainJson(value: unknown): unknown {
  if (value === null || typeof value === 'string' || Number.isFinite(value)) return value
  return copyJson(value)
}
