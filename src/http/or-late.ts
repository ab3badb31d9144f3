// A promise with a deadline.

/** Null where the work takes longer than `ms`; the work continues. */
export async function orLate<T>(making: Promise<T>, ms: number): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, ms, null)
  try {
    return await Promise.race([making, promise])
  } finally {
    clearTimeout(timer)
  }
}
