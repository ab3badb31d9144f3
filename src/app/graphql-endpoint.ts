// The endpoint of GraphQL: our own schema in its views, or WPGraphQL's. The setting says which answers where a request does not.
import type { Request } from '../core/request.ts'
import type { EndpointDefinition, Operation } from '../registry/endpoint.ts'

/** `own` answers every view but one. */
export function withViews(
  own: EndpointDefinition,
  wpgraphql: (request: Request) => Operation,
  view: 'own' | 'wpgraphql',
): EndpointDefinition {
  const isWp = ({ query }: Pick<Request, 'query'>) => {
    const asked = new URLSearchParams(query).get('view')
    return asked === null || asked === '' ? view === 'wpgraphql' : asked === 'wpgraphql'
  }
  return {
    ...own,
    parse: (request) => (isWp(request) ? wpgraphql(request) : own.parse(request)),
    ...(view === 'wpgraphql'
      ? {
          // As WordPress answers it without permalinks
          claims: ({ path, query }) =>
            /^\/(?:index\.php)?$/.test(path) && new URLSearchParams(query).has('graphql'),
        }
      : {}),
  }
}
