// Commands that write a file refuse what they cannot write before they begin.
import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import { whyUnwritten } from '../core/error-code.ts'
import { StartError } from '../core/start-error.ts'

/** Throws a StartError where the file's folder is not there, or may not be written into. */
export async function throwUnlessWritable(path: string): Promise<void> {
  await access(dirname(path), constants.W_OK).catch((error: unknown) => {
    throw new StartError(`${path} cannot be written: ${whyUnwritten(error)}`)
  })
}
