// Computes the text that a PHP file prints, without running it, where constants and known functions determine all of it; one
// statement of another kind makes the whole page unknown.
import { tokensOf, Unread, type Token } from './php-tokens.ts'

/** Functions by their names in lower case; a value of null is unknown. */
export type PhpFunctions = ReadonlyMap<string, PhpFunction>

interface PhpFunction {
  readonly value: (args: readonly string[]) => string | null
  /** True where a call prints its value. */
  readonly writes: boolean
}

/** As in PHP, a closing tag swallows the newline after it. */
const code = /<\?(php(?=\s|$)|=)([\s\S]*?)(?:\?>(?:\r?\n)?|$)/gi

export function staticPage(source: string, functions: PhpFunctions): string | null {
  let page = ''
  let at = 0
  for (const { 0: whole, 1: tag, 2: inside = '', index } of source.matchAll(code)) {
    const written = writtenBy(tokensOf(`<?php ${tag === '=' ? 'echo ' : ''}${inside}`), functions)
    if (written === null) return null
    page += source.slice(at, index) + written
    at = index + whole.length
  }
  return page + source.slice(at)
}

function writtenBy(tokens: readonly Token[], functions: PhpFunctions): string | null {
  let page = ''
  for (const statement of statementsOf(tokens)) {
    const [first] = statement
    const isEcho = first?.kind === 'word' && first.word === 'echo'
    const read = expressionAt(statement, isEcho ? 1 : 0, functions)
    if (read === null || read.end !== statement.length || (!isEcho && !read.writes)) return null
    page += read.text
  }
  return page
}

/** Splits tokens into statements; the last one may lack its semicolon. */
function statementsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const statements: Token[][] = [[]]
  for (const token of tokens) {
    if (token.kind === 'mark' && token.mark === ';') statements.push([])
    else statements.at(-1)?.push(token)
  }
  return statements.filter(({ length }) => length > 0)
}

interface Expression {
  readonly text: string
  /** True for a call that prints its value. */
  readonly writes: boolean
  readonly end: number
}

/** Reads terms that dots join; null where one is unknown, or nested deeper than 20 calls. */
function expressionAt(
  tokens: readonly Token[],
  start: number,
  functions: PhpFunctions,
  depth = 0,
): Expression | null {
  let read = depth > 20 ? null : termAt(tokens, start, functions, depth)
  while (read !== null && isMark(tokens[read.end], '.')) {
    const next = termAt(tokens, read.end + 1, functions, depth)
    read = next && { text: read.text + next.text, writes: false, end: next.end }
  }
  return read
}

function termAt(
  tokens: readonly Token[],
  start: number,
  functions: PhpFunctions,
  depth: number,
): Expression | null {
  const token = tokens[start]
  if (token?.kind === 'literal') {
    const { value } = token
    return value instanceof Unread || value === null || typeof value === 'boolean'
      ? null
      : { text: String(value), writes: false, end: start + 1 }
  }
  if (token?.kind !== 'word' || !isMark(tokens[start + 1], '(')) return null
  const called = functions.get(token.word)
  if (called === undefined) return null
  const args: string[] = []
  let end = start + 2
  while (!isMark(tokens[end], ')')) {
    const arg = expressionAt(tokens, end, functions, depth + 1)
    if (arg === null) return null
    args.push(arg.text)
    end = isMark(tokens[arg.end], ',') ? arg.end + 1 : arg.end
    if (end === arg.end && !isMark(tokens[end], ')')) return null
  }
  const text = called.value(args)
  return text === null ? null : { text, writes: called.writes, end: end + 1 }
}

function isMark(token: Token | undefined, mark: string): boolean {
  return token?.kind === 'mark' && token.mark === mark
}
