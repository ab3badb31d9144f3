// The views of Query.posts, served at once: by cursors, and by limit and offset. A document runs in the first one that
// it validates against, cursors first, unless the request pins one.
import { Kind, visit, type DocumentNode, type GraphQLSchema } from 'graphql'

export const viewNames = ['cursor', 'offset'] as const

export type ViewName = (typeof viewNames)[number]

export type Views = Readonly<Record<ViewName, GraphQLSchema>>

/** Null where the request pins no view, undefined where it pins an unknown one. */
export function pinnedView(search: URLSearchParams): ViewName | null | undefined {
  const pinned = search.get('view')
  if (pinned === null || pinned === '') return null
  return viewNames.find((name) => name === pinned)
}

/** Guesses the view that a document is written for: its errors are those of this view, where it is valid in none. */
export function intendedView(document: DocumentNode): ViewName {
  let view: ViewName = 'cursor'
  visit(document, {
    [Kind.ARGUMENT]: ({ name }) => {
      if (name.value === 'limit' || name.value === 'offset') view = 'offset'
    },
  })
  return view
}
