// Files that outlive a process: written whole or not at all, readable for their owner alone; read within a limit of bytes.
import { constants } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { errorCode, whyUnread } from './error-code.ts'

export async function writeWhole(path: string, text: string): Promise<void> {
  // Several processes may write at once, each to a file of its own
  const beside = `${path}.${process.pid}.new`
  // A process that ended while it wrote may have left a file or link there
  await rm(beside, { force: true })
  const file = await open(beside, 'wx', 0o600)
  try {
    await file.writeFile(text)
  } finally {
    await file.close()
  }
  await rename(beside, path)
}

/** Null where the file does not exist. */
export async function readWhole(
  path: string,
  bytesMax: number,
): Promise<string | null | { readonly reason: string }> {
  try {
    // Opening a pipe would otherwise wait for its writer
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const stat = await file.stat()
      if (!stat.isFile()) return { reason: 'it is no file' }
      if (stat.size > bytesMax) return { reason: `it is larger than ${bytesMax} bytes` }
      return await file.readFile('utf8')
    } finally {
      await file.close()
    }
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? null : { reason: `it cannot be read: ${whyUnread(error)}` }
  }
}

/** Returns the sentence about a file that could not be written. */
export function notWritten(path: string, error: unknown): string {
  return `${path} cannot be written (${errorCode(error)})`
}
