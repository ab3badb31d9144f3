// Shares runs of one task: each caller gets a run that begins after its call, together with all callers until that run begins, and no two
// runs overlap.
export function nextRun<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | null = null
  const begin = () => {
    next = null
    const begun = run()
    running = begun
    return begun
  }
  return () => (next ??= running.then(begin, begin))
}
