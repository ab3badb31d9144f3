// The ends of what a test has made, the last made first: what uses a database ends before that is dropped.

interface Test {
  readonly after: (end: () => Promise<void>) => void
}

/** Hooks of a test itself run in the order of their making. */
export function lastFirst(test: Test): Test {
  const ends = new AsyncDisposableStack()
  test.after(() => ends.disposeAsync())
  return { after: (end) => ends.defer(end) }
}
