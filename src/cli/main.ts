// The command line from beginning to end: arguments, output, and the exit code.
import { readFile } from 'node:fs/promises'
import { sentenceOf } from '../core/start-error.ts'
import { failureCode, run } from './commands.ts'

/** Runs the command that the process's arguments name, and sets its exit code. */
export async function main(): Promise<void> {
  const args = process.argv.slice(2)
  // A reader that has enough closes the pipe (`lectern check | head`), and further output has no reader
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(failureCode(args))
  })
  try {
    const code = await run(args, packageVersion)
    if (code !== undefined) process.exitCode = code
  } catch (error) {
    console.error(sentenceOf(error) ?? error)
    process.exitCode = failureCode(args)
  }
}

/** The package's version: its manifest is above src/, and above dist/. */
async function packageVersion(): Promise<string> {
  const manifest = import.meta.url.endsWith('.ts') ? '../../package.json' : '../package.json'
  const { version }: { readonly version: string } = JSON.parse(
    await readFile(new URL(manifest, import.meta.url), 'utf8'),
  )
  return version
}
