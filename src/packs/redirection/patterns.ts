// Patterns of redirects (regular expressions) that match in time linear in the address. Others are refused: an address that a
// client chose could keep a backtracking engine busy for minutes.

const lengthMax = 512
/** Limits the number of ways through a pattern's branches. */
const branchesMax = 256

const atoms =
  /\\[dDwWsS]|\\[^a-zA-Z0-9]|\[(?!\^?\])\^?(?:[^\][\\]|\\[dDwWsS]|\\[^a-zA-Z0-9])+\]|\((?:\?:|(?!\?))|[)|$.]|[^\\^$.|?*+()[\]{}]/y
const quantifiers = /(?:([*+?])|\{(\d{1,3})(?:(,)(\d{1,3})?)?\})(\?)?/y

interface Part {
  readonly atom: string
  /** The number of groups around it. */
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

/** Null for syntax that these patterns do not support, and for too many branches. */
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
    // Only single characters may repeat, so that repetitions are never nested
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

/** True where the repetition ends at a character that its atom never matches, or at the end: only one length can match. */
function isEnded(parts: readonly Part[], at: number): boolean {
  const next = parts.slice(at + 1).find(({ atom }) => atom !== ')')
  const { atom = '', isLazy = true } = parts[at] ?? {}
  if (next === undefined) return true
  return !isLazy && (next.atom === '$' || isOutside(next, atom))
}

/** True where the part is one required character that the repeated atom never matches. */
function isOutside({ atom, isOptional, isUnbounded }: Part, repeated: string): boolean {
  const [, escaped, plain] = /^(?:\\([^a-zA-Z0-9])|([^\\^$.|?*+()[\]{}]))$/.exec(atom) ?? []
  const character = escaped ?? plain
  if (isOptional || isUnbounded || character === undefined) return false
  return !new RegExp(`^(?:${repeated})`, 'is').test(character)
}

/**
 * True where an unanchored search stays linear: the repetition begins and ends at characters that its atom never matches,
 * so that no position is scanned twice, or it matches all that is left.
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
