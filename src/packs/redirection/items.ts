// Redirects as Redirection keeps them: rows whose settings are JSON, in groups that can be switched off.
import { integerOf, parsePhpValue, textOf, type Row } from '../../index.ts'
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

/** JSON of the row's settings; what is broken is as if it was not there. */
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

/** The redirect of a row, where its source alone decides; null for those that depend on who asks, and for other actions. */
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

/** An address, or an array that says it. */
function targetOf(stored: string): string | null {
  const url = /^a:\d+:/.test(stored) ? textIn(arrayOf(parsePhpValue(stored)), 'url') : stored
  return url === '' ? null : url
}

/** The text by which the plug-in finds rows: the path in lower case, without a slash at its end. */
export function matchUrl(path: string): string {
  return path.toLowerCase().replace(/(?<=[^/])\/+$/, '')
}

/** The redirect with its location for an address; null where its source, which is no pattern, is another address. */
export function locationFor(redirect: Redirect, path: string, query: string): Redirect | null {
  const { source, flags, location } = redirect
  const [ownPath, ownQuery] = cutAtQuery(source)
  if (compared(ownPath, flags) !== compared(path, flags)) return null
  switch (flags.query) {
    case 'ignore':
      return redirect
    case 'pass':
      return query === '' || location === null
        ? redirect
        : { ...redirect, location: `${location}${location.includes('?') ? '&' : '?'}${query}` }
    case 'exactorder':
      return ownQuery === query ? redirect : null
    case 'exact':
      return sorted(ownQuery) === sorted(query) ? redirect : null
  }
}

/** A path as it is compared with others. */
export function compared(path: string, { ignoresCase, ignoresSlash }: Flags): string {
  const cased = ignoresCase ? path.toLowerCase() : path
  return ignoresSlash ? cased.replace(/(?<=[^/])\/+$/, '') : cased
}

function cutAtQuery(text: string): readonly [string, string] {
  const at = text.indexOf('?')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function sorted(query: string): string {
  return query.split('&').toSorted().join('&')
}
