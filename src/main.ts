// The program: runs the command that its arguments name.
import { readFile } from 'node:fs/promises'
import { failureCode, run } from './cli/commands.ts'
import { sentenceOf } from './core/start-error.ts'

const args = process.argv.slice(2)

// A reader that has seen enough closes the pipe (`lectern check | head`): there is no one left to print to
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

/** The package's version: its manifest is one folder above src/ as above dist/. */
async function packageVersion(): Promise<string> {
  const { version }: { readonly version: string } = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  )
  return version
}
