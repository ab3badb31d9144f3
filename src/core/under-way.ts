// Unfinished work that an end has to wait for.

export interface UnderWay {
  /** Settles with the work. */
  readonly add: (work: Promise<void>) => Promise<void>
  /** Settles once all work that is unfinished now has ended. */
  readonly ended: () => Promise<unknown>
}

export function createUnderWay(): UnderWay {
  const all = new Set<Promise<void>>()
  return {
    add: async (work) => {
      all.add(work)
      await work.finally(() => all.delete(work))
    },
    ended: () => Promise.all(all),
  }
}
