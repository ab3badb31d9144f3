// The redirect with which the gateway answers instead of WordPress, only where rows leave no doubt about what the plug-in would do.
// Rows are tried in the plug-in's order, and the first doubtful one leaves the request to WordPress.
import type { Row } from '../../index.ts'
import { compared, locationFor, matchUrl, redirectOf, sourceOf, type Redirect, type Source } from './items.ts'
import { linearPattern } from './patterns.ts'

export interface Plain extends Spelled {
  /** The site's own address. */
  readonly home: string
}

interface Spelled {
  readonly path: string
  readonly query: string
}

export interface Decided {
  readonly status: number
  readonly location: string
}

/** True for addresses with a single spelling: no escapes, no doubled slashes. */
export function isPlain({ path, query }: Spelled): boolean {
  return /^(?:\/[\w.~-]+)*\/?$/.test(path) && path !== '' && /^[\w.~=&-]*$/.test(query)
}

/** True where the plug-in's settings redirect visitors before its redirects are tried, or add headers to responses. */
export function isUnsure(settings: ReadonlyMap<string, unknown>): boolean {
  return ['https', 'preferred_domain', 'relocate', 'aliases', 'headers'].some((name) => {
    const value = settings.get(name)
    return Array.isArray(value) ? value.length > 0 : Boolean(value)
  })
}

type Warn = (problem: string) => void

/** The redirect of an address; null where WordPress has to decide. */
export function decided(
  rows: readonly Row[],
  standard: ReadonlyMap<string, unknown>,
  asked: Plain,
  warn: Warn,
): Decided | null {
  for (const row of rows) {
    const source = sourceOf(row, standard)
    const match = matchOf(source, asked, warn)
    if (match === 'other') continue
    const redirect = match === 'unsure' ? null : redirectOf(row, standard)
    const location = redirect && match !== 'unsure' ? locationOf(redirect, match, asked) : null
    return redirect === null || location === null ? null : { status: redirect.status, location }
  }
  return null
}

/** Null where the location is in doubt. */
function locationOf(redirect: Redirect, groups: readonly string[], asked: Plain): string | null {
  const { location: target, isPattern, flags } = redirect
  if (target === null || (flags.query === 'pass' && asked.query !== '' && /[?#]/.test(target))) return null
  const location = isPattern
    ? filledIn(target, groups)
    : (locationFor(redirect, asked.path, asked.query)?.location ?? null)
  return location === null || leadsBack(location, asked) ? null : location
}

type Match = readonly string[] | 'other' | 'unsure'

/** True where a row is certainly about other addresses. */
export function isOther(row: Row, standard: ReadonlyMap<string, unknown>, asked: Plain): boolean {
  return matchOf(sourceOf(row, standard), asked, () => {}) === 'other'
}

function matchOf(source: Source, asked: Plain, warn: Warn): Match {
  return source.isPattern ? byPattern(source, asked, warn) : byAddress(source, asked)
}

const none: readonly string[] = []

function byAddress({ source, flags }: Source, { path, query }: Plain): Match {
  const [ownPath = '', ownQuery = ''] = source.split('?')
  if (!isPlain({ path: ownPath, query: ownQuery })) return 'unsure'
  if (compared(ownPath, flags) !== compared(path, flags)) return 'other'
  switch (flags.query) {
    case 'ignore':
    case 'pass':
      return ownQuery === '' ? none : 'unsure'
    case 'exact':
    case 'exactorder':
      if (ownQuery === query) return none
      return ownQuery === '' || query === '' ? 'other' : 'unsure'
  }
}

/** Compiled patterns by their sources, which are few. */
const compiled = new Map<string, RegExp | null>()
const compiledMax = 1000

function byPattern({ source, flags }: Source, { path, query }: Plain, warn: Warn): Match {
  const key = `${flags.ignoresCase ? 'i' : 's'}${source}`
  let pattern = compiled.get(key)
  if (pattern === undefined) {
    if (compiled.size >= compiledMax) compiled.clear()
    pattern = linearPattern(source, flags.ignoresCase)
    compiled.set(key, pattern)
  }
  if (pattern === null) {
    warn(
      `leaves to WordPress what comes after the pattern ${source}: it may take long, or mean something else in PHP`,
    )
    return 'unsure'
  }
  const found = pattern.exec(path)
  // Versions of the plug-in differ in whether they compare a pattern with the query, too
  if (query !== '') return found === null && !pattern.test(`${path}?${query}`) ? 'other' : 'unsure'
  if (found === null) return 'other'
  return found[0] === path ? [...found].map((group) => group ?? '') : 'unsure'
}

/** Fills the groups of a pattern into its target; null where the result could lead to another host than the target's own. */
function filledIn(target: string, groups: readonly string[]): string | null {
  if (/\\|\$\{|\$\d\d/.test(target) || !/^(?:https?:\/\/[^/?#$@]+(?:[/?#]|$)|\/(?!\/))/i.test(target))
    return null
  const filled = target.replace(/\$(\d)/g, (_, nth: string) => groups[Number(nth)] ?? '')
  return filled.startsWith('//') ? null : filled
}

/** True where the location is the address itself, or is spelled in a way that WordPress would change. */
function leadsBack(location: string, { path, query, home }: Plain): boolean {
  if (!/^(?:https?:\/\/[\w.-]+(?::\d+)?(?:[/?#]|$)|\/(?!\/))[\w\-~+.?#=&;,/:%!*[\]()@]*$/i.test(location))
    return true
  const [there, own] = [URL.parse(location, home), URL.parse(home)]
  if (there === null || own === null) return true
  const isSame = matchUrl(there.pathname) === matchUrl(path) && there.search.replace(/^\?/, '') === query
  return there.hostname === own.hostname && isSame
}
