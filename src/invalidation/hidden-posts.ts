// Knows posts that anonymous viewers do not see, by their rows as the feed last published them: changes of rows that belong to such a
// post make no answer to these viewers stale, until the post's own row changes.
import { dataOf, type Change, type DataChange } from '../core/change.ts'
import { isUnseen, valuesOf } from '../tags/changed-row.ts'

export interface HiddenPosts {
  readonly has: (id: string) => boolean
  /** Receives the changes in the order in which feeds publish them, each before its tags are made. */
  readonly note: (change: Change) => void
}

/** The most posts that are remembered as hidden. */
const hiddenMax = 10_000

export function createHiddenPosts(): HiddenPosts {
  const hidden = new Set<string>()
  /** Changes outside the order of the log do not show the current state of the row, so they only forget it. */
  const noteData = (change: DataChange, isInOrder: boolean) => {
    if (change.kind === 'gap' || (change.kind === 'table' && change.table === 'posts')) hidden.clear()
    if (change.kind !== 'row' || change.table !== 'posts') return
    for (const id of valuesOf(change, 'id')) hidden.delete(id)
    const id = change.after?.['id']
    if (!isInOrder || typeof id !== 'string' || !isUnseen('posts', { ...change, before: null })) return
    hidden.add(id)
    const [oldest] = hidden
    if (hidden.size > hiddenMax && oldest !== undefined) hidden.delete(oldest)
  }
  return {
    has: (id) => hidden.has(id),
    note: (change) => {
      const isInOrder = change.kind !== 'pending' && change.kind !== 'settled'
      for (const data of dataOf(change)) noteData(data, isInOrder)
    },
  }
}
