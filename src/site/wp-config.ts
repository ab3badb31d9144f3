// The owner's wp-config.php, read and never run: database, keys, prefix and addresses, where they are plain values,
// constants of such, or variables of the environment (getenv, the official container's getenv_docker). What is said in
// another way, or differently under conditions, is a problem that names the constant: nothing is guessed.

export interface WpConfig {
  readonly kind: 'config'
  readonly databaseName: string
  readonly user: string
  readonly password: string
  /** For PHP `localhost` means the server's own socket, where none is named. */
  readonly host: string
  readonly port: number | null
  readonly socket: string | null
  readonly charset: string | null
  readonly tablePrefix: string
  readonly keys: Readonly<Record<WpKeyName, string | null>>
  readonly home: string | null
  readonly siteUrl: string | null
}

export interface WpConfigProblem {
  readonly kind: 'problem'
  /** `DB_NAME`, or `$table_prefix`. */
  readonly constant: string
  /** Goes on from the name: `is not defined`. Never a value. */
  readonly reason: string
}

/** Null: WordPress takes the one in its options table. */
export type WpKeyName = `${'auth' | 'secureAuth' | 'loggedIn' | 'nonce'}${'Key' | 'Salt'}`

export type Environment = Readonly<Record<string, string | undefined>>

export function parseWpConfig(text: string, environment: Environment): WpConfig | WpConfigProblem {
  const defined = new Walk(tokensOf(text), environment).definitions()
  const texts = new Map<string, string>()
  for (const name of wanted) {
    const value = decided(name, defined.get(name) ?? [])
    if (value instanceof Unread) return problem(name, value.reason)
    if (typeof value === 'string' || typeof value === 'number') texts.set(name, String(value))
  }
  const missing = needed.find((name) => !texts.has(name)) ?? filled.find((name) => texts.get(name) === '')
  return missing === undefined ? configOf(texts) : problem(missing, 'is not defined, or has no value')
}

const prefixName = '$table_prefix'
const filled = ['DB_NAME', 'DB_USER'] as const
const needed = [...filled, 'DB_PASSWORD', 'DB_HOST', prefixName] as const
const keyNames = ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE', 'SECRET'].flatMap((name) => [
  `${name}_KEY`,
  `${name}_SALT`,
])
const wanted: readonly string[] = [...needed, 'DB_CHARSET', ...keyNames, 'WP_HOME', 'WP_SITEURL']

function problem(constant: string, reason: string): WpConfigProblem {
  return { kind: 'problem', constant, reason }
}

function configOf(texts: ReadonlyMap<string, string>): WpConfig | WpConfigProblem {
  const text = (name: string): string => texts.get(name) ?? ''
  const address = addressOf(text('DB_HOST'))
  if (address === null) return problem('DB_HOST', 'names no host, port or socket')
  // wpdb::set_prefix
  if (!/^\w*$/.test(text(prefixName))) return problem(prefixName, 'holds more than letters, digits and _')
  return {
    kind: 'config',
    databaseName: text('DB_NAME'),
    user: text('DB_USER'),
    password: text('DB_PASSWORD'),
    ...address,
    charset: text('DB_CHARSET') || null,
    tablePrefix: text(prefixName),
    keys: keysOf(texts),
    home: text('WP_HOME') || null,
    siteUrl: text('WP_SITEURL') || null,
  }
}

/** wpdb::parse_db_host: `host`, `host:port`, `host:/socket`, `:/socket`, `[::1]:3306`. */
function addressOf(text: string): Pick<WpConfig, 'host' | 'port' | 'socket'> | null {
  const at = text.indexOf(':/')
  const socket = at < 0 ? null : text.slice(at + 1)
  const address = at < 0 ? text : text.slice(0, at)
  const [, bracketed, bracketedPort] = /^\[([\da-f]*:[\da-f:.]+)\](?::(\d*))?$/i.exec(address) ?? []
  const [bare] = /^[\da-f]*:[\da-f]*:[\da-f:.]*$/i.exec(address) ?? []
  const [, name, namePort] = /^([^:/[\]\s]*)(?::(\d*))?$/.exec(address) ?? []
  const host = bracketed ?? bare ?? name
  const port = (bracketedPort ?? namePort) || null
  if (host === undefined || (port !== null && !(Number(port) >= 1 && Number(port) <= 65_535))) return null
  return { host: host || 'localhost', port: port === null ? null : Number(port), socket }
}

const placeholder = 'put your unique phrase here'

