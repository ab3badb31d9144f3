// Where tests keep their files. None outlives the run, so they lie in memory where the machine has room: on a disk thousands of
// small ones, and what database servers write, cost more than reading them back is worth.
import { statfsSync } from 'node:fs'

const inMemory = '/dev/shm'
const enoughBytes = 4 * 2 ** 30

/** For this process and those that it starts, unless TMPDIR is given. */
export function keepFilesInMemory(): void {
  if (process.env['TMPDIR'] === undefined && hasRoom()) process.env['TMPDIR'] = inMemory
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= enoughBytes
  } catch {
    return false
  }
}
