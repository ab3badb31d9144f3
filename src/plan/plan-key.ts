// Keys of what is kept or combined by plan: equal plans have equal keys.

/** The parts are values of JSON or, rarely, bigints, without which they are written in a third of the time. */
export function planKey(parts: unknown): string {
  try {
    return JSON.stringify(parts)
  } catch {
    return JSON.stringify(parts, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
  }
}
