// Waits until something holds. How long that may take is either promised, and then it is held to that, or it is not, and then
// only what never holds fails.
import { setTimeout as sleep } from 'node:timers/promises'

/** For what is not promised, on a quiet machine. */
export const patienceMs = 60_000
/** Busy machines are slow, and what never holds is said before a file is over its time. */
const patienceMsMax = 4 * patienceMs
const pauseMs = 20
/** Of one commit on its way to a client: writer, server, feed, gateway. */
const hops = 4

/**
 * Tries again until nothing is thrown; what is thrown last comes out, with how long was waited. With `promisedMs`, a check that
 * holds too late fails as well, and says by how much; that bound is of a quiet machine, so that the time by which this one was
 * late with our own pauses is added to it, once for each process that takes part.
 */
export async function eventually(check: () => void | Promise<void>, promisedMs?: number): Promise<void> {
  const beganMs = performance.now()
  let lateMs = 0
  for (;;) {
    try {
      await settled(check, beganMs + patientMs(lateMs) * 2 - performance.now())
      break
    } catch (error) {
      const waitedMs = performance.now() - beganMs
      if (waitedMs > patientMs(lateMs)) throw withText(error, `after ${Math.round(waitedMs)} ms still`)
      const pausedMs = performance.now()
      await sleep(pauseMs)
      lateMs += performance.now() - pausedMs - pauseMs
    }
  }
  const tookMs = performance.now() - beganMs
  const boundMs = (promisedMs ?? Infinity) + lateMs * hops
  if (tookMs > boundMs)
    throw new Error(
      `it took ${Math.round(tookMs)} ms, ${Math.round(tookMs - boundMs)} ms more than the ${promisedMs} ms that are promised` +
        ` and ${Math.round(lateMs * hops)} ms by which this machine is late`,
    )
}

function patientMs(lateMs: number): number {
  return Math.min(patienceMs + lateMs * hops, patienceMsMax)
}

/** Fails where a check does not come to an end: what it waits for would be said by nobody. */
async function settled(check: () => void | Promise<void>, withinMs: number): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('a check did not come to an end')), withinMs)
  try {
    await Promise.race([check(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** What `look` finds, as soon as it finds something. */
export async function until<T>(
  look: () => T | undefined | false | null | Promise<T | undefined | false | null>,
): Promise<T> {
  const found: T[] = []
  await eventually(async () => {
    const value = await look()
    if (value === undefined || value === false || value === null) throw new Error('nothing is found')
    found.push(value)
  })
  const [first] = found
  if (first === undefined) throw new Error('nothing is found')
  return first
}

function withText(error: unknown, text: string): unknown {
  if (error instanceof Error) error.message = `${text}: ${error.message}`
  return error
}
