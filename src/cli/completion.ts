// `lectern completion`: scripts by which shells complete commands and flags.
import { StartError } from '../core/start-error.ts'
import { describeSettings } from '../settings/config.ts'
import type { Command } from './command.ts'

/** `all` is called when the command runs, since the list of commands contains this one. */
export function createCompletionCommand(all: () => readonly Command[]): Command {
  return {
    name: 'completion',
    operand: 'SHELL',
    summary: 'prints a script by which bash, zsh or fish completes commands and flags',
    about: `Prints a script for bash, zsh or fish, which completes commands and flags once the shell has read it:
source <(lectern completion bash), source <(lectern completion zsh), lectern completion fish | source.`,
    flags: {},
    failed: 1,
    run: async ({ operands: [shell = ''] }) => {
      const script = scripts.get(shell)
      if (script === undefined)
        throw new StartError(`There is no completion for "${shell}": the shells are bash, zsh and fish.`)
      console.log(script(all()))
      return undefined
    },
  }
}

const scripts: ReadonlyMap<string, (commands: readonly Command[]) => string> = new Map([
  ['bash', bash],
  ['zsh', (commands) => `autoload -Uz bashcompinit && bashcompinit\n${bash(commands)}`],
  ['fish', fish],
])

/** Files are completed where no word fits: after flags that take a value. */
function bash(commands: readonly Command[]): string {
  const cases = commands.map(({ name, flags }) => `    ${name}) choices="${words(flags)}" ;;`)
  return `_lectern() {
  local current=\${COMP_WORDS[COMP_CWORD]} choices= command= each
  for each in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $each in ${commands.map(({ name }) => name).join('|')}) command=$each; break ;; esac
  done
  case $command in
${cases.join('\n')}
  esac
  if [ -z "$command" ] && [[ $current != -* ]]; then choices="${commands.map(({ name }) => name).join(' ')} --help --version"
${operands(commands)
  .map(([name, choices]) => `  elif [ "$command" = ${name} ]; then choices="${choices}"`)
  .join('\n')}
  else choices="$choices --config ${describeSettings()
    .map(({ flag }) => flag)
    .join(' ')}"
  fi
  COMPREPLY=($(compgen -W "$choices" -- "$current"))
}
complete -o default -F _lectern lectern`
}

/** The operands that commands take, by their names. */
function operands(commands: readonly Command[]): readonly (readonly [command: string, choices: string])[] {
  const topics = [commands.map(({ name }) => name), 'settings', describeSettings().map(({ name }) => name)]
  return [
    ['help', topics.flat().join(' ')],
    ['completion', [...scripts.keys()].join(' ')],
  ]
}

function words(flags: Command['flags']): string {
  return Object.keys(flags)
    .map((name) => `--${name}`)
    .join(' ')
}

function fish(commands: readonly Command[]): string {
  const settings = describeSettings().map(({ flag, about }) => optionOf(flag.slice(2), about, true))
  return [
    ...commands.map(
      ({ name, summary }) =>
        `complete -c lectern -f -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ),
    ...commands.flatMap(({ name, flags }) =>
      Object.entries(flags).map(
        ([flag, { value, about }]) =>
          `${optionOf(flag, about, value !== null)} -n '__fish_seen_subcommand_from ${name}'`,
      ),
    ),
    ...operands(commands).map(
      ([name, choices]) =>
        `complete -c lectern -f -n '__fish_seen_subcommand_from ${name}' -a ${quoted(choices)}`,
    ),
    optionOf('config', 'The config file', true),
    ...settings,
  ].join('\n')
}

function optionOf(name: string, about: string, takesValue: boolean): string {
  return `complete -c lectern -l ${name}${takesValue ? ' -r' : ''} -d ${quoted(about)}`
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`
}
