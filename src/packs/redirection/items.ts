// Redirects as Redirection stores them: rows whose settings are JSON, in groups that can be disabled.
import { decoded, integerOf, parsePhpValue, textOf, type Row } from '../../index.ts'
import { arrayOf, textIn } from '../php/stored.ts'

const queries = ['exact', 'exactorder', 'ignore', 'pass'] as const

/** Flags that say how the source of a redirect is compared with an address. */
export interface Flags {
  readonly query: (typeof queries)[number]
  readonly ignoresCase: boolean
  readonly ignoresSlash: boolean
}

/** The addresses of a redirect. */
export interface Source {
  readonly source: string
  readonly isPattern: boolean
  readonly flags: Flags
}

export interface Redirect extends Source {
  readonly id: number
  /** 301, 302, 307, 308; or 404, 410 and so on, where `location` is null. */
  readonly status: number
  readonly location: string | null
}

/** Parses a row's settings, which are JSON; broken ones count as missing. */
function membersOf(stored: string): ReadonlyMap<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(stored)
    return new Map(Object.entries(Object(parsed)))
  } catch {
    return new Map()
  }
}

function sourceFlags(row: Row): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(Object(membersOf(textOf(row, 'match_data')).get('source'))))
}

/** Settings of a row as the plug-in's lists show them: every flag, and options that are on. */
export function matchData(row: Row, standard: ReadonlyMap<string, unknown>) {
  const own = sourceFlags(row)
  const isOn = (name: string) => (own.get(name) ?? standard.get(name)) === true
  const isPattern = own.size > 0 ? isOn('flag_regex') : Number(integerOf(row, 'regex')) === 1
  const options = new Map(Object.entries(Object(membersOf(textOf(row, 'match_data')).get('options'))))
  return {
    source: {
      flag_query: isPattern ? 'exact' : flagsOf(row, standard).query,
      flag_case: isOn('flag_case'),
      flag_trailing: isOn('flag_trailing'),
      flag_regex: isPattern,
    },
    ...(options.get('log_exclude') === true ? { options: { log_exclude: true } } : {}),
  }
}

function flagsOf(row: Row, standard: ReadonlyMap<string, unknown>): Flags {
  const own = sourceFlags(row)
  const flag = (name: string) => own.get(name) ?? standard.get(name)
  const query = flag('flag_query')
  return {
    query: queries.find((each) => each === query) ?? 'exact',
    ignoresCase: isSet(flag('flag_case')),
    ignoresSlash: isSet(flag('flag_trailing')),
  }
}

function isSet(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true'
}

/** The redirect of a row, where its source alone decides; null for redirects that depend on the visitor, and for other actions. */
export function redirectOf(row: Row, standard: ReadonlyMap<string, unknown>): Redirect | null {
  const action = textOf(row, 'action_type')
  const status = Number(integerOf(row, 'action_code'))
  const location = action === 'url' ? targetOf(textOf(row, 'action_data')) : null
  const isKnown = action === 'error' || (action === 'url' && location !== null)
  if (textOf(row, 'match_type') !== 'url' || !isKnown || !(status >= 300 && status < 600)) return null
  return {
    id: Number(integerOf(row, 'id')),
    ...sourceOf(row, standard),
    status,
    location,
  }
}

export function sourceOf(row: Row, standard: ReadonlyMap<string, unknown>): Source {
  return {
    source: textOf(row, 'url'),
    isPattern: Number(integerOf(row, 'regex')) === 1,
    flags: flagsOf(row, standard),
  }
}

/** The target, stored as an address, or as an array that contains it. */
function targetOf(stored: string): string | null {
  const url = /^a:\d+:/.test(stored) ? textIn(arrayOf(parsePhpValue(stored)), 'url') : stored
  return url === '' ? null : url
}

/** The text by which the plug-in finds rows: the path in lower case, without a slash at its end. */
export function matchUrl(path: string): string {
  return path.toLowerCase().replace(/(?<=[^/])\/+$/, '')
}

/** The forms in which the plug-in may have stored that text of a path, which is decoded: newer versions encode it. */
export function matchUrls(path: string): readonly string[] {
  const cased = [path, path.toLowerCase()]
  const encoded = cased.map((each) => encodeURIComponent(each.toWellFormed()).replaceAll('%2F', '/'))
  const whole = encoded.map((each) =>
    each.replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`),
  )
  return [...new Set([...cased, ...encoded, ...whole].map(matchUrl))]
}

/** The redirect with its location for an address, whose `path` is decoded; null where the source, which is no pattern, differs. */
export function locationFor(redirect: Redirect, path: string, query: string): Redirect | null {
  const { source, flags, location } = redirect
  const [ownPath, ownQuery] = cutAt(source, '?')
  if (compared(decoded(ownPath), flags) !== compared(path, flags) || !fits(ownQuery, query, flags))
    return null
  return flags.query === 'pass' && location !== null
    ? { ...redirect, location: withQuery(location, query) }
    : redirect
}

/** True where a front end can follow the redirect: to an address with http or https that its own source does not match. */
export function leadsElsewhere(redirect: Redirect, home: string): boolean {
  const { location } = redirect
  if (location === null) return true
  const [there, base] = [URL.parse(location, `${home}/`), URL.parse(home)]
  // Parsers of URLs drop control characters
  if (there === null || !/^https?:$/.test(there.protocol) || /\p{Cc}/u.test(location)) return false
  return (
    there.hostname !== base?.hostname ||
    locationFor(redirect, decoded(there.pathname), there.search.slice(1)) === null
  )
}

/** True where the query equals the source's, or, for `ignore` and `pass`, contains all of the source's pairs. */
function fits(own: string, query: string, { query: how, ignoresCase }: Flags): boolean {
  const [wanted, given] = [own, query].map((text) => (ignoresCase ? text.toLowerCase() : text))
  if (how === 'exactorder') return wanted === given
  const [needed = [], there = []] = [wanted, given].map(sortedPairs)
  if (how === 'exact') return needed.join('&') === there.join('&')
  return needed.every((pair) => there.includes(pair))
}

/** Adds a query before the fragment; arguments that the location has already keep their values. */
function withQuery(location: string, query: string): string {
  const [address, fragment] = cutAt(location, '#')
  const own = new URLSearchParams(cutAt(address, '?')[1])
  const more = query.split('&').filter((pair) => pair !== '' && !own.has(decoded(cutAt(pair, '=')[0])))
  if (more.length === 0) return location
  const end = location.includes('#') ? `#${fragment}` : ''
  return `${address}${address.includes('?') ? '&' : '?'}${more.join('&')}${end}`
}

/** A path in the form in which paths are compared. */
export function compared(path: string, { ignoresCase, ignoresSlash }: Flags): string {
  const cased = ignoresCase ? path.toLowerCase() : path
  return ignoresSlash ? cased.replace(/(?<=[^/])\/+$/, '') : cased
}

function cutAt(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Pairs of a query in one encoding, sorted. */
function sortedPairs(query = ''): readonly string[] {
  return [...new URLSearchParams(query)].map((pair) => pair.map(encodeURIComponent).join('=')).toSorted()
}
