// Knows of posts that anonymous viewers do not see, by their rows as the feed last published them: what belongs to one of them makes
// nothing stale that these viewers are shown, until the post's own row changes.
import { dataOf, type Change, type DataChange } from '../core/change.ts'
import { isUnseen, valuesOf } from '../tags/changed-row.ts'

export interface HiddenPosts {
  readonly has: (id: string) => boolean
  /** Receives the changes in the order in which feeds publish them, each before its tags are made. */
  readonly note: (change: Change) => void
}

/** So many posts are remembered as hidden. */
const hiddenMax = 10_000

export function createHiddenPosts(): HiddenPosts {
  const hidden = new Set<string>()
  /** A change that is not published in the order of the log does not say how the row is now. */
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
