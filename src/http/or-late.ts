// What is being made, or that it takes long.

/** Null where it takes longer; it is made all the same. */
export async function orLate<T>(making: Promise<T>, ms: number): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, ms, null)
  try {
    return await Promise.race([making, promise])
  } finally {
    clearTimeout(timer)
  }
}
