// Parses the command line into a command, its operands and flags.
import { parseArgs } from 'node:util'
import { StartError } from '../core/start-error.ts'
import { flagName, settingNames } from './config.ts'
import { nearest } from './nearest.ts'

export const forHelp = 'lectern help lists commands and settings.'

export interface CommandLine {
  /** Values of flags, as they were typed. */
  readonly values: Readonly<Record<string, unknown>>
  /** The words after the command's name that are not flags. */
  readonly operands: readonly string[]
}

/**
 * `flags`: the commands' own by their names, with or without a value; every setting is a flag, too. Throws a StartError that
 * names an unknown flag.
 */
export function readFlags(
  args: readonly string[],
  flags: Readonly<Record<string, { readonly value: string | null }>> = {},
): CommandLine & { readonly command: string | undefined } {
  const settings = ['config', ...settingNames.map(flagName)].map(
    (name) => [name, { type: 'string' }] as const,
  )
  const own = Object.entries(flags).map(
    ([name, { value }]) => [name, { type: value === null ? 'boolean' : 'string' }] as const,
  )
  const options = {
    ...Object.fromEntries(settings),
    ...Object.fromEntries(own),
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean' },
  } as const
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    const [command, ...operands] = positionals
    return { values: { ...values }, command, operands }
  } catch (error) {
    // Node's further sentences explain flags that begin with a dash on purpose
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. To specify')
    const [, flag] = /^Unknown option '--([^']+)'/.exec(sentence) ?? []
    const near = flag === undefined ? undefined : nearest(flag, Object.keys(options))
    const hint = near === undefined ? '' : `. Did you mean --${near}?`
    throw new StartError(`${sentence}${hint}\n${forHelp}`)
  }
}
