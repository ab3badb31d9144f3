// Divides limits of the whole gateway into the share of one worker, which is never zero unless the limit is.

/** Divides the settings in `names` that are numbers; leaves the others as they are. */
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
