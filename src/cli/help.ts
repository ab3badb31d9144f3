// `lectern help`: prints commands, topics of settings, and the details of each.
import { StartError } from '../core/start-error.ts'
import { describeSettings, type SettingDescription } from '../settings/config.ts'
import { nearest } from '../settings/nearest.ts'
import type { Command } from './command.ts'

/** `all` is called when the command runs, since the list of commands contains this one. */
export function createHelpCommand(all: () => readonly Command[]): Command {
  return {
    name: 'help',
    operand: '[COMMAND or SETTING]',
    summary: 'says more of a command, of a setting, or of all settings',
    about: `Says what a command does and which flags it has, or what a setting is for and which values it takes, by any of its
names (port, --port, PORT); "settings" stands for all of them.`,
    flags: {},
    failed: 1,
    run: async ({ operands: [asked] }) => {
      console.log(asked === undefined ? overview(all()) : helpOn(asked, all()))
      return undefined
    },
  }
}

/** Lists commands, and settings by topic. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => usageOf(command).length))
  const topics = topicsOfSettings().map(
    ([topic, settings]) => `  ${topic}\n${inLines(settings.map(({ flag }) => flag))}`,
  )
  return `Usage: lectern [COMMAND] [--config FILE] [--SETTING VALUE …]

${commands.map((command) => `  ${usageOf(command).padEnd(width)}  ${command.summary}`).join('\n')}

"lectern help COMMAND" says more of a command, "lectern help SETTING" of a setting, "lectern help settings" of all.
"lectern --version" prints the version. With settings and no command, lectern serves.

Settings are flags, environment variables (CACHE_BYTES_MAX) and members of a config file (cacheBytesMax); a flag is
stronger than the environment, which is stronger than the file:

${topics.join('\n')}`
}

export function helpOf(command: Command): string {
  const entries = Object.entries(command.flags)
  const named = entries.map(([name, { value, about }]) => ({
    written: `--${name}${value === null ? '' : ` ${value}`}`,
    about,
  }))
  const width = Math.max(0, ...named.map(({ written }) => written.length))
  const flags = named.map(({ written, about }) => `  ${written.padEnd(width)}  ${about}\n`)
  return `Usage: lectern ${usageOf(command)} [--config FILE] [--SETTING VALUE …]

${command.about}
${flags.length === 0 ? '' : `\n${flags.join('')}`}
"lectern help settings" lists the settings.`
}

function helpOn(asked: string, commands: readonly Command[]): string {
  const command = commands.find(({ name }) => name === asked)
  if (command !== undefined) return helpOf(command)
  if (asked === 'settings') return topicsOfSettings().map(describeTopic).join('\n')
  const settings = describeSettings()
  const setting = settings.find(
    ({ name, flag, environment }) => asked === name || asked === environment || `--${asked}` === flag,
  )
  if (setting !== undefined) return describeSetting(setting)
  const near = nearest(asked, [
    ...commands.map(({ name }) => name),
    'settings',
    ...settings.map(({ name }) => name),
  ])
  const hint = near === undefined ? '' : `. Did you mean ${near}?`
  throw new StartError(`There is no command and no setting "${asked}"${hint}`)
}

function usageOf({ name, operand }: Command): string {
  return operand === null ? name : `${name} ${operand}`
}

function topicsOfSettings(): readonly (readonly [topic: string, settings: readonly SettingDescription[]])[] {
  return [...Map.groupBy(describeSettings(), ({ topic }) => topic)]
}

function describeTopic([topic, settings]: readonly [string, readonly SettingDescription[]]): string {
  return `${topic}\n${settings.map((setting) => `${describeSetting(setting, '  ')}\n`).join('')}`
}

function describeSetting(setting: SettingDescription, indent = ''): string {
  const { flag, environment, name, about, allowed, fallback } = setting
  const lines = [
    `${flag}  ${environment}  ${name}`,
    `    ${about}${fallback === null ? '' : ` (default ${fallback})`}`,
    `    Allowed: ${allowed}`,
  ]
  return lines.map((line) => indent + line).join('\n')
}

const widthMax = 100

/** Joins words to indented lines. */
function inLines(words: readonly string[]): string {
  const lines: string[] = []
  let line = '   '
  for (const word of words) {
    if (line.length + word.length >= widthMax) {
      lines.push(line)
      line = '   '
    }
    line += ` ${word}`
  }
  return [...lines, line].join('\n')
}
