// `_embed`: what an answer's links lead to, put beside them: one query a relation for the whole page, never one an item.
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { integerOf, textOf, type Row } from '../database/tables.ts'
import type { Link } from '../registry/define.ts'
import type { Reading } from '../query/execute.ts'
import { orderBy, equal } from '../query/planner.ts'
import { toIdValue } from '../database/filter.ts'
import type { ListPlan } from '../query/plan.ts'
import { visibilityOf } from '../query/visibility.ts'
import { errorBody } from './error-body.ts'
import { relOf } from './links.ts'
import { columnsFor, complete, represent, type Representation, type Representing } from './representation.ts'
import { isEmbedded, type Embedding } from './selection.ts'

type Embedded = Readonly<Record<string, unknown>>

/** For each item what it embeds, in their order; null for one that embeds nothing. */
export async function embed(
  items: readonly Representation[],
  representing: Representing,
  embedding: Embedding,
  reading: Reading,
): Promise<readonly (Embedded | null)[] | Failure> {
  const { resource, resources, site } = representing
  const wanted = resource.links.filter(
    ({ rel, to }) => resources.has(to) && isEmbedded(embedding, relOf(rel, site.brand)),
  )
  const found = await Promise.all(wanted.map((link) => readLinked(items, link, representing, reading)))
  const failed = found.find(isFailure)
  if (failed) return failed
  const linked = new Map(wanted.map((link, at) => [link, found[at]]))
  return items.map((item) => {
    const relations = item.links.flatMap(({ rel, link }) => {
      const each = linked.get(link)
      if (!each || isFailure(each)) return []
      return [{ rel, value: each(item.row) }]
    })
    const filled = [...Map.groupBy(relations, ({ rel }) => rel)]
      .map(([rel, values]): [string, readonly unknown[]] => [rel, values.map(({ value }) => value)])
      .filter(([, values]) => values.some((value) => !Array.isArray(value) || value.length > 0))
    return filled.length === 0 ? null : Object.fromEntries(filled)
  })
}

/** What one link leads to, read for all items; answers what it is for one of them. */
async function readLinked(
  items: readonly Representation[],
  link: Link,
  { resources, site, viewer }: Representing,
  reading: Reading,
): Promise<((row: Row) => unknown) | Failure> {
  const target = resources.get(link.to)
  if (!target) throw new Error(`a link leads to ${link.to}, which is not served`)
  const { source, match, key, order } = link.embed
  const representing: Representing = {
    resource: target,
    resources,
    site,
    context: 'embed',
    selection: null,
    viewer,
  }
  const ids = [...new Set(items.map(({ row }) => integerOf(row, key)).filter((id) => id !== 0))]
  const plan: ListPlan = {
    kind: 'list',
    source,
    columns: [...new Set([...columnsFor(representing), match])],
    filters: [{ kind: 'in', column: match, values: ids.map(toIdValue) }, ...equal(target.where)],
    visible: visibilityOf(target, viewer, 'visibleAlone'),
    order: orderBy(order, false),
    page: { kind: 'all' },
  }
  const read = ids.length === 0 ? { rows: [] } : await reading.list(plan)
  if (isFailure(read)) return read
  const represented = await represent(read.rows, representing, reading)
  if (isFailure(represented)) return represented
  const byKey = Map.groupBy(represented, ({ row }) => textOf(row, match))
  return (row) => {
    const found = (byKey.get(textOf(row, key)) ?? []).map((each) => complete(each, representing, null))
    if (link.leads.kind === 'collection') return found
    // In the place of what may not be seen stands why
    return found[0] ?? errorBody(fail(target.notVisible), viewer)
  }
}
