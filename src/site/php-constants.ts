// Reads the constants that PHP source defines from its tokens, without running it: plain values, concatenations of
// these, and environment variables. Everything else, and values that depend on a condition, is Unread.
import { isEmpty } from '../core/php-empty.ts'
import { posix } from 'node:path'
import { tokensOf, Unread, type Literal, type Token, type Value, type Word } from './php-tokens.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Constants that are defined before the source runs: `ABSPATH`, `__DIR__`. */
export type Constants = Readonly<Record<string, string>>

/** Returns the value of each constant, and of `variable` under its name with `$`. */
export function readConstants(
  text: string,
  {
    environment,
    before,
    variable,
  }: { readonly environment: Environment; readonly before: Constants; readonly variable: string },
): (name: string) => Value {
  const definitions = new Walk(tokensOf(text), environment, variable, before).definitions()
  return (name) => decided(definitions.get(name) ?? [], name === variable)
}

interface Definition {
  readonly value: Value
  /** True where a run may skip it: it stands in braces, or after a condition. */
  readonly isConditional: boolean
}

/** Limits nested expressions and concatenated text. */
const depthMax = 32
const lengthMax = 65_536

/** Walks over the tokens once and collects definitions. */
class Walk {
  readonly #tokens: readonly Token[]
  readonly #environment: Environment
  readonly #variableName: string
  readonly #definitions = new Map<string, Definition[]>()
  /** Blocks in colon syntax (`endif`) have no braces to count, so in a file that has any every definition is conditional. */
  readonly #hasColonBlocks: boolean
  #at = 0
  #braces = 0

