// Commands as values: running one, its help and its completion are all derived from it.
import type { CommandLine } from '../settings/flags.ts'

export interface Command {
  readonly name: string
  /** The placeholder of its operand in usage lines; null where it takes none. */
  readonly operand: string | null
  /** Its purpose in a few words, with a verb. */
  readonly summary: string
  /** The sentences of its help. */
  readonly about: string
  /** Its flags by name, without dashes. */
  readonly flags: Readonly<Record<string, CommandFlag>>
  /** The exit code if it throws. */
  readonly failed: 1 | 2
  /** Runs the command and returns the exit code; undefined leaves it unchanged. */
  readonly run: (line: CommandLine) => Promise<number | undefined>
}

export interface CommandFlag {
  /** The placeholder of its value in usage lines; null for a flag without one. */
  readonly value: string | null
  readonly about: string
}

export const jsonFlag: CommandFlag = { value: null, about: 'Prints JSON instead of text' }
