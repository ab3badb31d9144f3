// Parses the header Plural-Forms of translations, in which an expression of C selects the form of a text for a number.

/** The index of the form for a number; null where the header is invalid. Nothing in a header is run as code. */
export function pluralForms(header: string): ((count: number) => number) | null {
  const [, expression] = /^\s*nplurals\s*=\s*\d+\s*;\s*plural\s*=([^;]*)/.exec(header) ?? []
  if (expression === undefined || expression.length > lettersMax) return null
  const tokens = expression.match(/\d+|[<>!=]=|&&|\|\||\S/g) ?? []
  const reader = { tokens, at: 0, depth: 0 }
  const value = choice(reader)
  return value === null || reader.at < tokens.length ? null : (count) => Number(value(count))
}

/** The expressions of all languages have less than 200 characters. */
const lettersMax = 1000
const depthMax = 40

type Value = (count: number) => number | boolean

interface Reader {
  readonly tokens: readonly string[]
  at: number
  depth: number
}

/** True where the next token is this one, which is then read. */
function reads(reader: Reader, token: string): boolean {
  if (reader.tokens[reader.at] !== token) return false
  reader.at += 1
  return true
}

function choice(reader: Reader): Value | null {
  reader.depth += 1
  const condition = reader.depth > depthMax ? null : binary(reader, 0)
  if (condition === null) return null
  if (reads(reader, '?')) {
    const yes = choice(reader)
    const no = yes !== null && reads(reader, ':') ? choice(reader) : null
    reader.depth -= 1
    return yes === null || no === null ? null : (count) => (condition(count) ? yes(count) : no(count))
  }
  reader.depth -= 1
  return condition
}

type Operation = (one: () => number | boolean, other: () => number | boolean) => number | boolean

/** Operators by precedence, the lowest first. */
const levels: readonly ReadonlyMap<string, Operation>[] = [
  new Map([['||', (one, other) => Boolean(one()) || Boolean(other())]]),
  new Map([['&&', (one, other) => Boolean(one()) && Boolean(other())]]),
  new Map<string, Operation>([
    ['==', (one, other) => Number(one()) === Number(other())],
    ['!=', (one, other) => Number(one()) !== Number(other())],
  ]),
  new Map<string, Operation>([
    ['<', (one, other) => Number(one()) < Number(other())],
    ['<=', (one, other) => Number(one()) <= Number(other())],
    ['>', (one, other) => Number(one()) > Number(other())],
    ['>=', (one, other) => Number(one()) >= Number(other())],
  ]),
  new Map([['%', (one, other) => Number(one()) % Number(other())]]),
]

function binary(reader: Reader, level: number): Value | null {
  const operations = levels[level]
  if (operations === undefined) return single(reader)
  let made = binary(reader, level + 1)
  for (;;) {
    const operation = operations.get(reader.tokens[reader.at] ?? '')
    if (made === null || operation === undefined) return made
    reader.at += 1
    const [left, right] = [made, binary(reader, level + 1)]
    made =
      right === null
        ? null
        : (count) =>
            operation(
              () => left(count),
              () => right(count),
            )
  }
}

function single(reader: Reader): Value | null {
  const token = reader.tokens[reader.at] ?? ''
  reader.at += 1
  if (token === 'n') return (count) => count
  if (token === '(') {
    const inner = choice(reader)
    return inner !== null && reads(reader, ')') ? inner : null
  }
  const number = /^\d{1,9}$/.test(token) ? Number(token) : null
  return number === null ? null : () => number
}
