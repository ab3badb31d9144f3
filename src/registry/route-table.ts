// Finds the routes that match an address without trying every pattern. The prefix of a pattern is its leading fixed
// segments: only routes whose prefix the address begins with are tried.
import type { Query } from '../core/query-string.ts'
import type { Route } from './registry.ts'

export interface RouteTable {
  /** All routes, in the order of their registration. */
  readonly all: readonly Route[]
  /** The routes whose pattern the address matches, in the order of their registration. */
  readonly matching: (address: string) => readonly Match[]
}

export interface Match {
  readonly route: Route
  readonly parameters: Query
}

export function createRouteTable(all: readonly Route[]): RouteTable {
  const byPrefix = Map.groupBy(all.keys(), (index) => prefixOf(all[index]?.pattern ?? ''))
  const segmentsMax = Math.max(0, ...[...byPrefix.keys()].map((prefix) => prefix.split('/').length))
  return {
    all,
    matching: (address) =>
      prefixesOf(address.toLowerCase(), segmentsMax)
        .flatMap((prefix) => byPrefix.get(prefix) ?? [])
        .toSorted((one, other) => one - other)
        .flatMap((index) => {
          const route = all[index]
          const parameters = route?.match(address)
          return route && parameters ? [{ route, parameters }] : []
        }),
  }
}

/** The whole segments at the beginning of a pattern that are plain text, in lower case: patterns match in any case. */
function prefixOf(pattern: string): string {
  const special = pattern.search(/[^\w/.-]/)
  if (special < 0) return pattern.toLowerCase()
  return pattern.slice(0, Math.max(0, pattern.lastIndexOf('/', special))).toLowerCase()
}

/** Every prefix that a matching pattern can have: of `/a/b/c` itself, the empty one, `/a` and `/a/b`. */
function prefixesOf(address: string, segmentsMax: number): readonly string[] {
  const prefixes = [address]
  let end = 0
  for (let segments = 0; segments < segmentsMax && end >= 0; segments += 1) {
    if (end < address.length) prefixes.push(address.slice(0, end))
    end = address.indexOf('/', end + 1)
  }
  return prefixes
}
