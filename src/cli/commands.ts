// The commands, in the order in which help lists them; a new one is one file and one line here.
import { StartError } from '../core/start-error.ts'
import { forHelp, readFlags } from '../settings/flags.ts'
import { nearest } from '../settings/nearest.ts'
import { checkCommand } from './check.ts'
import type { Command } from './command.ts'
import { compareCommand } from './compare.ts'
import { createCompletionCommand } from './completion.ts'
import { createHelpCommand, helpOf, overview } from './help.ts'
import { initCommand } from './init.ts'
import { serveCommand } from './serve.ts'

export const commands: readonly Command[] = [
  serveCommand,
  checkCommand,
  initCommand,
  compareCommand,
  createHelpCommand(() => commands),
  createCompletionCommand(() => commands),
]

/** Runs the command of a command line and returns its exit code; settings without a command serve. `version` is the package's. */
export async function run(
  args: readonly string[],
  version: () => Promise<string>,
): Promise<number | undefined> {
  const { command: given, ...line } = readFlags(args, allFlags())
  const name = given ?? (Object.keys(line.values).length > 0 ? serveCommand.name : undefined)
  if (line.values['version'] === true) return say(await version())
  const command = commands.find((each) => each.name === name)
  if (line.values['help'] === true)
    return say(given === undefined || command === undefined ? overview(commands) : helpOf(command))
  if (name === undefined) throw new StartError(overview(commands))
  if (command === undefined) throw new StartError(unknownCommand(name))
  refuseForeign(command, line.values)
  refuseOperands(command, line.operands)
  return await command.run(line)
}

/** The exit code of a command that throws; flags may stand before its name. */
export function failureCode(args: readonly string[]): 1 | 2 {
  const named = commandIn(args)
  return commands.find(({ name }) => name === named)?.failed ?? 1
}

/** Finds the command in arguments that may be invalid. */
function commandIn(args: readonly string[]): string | undefined {
  try {
    return readFlags(args, allFlags()).command
  } catch {
    return args[0]
  }
}

function say(text: string): undefined {
  console.log(text)
}

function allFlags(): Command['flags'] {
  return Object.assign({}, ...commands.map(({ flags }) => flags))
}

function unknownCommand(name: string): string {
  const names = commands.map((each) => each.name)
  const near = nearest(name, names)
  const hint = near === undefined ? `the commands are ${names.join(', ')}.` : `did you mean ${near}?`
  return `There is no command "${name}": ${hint}\n${forHelp}`
}

function refuseForeign({ name, flags }: Command, values: Readonly<Record<string, unknown>>): void {
  const others = commands.filter((each) => each.name !== name)
  for (const given of Object.keys(values)) {
    const owner = others.find((each) => Object.hasOwn(each.flags, given))
    if (owner === undefined || Object.hasOwn(flags, given)) continue
    throw new StartError(`--${given} is a flag of ${owner.name}, not of ${name}.\n${forHelp}`)
  }
}

function refuseOperands({ name, operand }: Command, [first, second]: readonly string[]): void {
  const extra = operand === null ? first : second
  if (extra !== undefined)
    throw new StartError(
      `"${extra}" is neither a command nor a setting: settings are flags (--port 8080).\n${forHelp}`,
    )
  if (operand !== null && !operand.startsWith('[') && first === undefined)
    throw new StartError(`lectern ${name} needs ${operand}.\n${forHelp}`)
}
