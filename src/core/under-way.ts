// Work that is under way, for which an end has to wait.

export interface UnderWay {
  /** Settles as the work does. */
  readonly add: (work: Promise<void>) => Promise<void>
  /** Settles once all work has ended that is under way now. */
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