  constructor(tokens: readonly Token[], environment: Environment, variable: string, before: Constants) {
    this.#tokens = tokens
    this.#environment = environment
    this.#variableName = variable
    this.#hasColonBlocks = tokens.some(
      (token) => token.kind === 'word' && /^end(if|switch|while|for)/.test(token.word),
    )
    for (const [name, value] of Object.entries(before))
      this.#definitions.set(name, [{ value, isConditional: false }])
  }

  definitions(): ReadonlyMap<string, readonly Definition[]> {
    while (this.#at < this.#tokens.length) {
      if (this.#isMark('{')) this.#braces += 1
      else if (this.#isMark('}')) this.#braces -= 1
      else if (this.#isWord('define') && this.#isMark('(', 1)) this.#define()
      else if (this.#isWord('const') && this.#braces === 0) this.#const()
      else if (this.#isVariable()) this.#assign()
      this.#at += 1
    }
    return this.#definitions
  }

  /** `define('NAME', …)`, not a method or a function of that name. */
  #define(): void {
    const before = this.#tokens[this.#at - 1]
    if (before?.kind === 'mark' && (before.mark === '->' || before.mark === '::')) return
    const name = this.#tokens[this.#at + 2]
    if (name?.kind !== 'literal' || typeof name.value !== 'string') return
    if (name.value !== this.#variableName && this.#isMark(',', 3)) this.#put(name.value, 4, [')', ','])
  }

  /** `const NAME = …;` */
  #const(): void {
    const name = this.#tokens[this.#at + 1]
    if (name?.kind === 'word' && this.#isMark('=', 2)) this.#put(name.text, 3, [';', ','])
  }

  /** `$table_prefix = …;` */
  #assign(): void {
    if (this.#isMark('=', 1)) this.#put(this.#variableName, 2, [';'])
    else if (this.#isMark('.=', 1)) this.#note(this.#variableName, new Unread(), false)
  }

  /** Reads the expression that begins `skip` tokens further on; the walk goes on before the token that ended it. */
  #put(name: string, skip: number, ends: readonly string[]): void {
    const before = this.#tokens[this.#at - 1]
    const isAfterCondition =
      (before?.kind === 'mark' && before.mark === ')') || (before?.kind === 'word' && before.word === 'else')
    this.#at += skip
    const value = this.#expression(0)
    const isWhole = ends.some((end) => this.#isMark(end))
    this.#note(name, isWhole ? value : new Unread(), isAfterCondition)
    this.#at -= 1
  }

  #note(name: string, value: Value, isAfterCondition: boolean): void {
    const isConditional = isAfterCondition || this.#braces > 0 || this.#hasColonBlocks
    const definitions = this.#definitions.get(name) ?? []
    definitions.push({ value, isConditional })
    this.#definitions.set(name, definitions)
  }

  /** `a ?: b ?: c` */
  #expression(depth: number): Value {
    let value = this.#joined(depth)
    while (this.#isMark('?') && this.#isMark(':', 1)) {
      this.#at += 2
      const other = this.#joined(depth)
      if (!(value instanceof Unread) && isEmpty(value)) value = other
    }
    return value
  }

  /** `a . b . c` */
  #joined(depth: number): Value {
    let value = this.#single(depth)
    while (this.#isMark('.')) {
      this.#at += 1
      const other = this.#single(depth)
      if (!(value instanceof Unread)) value = joined(value, other)
    }
    return value
  }

  #single(depth: number): Value {
    const token = this.#tokens[this.#at]
    if (depth > depthMax || token === undefined) return new Unread()
    if (token.kind === 'literal') {
      this.#at += 1
      return token.value
    }
    if (token.kind === 'word')
      return this.#isMark('(', 1) ? this.#call(token.word, depth) : this.#constant(token)
    if (!this.#isMark('(')) return new Unread()
    this.#at += 1
    const value = this.#expression(depth + 1)
    return this.#take(')') ? value : new Unread()
  }

  #constant({ word, text }: Word): Value {
    this.#at += 1
    if (word === 'null') return null
    if (word === 'true' || word === 'false') return word === 'true'
    const definitions = this.#definitions.get(text)
    return definitions ? decided(definitions, false) : new Unread()
  }

  #call(name: string, depth: number): Value {
    if (name === 'dirname') return this.#folder(depth)
    if (name !== 'getenv' && name !== 'getenv_docker') return new Unread()
    this.#at += 2
    const variable = this.#expression(depth + 1)
    const fallback = this.#take(',') ? this.#expression(depth + 1) : false
    if (!this.#take(')') || typeof variable !== 'string') return new Unread()
    if (name === 'getenv') return this.#variable(variable) ?? false
    if (!isEmpty(this.#variable(`${variable}_FILE`) ?? null))
      return new Unread(`is in the file that ${variable}_FILE names`)
    return this.#variable(variable) ?? fallback
  }

  /** `dirname(__FILE__)`, `dirname(__DIR__, 2)` */
  #folder(depth: number): Value {
    this.#at += 2
    const path = this.#expression(depth + 1)
    const levels = this.#take(',') ? this.#expression(depth + 1) : 1
    if (!this.#take(')') || typeof path !== 'string' || typeof levels !== 'number') return new Unread()
    let folder = path
    for (let level = 0; level < Math.min(levels, depthMax); level += 1) folder = posix.dirname(folder)
    return folder
  }

  #variable(name: string): string | undefined {
    return Object.hasOwn(this.#environment, name) ? this.#environment[name] : undefined
  }

  #isVariable(): boolean {
    const token = this.#tokens[this.#at]
    return token?.kind === 'variable' && token.name === this.#variableName
  }

  #isWord(word: string): boolean {
    const token = this.#tokens[this.#at]
    return token?.kind === 'word' && token.word === word
  }

  #isMark(mark: string, ahead = 0): boolean {
    const token = this.#tokens[this.#at + ahead]
    return token?.kind === 'mark' && token.mark === mark
  }

  #take(mark: string): boolean {
    const isThere = this.#isMark(mark)
    if (isThere) this.#at += 1
    return isThere
  }
}

/** The first definition of a constant counts, the last one of a variable, unless it is conditional and others differ. */
function decided(definitions: readonly Definition[], isVariable: boolean): Value {
  const [first, ...others] = isVariable ? definitions.toReversed() : definitions
  if (first === undefined) return null
  const isClear = !first.isConditional || others.every(({ value }) => value === first.value)
  return isClear ? first.value : new Unread('has different values under conditions')
}

function joined(left: Literal, right: Value): Value {
  if (right instanceof Unread) return right
  const text = toText(left) + toText(right)
  return text.length > lengthMax ? new Unread() : text
}

function toText(value: Literal): string {
  return value === true ? '1' : value === false || value === null ? '' : String(value)
}
