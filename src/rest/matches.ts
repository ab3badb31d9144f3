// The routes whose pattern an address is, with its parameters.
import type { Query } from '../core/query-string.ts'
import type { Route } from '../registry/registry.ts'

export interface Match {
  readonly route: Route
  readonly parameters: Query
}

export function matchesOf(routes: readonly Route[], address: string): readonly Match[] {
  return routes.flatMap((route) => {
    const parameters = route.match(address)
    return parameters ? [{ route, parameters }] : []
  })
}
