// Patterns of redirects (regular expressions) that need time in proportion to an address. Others are refused: an address that a
// client chose could keep a backtracking engine busy for minutes.

const lengthMax = 512
/** How many ways a pattern may branch at all. */
const branchesMax = 256

const atoms =
  /\\[dDwWsS]|\\[^a-zA-Z0-9]|\[(?!\^?\])\^?(?:[^\][\\]|\\[dDwWsS]|\\[^a-zA-Z0-9])+\]|\((?:\?:|(?!\?))|[)|$.]|[^\\^$.|?*+()[\]{}]/y
const quantifiers = /(?:([*+?])|\{(\d{1,3})(?:(,)(\d{1,3})?)?\})(\?)?/y

interface Part {
  readonly atom: string
  /** How many groups it is within. */
  readonly depth: number
  readonly isOptional: boolean
  readonly isUnbounded: boolean
  readonly isLazy: boolean
}

/** The pattern, or null where it may need more time than one pass, or is of a kind that PHP and JavaScript read differently. */
export function linearPattern(source: string, ignoresCase: boolean): RegExp | null {
  if (source.length > lengthMax || !/^[ -~]+$/.test(source)) return null
  const parts = partsOf(source.replace(/^\^/, ''))
  if (parts === null) return null
  const isAnchored = source.startsWith('^') && !parts.some(({ atom, depth }) => atom === '|' && depth === 0)
  const free = parts.flatMap((part, at) => (part.isUnbounded && !isEnded(parts, at) ? [at] : []))
  const last = parts.findLastIndex(({ isUnbounded }) => isUnbounded)
  if (isAnchored ? free.some((at) => at !== last) : !parts.every((part, at) => isBrief(part, parts, at)))
    return null
  try {
    return new RegExp(source, ignoresCase ? 'is' : 's')
  } catch {
    return null
  }
}

/** Null where something is no part of these patterns, or where they branch too often. */
function partsOf(source: string): readonly Part[] | null {
  const parts: Part[] = []
  let [at, branches, depth] = [0, 1, 0]
  while (at < source.length) {
    const [atom] = matchAt(atoms, source, at) ?? []
    if (atom === undefined) return null
    at += atom.length
    if (atom === '$' && at < source.length) return null
    const found = /^[(|$]/.test(atom) ? null : matchAt(quantifiers, source, at)
    const [whole = '', sign, least, comma, most, lazy] = found ?? []
    at += whole.length
    const isUnbounded = sign === '*' || sign === '+' || (comma !== undefined && most === undefined)
    // A repetition is of one character, so that none is within another
    if (atom === ')' && whole !== '' && sign !== '?') return null
    if (atom === '|' || sign === '?') branches *= 2
    if (most !== undefined) branches *= Math.max(1, Number(most) - Number(least) + 1)
    if (branches > branchesMax) return null
    if (atom.startsWith('(')) depth += 1
    if (atom === ')') depth -= 1
    const isOptional = sign === '?' || sign === '*' || Number(least) === 0
    parts.push({ atom, depth, isOptional, isUnbounded, isLazy: lazy !== undefined })
  }
  return parts
}

/** True where the repetition ends at a character that it never takes, or at the end: it has one length. */
function isEnded(parts: readonly Part[], at: number): boolean {
  const next = parts.slice(at + 1).find(({ atom }) => atom !== ')')
  const { atom = '', isLazy = true } = parts[at] ?? {}
  if (next === undefined) return true
  return !isLazy && (next.atom === '$' || isOutside(next, atom))
}

/** True where the part is one character, which has to be there, and which the repeated atom never takes. */
function isOutside({ atom, isOptional, isUnbounded }: Part, repeated: string): boolean {
  const [, escaped, plain] = /^(?:\\([^a-zA-Z0-9])|([^\\^$.|?*+()[\]{}]))$/.exec(atom) ?? []
  const character = escaped ?? plain
  if (isOptional || isUnbounded || character === undefined) return false
  return !new RegExp(`^(?:${repeated})`, 'is').test(character)
}

/**
 * True where a search from each place of an address costs no pass of its own: what repeats begins and ends at characters
 * that it never takes, so that no place is passed twice, or it is all that is left.
 */
function isBrief({ atom, isUnbounded, isLazy }: Part, parts: readonly Part[], at: number): boolean {
  if (!isUnbounded) return true
  if (atom === '.' && !isLazy && parts.slice(at + 1).every((each) => each.atom === ')' || each.atom === '$'))
    return true
  const before = parts.slice(0, at).findLast((each) => !each.atom.startsWith('('))
  return before !== undefined && isOutside(before, atom) && isEnded(parts, at)
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at
  return expression.exec(text)
}
