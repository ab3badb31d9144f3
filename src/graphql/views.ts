// The views of Query.posts, served at once: by cursors, and by limit and offset. A document runs in the first one that
// it validates against, cursors first, unless the request pins one.
import { Kind, parse, visit, type DocumentNode, type GraphQLError, type GraphQLSchema } from 'graphql'
import type { BoundedMap } from '../cache/bounded-map.ts'
import type { Document } from './documents.ts'

const viewNames = ['cursor', 'offset'] as const

export type ViewName = (typeof viewNames)[number]

export type Views = Readonly<Record<ViewName, GraphQLSchema>>

/** A document with the schema that it runs in. */
export type Viewed =
  | { readonly schema: GraphQLSchema; readonly document: DocumentNode }
  | { readonly errors: readonly GraphQLError[] }

export type ReadInViews = (query: string, pinned: ViewName | null) => Viewed

export function createReadInViews(
  views: Views,
  readers: Readonly<Record<ViewName, (query: string) => Document>>,
  /** Documents that the first view refused and the second took. */
  kept: BoundedMap<string, Viewed>,
): ReadInViews {
  const readIn = (view: ViewName, query: string): Viewed => {
    const read = readers[view](query)
    return 'errors' in read ? read : { schema: views[view], document: read.document }
  }
  return (query, pinned) => {
    if (pinned !== null) return readIn(pinned, query)
    const known = kept.get(query)
    if (known) return known
    const byCursor = readIn('cursor', query)
    if (!('errors' in byCursor)) return byCursor
    const byOffset = readIn('offset', query)
    if ('errors' in byOffset) return usesOffset(query) ? byOffset : byCursor
    kept.set(query, byOffset)
    return byOffset
  }
}

/** Null where none is pinned, undefined where what is pinned is no view. */
export function pinnedView(query: string): ViewName | null | undefined {
  const pinned = new URLSearchParams(query).get('view')
  if (pinned === null || pinned === '') return null
  return viewNames.find((name) => name === pinned)
}

/** Whether a refused document is meant for the view by offset: its errors are those that help. */
function usesOffset(query: string): boolean {
  try {
    let found = false
    visit(parse(query, { noLocation: true, maxTokens: tokensLookedAt }), {
      [Kind.ARGUMENT]: ({ name }) => {
        found ||= name.value === 'limit' || name.value === 'offset'
      },
    })
    return found
  } catch {
    // It is not read at all, in either view alike
    return false
  }
}

const tokensLookedAt = 5_000