/** wp_salt: a key counts where it is set, nobody's example, and no other's too; else SECRET_KEY does for any. */
function keysOf(texts: ReadonlyMap<string, string>): WpConfig['keys'] {
  const all = keyNames.flatMap((name) => texts.get(name) ?? [])
  const own = (name: string): string | null => {
    const key = texts.get(name) ?? ''
    const isUnique = all.indexOf(key) === all.lastIndexOf(key)
    return isUnique && key !== '' && key !== '0' && key !== placeholder ? key : null
  }
  return {
    authKey: own('AUTH_KEY') ?? own('SECRET_KEY'),
    authSalt: own('AUTH_SALT') ?? own('SECRET_SALT'),
    secureAuthKey: own('SECURE_AUTH_KEY') ?? own('SECRET_KEY'),
    secureAuthSalt: own('SECURE_AUTH_SALT'),
    loggedInKey: own('LOGGED_IN_KEY') ?? own('SECRET_KEY'),
    loggedInSalt: own('LOGGED_IN_SALT'),
    nonceKey: own('NONCE_KEY') ?? own('SECRET_KEY'),
    nonceSalt: own('NONCE_SALT'),
  }
}

// Values -------------------------------------------------------------------------------------------------------------

type Literal = string | number | boolean | null
type Value = Literal | Unread

/** Why it could not be read; `is written as more than a plain value` unless it is something nearer. */
class Unread {
  readonly reason: string

  constructor(reason = 'is written as more than a plain value') {
    this.reason = reason
  }
}

interface Definition {
  readonly value: Value
  /** Whether it may be skipped: it stands in braces, or after a condition. */
  readonly isConditional: boolean
}

/** The first definition counts, unless it may be skipped and another says something else. */
function decided(name: string, definitions: readonly Definition[]): Value {
  const [first, ...others] = name === prefixName ? definitions.toReversed() : definitions
  if (first === undefined) return null
  const isClear = !first.isConditional || others.every(({ value }) => value === first.value)
  return isClear ? first.value : new Unread('has different values under conditions')
}

function isTrue(value: Literal): boolean {
  return value !== null && value !== false && value !== 0 && value !== '' && value !== '0'
}

function joined(left: Literal, right: Value): Value {
  if (right instanceof Unread) return right
  const text = toText(left) + toText(right)
  return text.length > lengthMax ? new Unread() : text
}

function toText(value: Literal): string {
  return value === true ? '1' : value === false || value === null ? '' : String(value)
}

// Statements and expressions -----------------------------------------------------------------------------------------

/** Of expressions in expressions, and of what is joined of parts. */
const depthMax = 32
const lengthMax = 65_536

/** Goes over the tokens once, and reads what is defined on the way. */
class Walk {
  readonly #tokens: readonly Token[]
  readonly #environment: Environment
  readonly #definitions = new Map<string, Definition[]>()
  /** Conditions written with colons have no braces to count: where there are any, everything may be skipped. */
  readonly #hasColonBlocks: boolean
  #at = 0
  #braces = 0

