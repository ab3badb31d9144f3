// Prints findings: one line each under their topic, with statements to paste below.
import { styleText } from 'node:util'
import type { Finding, Level } from './finding.ts'

const marks: Readonly<Record<Level, readonly [mark: string, style: 'green' | 'cyan' | 'yellow' | 'red']>> = {
  good: ['✓', 'green'],
  advice: ['›', 'cyan'],
  warning: ['!', 'yellow'],
  problem: ['✗', 'red'],
}

const widthMax = 100

/** The heading for one of several servers, above its topics. */
export function printServer(place: string): string {
  return `\n${styleText(['bold', 'underline'], place)}`
}

export function printTopic(topic: string, findings: readonly Finding[]): string {
  return [`\n${styleText('bold', topic)}`, ...findings.flatMap(lines)].join('\n')
}

function lines({ level, says, explain = [], paste = [] }: Finding): readonly string[] {
  const [mark, style] = marks[level]
  const [first = '', ...rest] = wrapped(says)
  return [
    `  ${styleText(style, mark)} ${first}`,
    ...rest.map((line) => `    ${line}`),
    ...explain.map((line) => `    · ${line}`),
    ...paste.map((line) => `      ${styleText('dim', line)}`),
  ]
}

function wrapped(text: string): readonly string[] {
  const made: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= widthMax) {
      made.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...made, line]
}

export function printSummary(findings: readonly Finding[]): string {
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length
  const [problems, warnings, advised] = [count('problem'), count('warning'), count('advice')]
  const said = [
    ...(problems > 0 ? [styleText('red', numbered(problems, 'problem'))] : []),
    ...(warnings > 0 ? [styleText('yellow', numbered(warnings, 'warning'))] : []),
    ...(advised > 0 ? [styleText('cyan', `${advised} that could be better`)] : []),
  ]
  return said.length === 0 ? styleText('green', '\nAll is well.') : `\n${said.join(', ')}.`
}

function numbered(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
