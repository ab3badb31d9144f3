// Ancestors of terms: those of all terms of a request are read together, level by level.
import { isFailure, type Failure } from '../core/failure.ts'
import { toIdValue, type Scalar } from '../database/filter.ts'
import { textOf } from '../database/tables.ts'
import type { GraphContext } from '../graphql/context.ts'

type Parents = ReadonlyMap<string, string>

interface Waiting {
  readonly ids: Set<string>
  readonly parents: Promise<Parents | Failure>
}

/** The levels that are read: no taxonomy is expected to nest deeper, and a cycle of terms ends there. */
const depthMax = 20

/** Creates a reader for the ids of a term's ancestors, the nearest first. */
export function createAbove(taxonomy: string, isHierarchical: boolean) {
  const parentOf = createParents(taxonomy)
  return async (id: string, context: GraphContext): Promise<readonly string[] | Failure> => {
    const found = new Set<string>()
    let at = isHierarchical ? id : '0'
    while (at !== '0' && found.size < depthMax) {
      const parent = await parentOf(at, context)
      if (isFailure(parent)) return parent
      if (parent === '0' || parent === id || found.has(parent)) break
      found.add(parent)
      at = parent
    }
    return [...found]
  }
}

/** Creates a reader for the parent of a term; those requested in one run of microtasks are read in one statement. */
function createParents(taxonomy: string) {
  const open = new WeakMap<GraphContext, Waiting>()
  return async (id: string, context: GraphContext): Promise<string | Failure> => {
    const waiting = open.get(context) ?? start(context)
    open.set(context, waiting)
    waiting.ids.add(id)
    const parents = await waiting.parents
    return isFailure(parents) ? parents : (parents.get(id) ?? '0')
  }

  function start(context: GraphContext): Waiting {
    const ids = new Set<string>()
    const parents = Promise.resolve()
      .then(() => new Promise<void>((resolve) => process.nextTick(resolve)))
      .then(() => {
        open.delete(context)
        return readParents([...ids].map(toIdValue), context)
      })
    return { ids, parents }
  }

  async function readParents(ids: readonly Scalar[], { reading }: GraphContext): Promise<Parents | Failure> {
    const found = await reading.list({
      kind: 'list',
      source: 'terms',
      columns: ['id', 'parent_id'],
      filters: [
        { kind: 'in', column: 'taxonomy', values: [taxonomy] },
        { kind: 'in', column: 'id', values: ids },
      ],
      visible: null,
      order: [],
      page: { kind: 'all' },
    })
    return isFailure(found)
      ? found
      : new Map(found.rows.map((row) => [textOf(row, 'id'), textOf(row, 'parent_id')]))
  }
}