  constructor(tokens: readonly Token[], environment: Environment) {
    this.#tokens = tokens
    this.#environment = environment
    this.#hasColonBlocks = tokens.some(
      (token) => token.kind === 'word' && /^end(if|switch|while|for)/.test(token.word),
    )
  }

  definitions(): ReadonlyMap<string, readonly Definition[]> {
    while (this.#at < this.#tokens.length) {
      if (this.#isMark('{')) this.#braces += 1
      else if (this.#isMark('}')) this.#braces -= 1
      else if (this.#isWord('define') && this.#isMark('(', 1)) this.#define()
      else if (this.#isWord('const') && this.#braces === 0) this.#const()
      else if (this.#isPrefix()) this.#assign()
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
    if (name.value !== prefixName && this.#isMark(',', 3)) this.#put(name.value, 4, [')', ','])
  }

  /** `const NAME = …;` */
  #const(): void {
    const name = this.#tokens[this.#at + 1]
    if (name?.kind === 'word' && this.#isMark('=', 2)) this.#put(name.text, 3, [';', ','])
  }

  /** `$table_prefix = …;` */
  #assign(): void {
    if (this.#isMark('=', 1)) this.#put(prefixName, 2, [';'])
    else if (this.#isMark('.=', 1)) this.#note(prefixName, new Unread(), false)
  }

  /** Reads the expression that begins so many tokens further on; the walk goes on before what ended it. */
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
      if (!(value instanceof Unread) && !isTrue(value)) value = other
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
    return definitions ? decided(text, definitions) : new Unread()
  }

  #call(name: string, depth: number): Value {
    if (name !== 'getenv' && name !== 'getenv_docker') return new Unread()
    this.#at += 2
    const variable = this.#expression(depth + 1)
    const fallback = this.#take(',') ? this.#expression(depth + 1) : false
    if (!this.#take(')') || typeof variable !== 'string') return new Unread()
    if (name === 'getenv') return this.#variable(variable) ?? false
    if (isTrue(this.#variable(`${variable}_FILE`) ?? null))
      return new Unread(`is in the file that ${variable}_FILE names`)
    return this.#variable(variable) ?? fallback
  }

  #variable(name: string): string | undefined {
    return Object.hasOwn(this.#environment, name) ? this.#environment[name] : undefined
  }

  #isPrefix(): boolean {
    const token = this.#tokens[this.#at]
    return token?.kind === 'variable' && token.name === prefixName
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

// Tokens -------------------------------------------------------------------------------------------------------------

type Token =
  | { readonly kind: 'literal'; readonly value: Value }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'mark'; readonly mark: string }
  | Word

interface Word {
  readonly kind: 'word'
  readonly text: string
  /** In lower case: PHP's functions and words are the same in any. */
  readonly word: string
}

/** Of PHP only, without comments. The text is taken apart as bytes, as PHP's escapes are bytes. */
function tokensOf(text: string): readonly Token[] {
  const bytes = Buffer.from(text).toString('latin1')
  const tokens: Token[] = []
  let at = afterPage(bytes, 0)
  while (at < bytes.length) {
    const skipped = afterSpace(bytes, at) ?? afterComment(bytes, at)
    if (skipped === null) {
      const { token, end } = tokenAt(bytes, at)
      tokens.push(token)
      at = end
    } else at = skipped
  }
  return tokens
}

/** What stands outside of PHP's marks is a page. */
function afterPage(bytes: string, at: number): number {
  return matchAt(/[\s\S]*?<\?(?:php(?=\s|$)|=)/iy, bytes, at) ?? bytes.length
}

function afterSpace(bytes: string, at: number): number | null {
  if (bytes.startsWith('?>', at)) return afterPage(bytes, at + 2)
  return matchAt(/\s+/y, bytes, at)
}

/** A comment of one line ends where PHP does, too; `#[` begins an attribute. */
function afterComment(bytes: string, at: number): number | null {
  if (!bytes.startsWith('/*', at)) return matchAt(/(?:\/\/|#(?!\[))(?:(?!\?>)[^\r\n])*/y, bytes, at)
  const end = bytes.indexOf('*/', at + 2)
  return end < 0 ? bytes.length : end + 2
}

function tokenAt(bytes: string, at: number): { readonly token: Token; readonly end: number } {
  const quote = bytes.charAt(at)
  if (quote === "'" || quote === '"' || quote === '`') return stringAt(bytes, at, quote)
  const heredoc = /<<<[ \t]*(["']?)([A-Za-z_]\w*)\1\r?\n[\s\S]*?(?:(?<=\n)[ \t]*\2(?!\w)|$)/y
  const forms: readonly (readonly [RegExp, (text: string) => Token])[] = [
    [heredoc, () => ({ kind: 'literal', value: new Unread() })],
    [/\$[\w\x80-\xff]+/y, (name) => ({ kind: 'variable', name })],
    [/[\\A-Z_\x80-\xff][\\\w\x80-\xff]*/iy, wordOf],
    [/\d[\w.]*/y, (digits) => ({ kind: 'literal', value: numberOf(digits) })],
    [/->|::|=>|===?|\.=|[\s\S]/y, (mark) => ({ kind: 'mark', mark })],
  ]
  for (const [pattern, tokenOf] of forms) {
    const end = matchAt(pattern, bytes, at)
    if (end !== null) return { token: tokenOf(bytes.slice(at, end)), end }
  }
  return { token: { kind: 'mark', mark: quote }, end: at + 1 }
}

function matchAt(pattern: RegExp, bytes: string, at: number): number | null {
  pattern.lastIndex = at
  return pattern.test(bytes) ? pattern.lastIndex : null
}

function wordOf(name: string): Word {
  const text = name.replace(/^\\/, '')
  return { kind: 'word', text, word: text.toLowerCase() }
}

function numberOf(digits: string): Value {
  return /^(?:0|[1-9]\d{0,14})$/.test(digits) ? Number(digits) : new Unread()
}

function stringAt(bytes: string, at: number, quote: string): { readonly token: Token; readonly end: number } {
  let end = at + 1
  while (end < bytes.length && bytes.charAt(end) !== quote) end += bytes.charAt(end) === '\\' ? 2 : 1
  const inner = bytes.slice(at + 1, end)
  const isInserting = quote === '"' && /(?<!\\)(?:\\\\)*(?:\$[A-Za-z_{\x80-\xff]|\{\$)/.test(inner)
  const isPlain = end < bytes.length && quote !== '`' && !isInserting
  const text = quote === '"' ? unescaped(inner) : inner.replace(/\\([\\'])/g, '$1')
  const value = isPlain ? Buffer.from(text, 'latin1').toString() : new Unread()
  return { token: { kind: 'literal', value }, end: end + 1 }
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['v', '\v'],
  ['e', '\u001B'],
  ['f', '\f'],
  ['\\', '\\'],
  ['$', '$'],
  ['"', '"'],
])

function unescaped(bytes: string): string {
  return bytes.replace(
    /\\(?:([ntrvef\\$"])|([0-7]{1,3})|x([\da-f]{1,2})|u\{([\da-f]{1,6})\})/gi,
    (
      whole,
      name: string | undefined,
      octal: string | undefined,
      hex: string | undefined,
      point: string | undefined,
    ) => {
      if (name !== undefined) return escapes.get(name) ?? whole
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 255)
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
      const code = Number.parseInt(point ?? '', 16)
      return code > 0x10ffff ? whole : Buffer.from(String.fromCodePoint(code)).toString('latin1')
    },
  )
}
