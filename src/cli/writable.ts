// Commands that write a file fail before their work where they could not write it.
import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import { whyUnwritten } from '../core/error-code.ts'
import { StartError } from '../core/start-error.ts'

/** Throws a StartError where the file's folder is missing, or not writable. */
export async function throwUnlessWritable(path: string): Promise<void> {
  await access(dirname(path), constants.W_OK).catch((error: unknown) => {
    throw new StartError(`${path} cannot be written: ${whyUnwritten(error)}`)
  })
}
