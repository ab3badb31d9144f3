// The endpoint of GraphQL: our own schema in its views, or WPGraphQL's. A setting chooses where the request does not.
import { mayHold } from '../core/query-string.ts'
import type { Request } from '../core/request.ts'
import { graphiqlPage } from '../graphql/graphiql.ts'
import { prefersPage } from '../graphql/media-type.ts'
import type { EndpointDefinition, Operation } from '../registry/endpoint.ts'
import { fixedOperation } from '../registry/fixed-operation.ts'

/** `own` answers every view except WPGraphQL's. `hasPage`: browsers get GraphiQL. */
export function withViews(
  own: EndpointDefinition,
  wpgraphql: (request: Request) => Operation,
  { view, hasPage }: { readonly view: 'own' | 'wpgraphql'; readonly hasPage: boolean },
): EndpointDefinition {
  const page = fixedOperation({
    servedBy: 'gateway',
    path: own.path,
    cacheKey: null,
    answer: async () => graphiqlPage('wpgraphql'),
    refuse: own.refuse,
  })
  // WPGraphQL answers a query whatever media types a client accepts
  const isForPage = ({ method, query, header }: Request) =>
    hasPage && method === 'GET' && prefersPage(header('accept')) && !new URLSearchParams(query).has('query')
  const isWp = ({ query }: Pick<Request, 'query'>) => {
    const asked = mayHold(query, viewArg) ? new URLSearchParams(query).get('view') : null
    return asked === null || asked === '' ? view === 'wpgraphql' : asked === 'wpgraphql'
  }
  return {
    ...own,
    parse: (request) => {
      if (!isWp(request)) return own.parse(request)
      return isForPage(request) ? page : wpgraphql(request)
    },
    ...(view === 'wpgraphql'
      ? {
          // WordPress without permalinks answers GraphQL at this address
          claims: ({ path, query }) =>
            /^\/(?:index\.php)?$/.test(path) && new URLSearchParams(query).has('graphql'),
        }
      : {}),
  }
}

const viewArg = ['view'] as const
