// Splits PHP source into tokens: strings, numbers, variables, words and marks, as far as constant expressions need
// them. Text outside of PHP tags and comments are left out; nothing is run.

export type Token =
  | { readonly kind: 'literal'; readonly value: Value }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'mark'; readonly mark: string }
  | Word

export interface Word {
  readonly kind: 'word'
  readonly text: string
  /** In lower case, because functions and keywords of PHP ignore case. */
  readonly word: string
}

export type Literal = string | number | boolean | null
export type Value = Literal | Unread

/** The reason why a value could not be read. */
export class Unread {
  readonly reason: string

  constructor(reason = 'is written as more than a plain value') {
    this.reason = reason
  }
}

/** Tokens of the PHP code alone, without comments. The text is split as bytes, because PHP's escapes are bytes. */
export function tokensOf(text: string): readonly Token[] {
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

/** Skips page text; returns the position after the next opening tag. */
function afterPage(bytes: string, at: number): number {
  return matchAt(/[\s\S]*?<\?(?:php(?=\s|$)|=)/iy, bytes, at) ?? bytes.length
}

function afterSpace(bytes: string, at: number): number | null {
  if (bytes.startsWith('?>', at)) return afterPage(bytes, at + 2)
  return matchAt(/\s+/y, bytes, at)
}

/** A one-line comment ends at `?>`, too; `#[` begins an attribute. */
function afterComment(bytes: string, at: number): number | null {
  if (!bytes.startsWith('/*', at)) return matchAt(/(?:\/\/|#(?!\[))(?:(?!\?>)[^\r\n])*/y, bytes, at)
  const end = bytes.indexOf('*/', at + 2)
  return end < 0 ? bytes.length : end + 2
}

const heredoc = /<<<[ \t]*(["']?)([A-Za-z_]\w*)\1\r?\n[\s\S]*?(?:(?<=\n)[ \t]*\2(?!\w)|$)/y

const forms: readonly (readonly [RegExp, (text: string) => Token])[] = [
  [heredoc, () => ({ kind: 'literal', value: new Unread() })],
  [/\$[\w\x80-\xff]+/y, (name) => ({ kind: 'variable', name })],
  [/[\\A-Z_\x80-\xff][\\\w\x80-\xff]*/iy, wordOf],
  [/\d[\w.]*/y, (digits) => ({ kind: 'literal', value: numberOf(digits) })],
  [/->|::|=>|===?|\.=|[\s\S]/y, (mark) => ({ kind: 'mark', mark })],
]

function tokenAt(bytes: string, at: number): { readonly token: Token; readonly end: number } {
  const quote = bytes.charAt(at)
  if (quote === "'" || quote === '"' || quote === '`') return stringAt(bytes, at, quote)
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
