// One thing done for many: whoever asks gets a run that began after it asked, shared with all who asked meanwhile, and no two
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
