// Commands as values: running one, its help and its completion follow from it.
import type { CommandLine } from '../settings/flags.ts'

export interface Command {
  readonly name: string
  /** The word that follows its name, as usage lines write it; null where it takes none. */
  readonly operand: string | null
  /** A few words on its purpose, with a verb. */
  readonly summary: string
  /** Sentences of its help. */
  readonly about: string
  /** By name, without dashes. */
  readonly flags: Readonly<Record<string, CommandFlag>>
  /** The exit code where it throws. */
  readonly failed: 1 | 2
  /** Gives the exit code; undefined leaves it as it is. */
  readonly run: (line: CommandLine) => Promise<number | undefined>
}

export interface CommandFlag {
  /** The value's word in usage lines; null for a flag without one. */
  readonly value: string | null
  readonly about: string
}

export const jsonFlag: CommandFlag = { value: null, about: 'Prints JSON instead of text' }
