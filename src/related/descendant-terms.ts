// Reads the descendants of terms, one level at a time.
import { isFailure, type Failure } from '../core/failure.ts'
import { toIdValue, type Scalar } from '../database/filter.ts'
import { textOf } from '../database/tables.ts'
import type { Order } from '../plan/plan.ts'
import type { RelatedReads } from './reads.ts'

/** Limits the depth of a taxonomy; reads of terms that are ancestors of each other end here. */
const depthMax = 20

/** These terms and all their descendants. */
export async function withDescendants(
  ids: readonly string[],
  taxonomy: string,
  reading: RelatedReads,
): Promise<readonly string[] | Failure> {
  const below = await childrenOf(ids, { taxonomy, order: [] }, reading)
  return isFailure(below) ? below : [...new Set([...ids, ...[...below.values()].flat()])]
}

/** The descendants of a term, each after its parent, and siblings in the given order (_get_term_children). */
export async function descendantsOf(
  id: string,
  list: Listing,
  reading: RelatedReads,
): Promise<readonly string[] | Failure> {
  const below = await childrenOf([id], list, reading)
  if (isFailure(below)) return below
  const found = new Set<string>()
  const waiting = [...(below.get(id) ?? [])].toReversed()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === id || found.has(next)) continue
    found.add(next)
    waiting.push(...(below.get(next) ?? []).toReversed())
  }
  return [...found]
}

/** The terms of a taxonomy that have children. */
export async function parentsIn(
  taxonomy: string,
  reading: RelatedReads,
): Promise<readonly string[] | Failure> {
  const below = await reading.list({
    kind: 'list',
    source: 'terms',
    columns: ['parent_id'],
    filters: [
      { kind: 'in', column: 'taxonomy', values: [taxonomy] },
      { kind: 'none', filters: [{ kind: 'in', column: 'parent_id', values: [0] }] },
    ],
    visible: null,
    order: [],
    page: { kind: 'all' },
  })
  return isFailure(below) ? below : [...new Set(below.rows.map((row) => textOf(row, 'parent_id')))]
}

/** With more child terms than this in a taxonomy no term counts as an ancestor of one with items. */
const belowMax = 2000

/** The ancestors, at any depth, of terms with items; without those ancestors that have a parent and items themselves. */
export async function termsAboveFilled(
  taxonomy: string,
  reading: RelatedReads,
): Promise<readonly Scalar[] | Failure> {
  const below = await reading.list({
    kind: 'list',
    source: 'terms',
    columns: ['id', 'parent_id', 'count'],
    filters: [
      { kind: 'in', column: 'taxonomy', values: [taxonomy] },
      { kind: 'none', filters: [{ kind: 'in', column: 'parent_id', values: [0] }] },
    ],
    visible: null,
    order: [{ kind: 'column', column: 'id', descending: false }],
    page: { kind: 'offset', offset: 0, limit: belowMax + 1 },
  })
  if (isFailure(below)) return below
  if (below.rows.length > belowMax) return []
  const parents = new Map(below.rows.map((row) => [textOf(row, 'id'), textOf(row, 'parent_id')]))
  const filled = below.rows.filter((row) => textOf(row, 'count') !== '0').map((row) => textOf(row, 'id'))
  const found = new Set<string>()
  for (const id of filled)
    for (let above = parents.get(id); above !== undefined && !found.has(above); above = parents.get(above))
      found.add(above)
  return [...found.difference(new Set(filled))].map(toIdValue)
}

interface Listing {
  readonly taxonomy: string
  readonly order: readonly Order[]
}

/** The children of the terms and of all their descendants, by parent. */
async function childrenOf(
  ids: readonly string[],
  { taxonomy, order }: Listing,
  reading: RelatedReads,
): Promise<ReadonlyMap<string, readonly string[]> | Failure> {
  const found = new Map<string, string[]>()
  const known = new Set(ids)
  let level: readonly string[] = ids
  for (let depth = 0; depth < depthMax && level.length > 0; depth += 1) {
    const below = await reading.list({
      kind: 'list',
      source: 'terms',
      columns: ['id', 'parent_id'],
      filters: [
        { kind: 'in', column: 'taxonomy', values: [taxonomy] },
        { kind: 'in', column: 'parent_id', values: level.map(toIdValue) },
      ],
      visible: null,
      order,
      page: { kind: 'all' },
    })
    if (isFailure(below)) return below
    for (const row of below.rows) {
      const [id, parent] = [textOf(row, 'id'), textOf(row, 'parent_id')]
      const siblings = found.get(parent)
      if (siblings) siblings.push(id)
      else found.set(parent, [id])
    }
    level = below.rows.map((row) => textOf(row, 'id')).filter((id) => !known.has(id))
    for (const id of level) known.add(id)
  }
  return found
}
