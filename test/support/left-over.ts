// Whatever a test starts and has to stop (a gateway, a process, a proxy): what is still here when its file is over is stopped
// by test/support/group.ts, and fails the file.

/** From what is running to how it is stopped. */
const running = new Map<object, Stopping>()

interface Stopping {
  readonly name: string
  readonly stop: () => void | Promise<void>
}

/** The function given back says that it was stopped. */
export function started(name: string, stop: () => void | Promise<void>): () => void {
  const key = {}
  running.set(key, { name, stop })
  return () => void running.delete(key)
}

const ends: (() => Promise<void>)[] = []

/** Is called when the file is over. */
export function atEnd(stop: () => Promise<void>): void {
  ends.push(stop)
}

/** Stops what is left, in the order in which it was started; the names of it. */
export async function stopLeftOver(): Promise<readonly string[]> {
  for (const stop of ends.splice(0)) await stop()
  const left = [...running.values()]
  running.clear()
  for (const { stop } of left) await stop()
  return left.map(({ name }) => name)
}
