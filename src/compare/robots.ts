// robots.txt as RFC 9309 has it: the rules of the group that names an agent, or else of the group for all; the longest that
// matches decides, and allowing wins among equals. No package of it has types that hold for modules.

export type IsAllowed = (pathAndQuery: string) => boolean

interface Rule {
  readonly isAllowed: boolean
  readonly pattern: string
}

/** RFC 9309, 2.5: what lies beyond need not be read. */
const charactersMax = 512_000

export function parseRobots(text: string, agent: string): IsAllowed {
  const rules = new Map<string, Rule[]>()
  let agents: readonly string[] = []
  let isHead = true
  for (const line of text.slice(0, charactersMax).split(/\r\n?|\n/)) {
    const [name, value] = pairOf(line)
    if (name === 'user-agent') {
      agents = [...(isHead ? agents : []), value.toLowerCase()]
      isHead = true
    } else if (name === 'allow' || name === 'disallow') {
      isHead = false
      for (const each of agents) {
        const group = rules.get(each) ?? []
        if (value !== '') group.push({ isAllowed: name === 'allow', pattern: value })
        rules.set(each, group)
      }
    }
  }
  const mine = rules.get(agent.toLowerCase()) ?? rules.get('*') ?? []
  return (path) => {
    const [best] = mine
      .filter(({ pattern }) => matches(pattern, path))
      .toSorted(
        (one, other) =>
          other.pattern.length - one.pattern.length || Number(other.isAllowed) - Number(one.isAllowed),
      )
    return best?.isAllowed ?? true
  }
}

function pairOf(line: string): readonly [name: string, value: string] {
  const [text = ''] = line.split('#', 1)
  const colon = text.indexOf(':')
  return colon < 0 ? ['', ''] : [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim()]
}

/** `*` stands for anything, and `$` at the end for the end. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1
    const found = isLast && isWhole ? path.length - part.length : path.indexOf(part, at)
    if (found < at || !path.startsWith(part, found)) return false
    at = found + part.length
  }
  return !isWhole || at === path.length
}
