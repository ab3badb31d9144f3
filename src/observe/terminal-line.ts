// Formats a log line for a terminal: the time of day, the level in its colour, the sentence, then its fields.
import { styleText } from 'node:util'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { once } from '../core/once.ts'
import { parseJson } from '../core/json-value.ts'

const levels = { debug: 'dim', info: 'green', warn: 'yellow', error: 'red', fatal: 'red' } as const

const validator = once(() =>
  Compile(
    Type.Object({
      level: Type.Enum(['debug', 'info', 'warn', 'error', 'fatal']),
      time: Type.String(),
      msg: Type.Optional(Type.String()),
    }),
  ),
)

/** `line`: a line that Pino wrote, JSON and a line feed. */
export function lineForTerminal(line: string): string {
  const value = parseJson(line)
  if (!validator().Check(value)) return `${withoutControls(line.trimEnd())}\n`
  const { level, time, msg, ...fields } = value
  const shown = Object.entries(fields).map(
    ([name, field]) => `${name}=${typeof field === 'string' ? field : JSON.stringify(field)}`,
  )
  const parts = [
    styled('dim', time.slice('2026-01-01T'.length, -1)),
    styled(levels[level], level.padEnd(5)),
    ...(msg === undefined ? [] : [withoutControls(msg)]),
    ...(shown.length === 0 ? [] : [styled('dim', withoutControls(shown.join(' ')))]),
  ]
  return `${parts.join(' ')}\n`
}

/** The colours suit the standard error, where lines go, whatever the standard output is. */
function styled(style: Parameters<typeof styleText>[0], text: string): string {
  return styleText(style, text, { stream: process.stderr })
}

/** Replaces control characters, which a terminal would execute, and those that would reorder the line; further lines are indented. */
function withoutControls(text: string): string {
  return text.replaceAll('\n', '\n  ').replaceAll(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, '\uFFFD')
}
