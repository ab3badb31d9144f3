// What of a limit that counts for the whole gateway is one worker's: its part, and never nothing of something.

/** Of what is not among `names`, and of what is no number, everything. */
export function shareOf<T extends Readonly<Record<string, unknown>>>(
  settings: T,
  names: readonly (keyof T & string)[],
  workers: number,
): Readonly<Record<string, unknown>> {
  const divided = names.flatMap((name): readonly (readonly [string, number])[] => {
    const limit = settings[name]
    return typeof limit === 'number'
      ? [[name, Math.max(Math.min(1, limit), Math.floor(limit / workers))]]
      : []
  })
  return { ...settings, ...Object.fromEntries(divided) }
}
