// The command line, as commands and flags.
import { parseArgs } from 'node:util'
import { StartError } from '../core/start-error.ts'
import { flagName, settingNames } from './config.ts'
import { nearest } from './nearest.ts'

export const forHelp = 'lectern --help lists commands and settings.'

export interface CommandLine {
  /** Values of flags, as they were written. */
  readonly values: Readonly<Record<string, unknown>>
  readonly positionals: readonly string[]
}

/** Throws a StartError that names an unknown flag. */
export function readFlags(args: readonly string[]): CommandLine {
  const strings = [
    'config',
    'out',
    'posts',
    'report',
    'requests',
    'pause-ms',
    ...settingNames.map(flagName),
  ].map((name) => [name, { type: 'string' }] as const)
  const flags = {
    help: { type: 'boolean', short: 'h' },
    json: { type: 'boolean' },
    version: { type: 'boolean' },
    yes: { type: 'boolean' },
  } as const
  const options = { ...Object.fromEntries(strings), ...flags } as const
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    return { values: { ...values }, positionals }
  } catch (error) {
    // Node's further sentences are about flags that begin with a dash on purpose
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. To specify')
    const [, flag] = /^Unknown option '--([^']+)'/.exec(sentence) ?? []
    const near = flag === undefined ? undefined : nearest(flag, Object.keys(options))
    const hint = near === undefined ? '' : `. Did you mean --${near}?`
    throw new StartError(`${sentence}${hint}\n${forHelp}`)
  }
}
