// The shape of a plan is the plan without its values. Plans of one shape compile to one statement.
import { isUsualContent, valuesOf, type Filter, type Visibility } from '../database/filter.ts'
import type { Access, ListPlan, Order, Position, ReadPlan } from '../plan/plan.ts'
import { paddedLength } from './slot.ts'

export function shapeOf(plan: ReadPlan): string {
  const list = plan.kind === 'list' ? [plan.order.map(orderShape), pageShape(plan), plan.zone?.id] : []
  const bounded = plan.kind === 'count' && plan.upTo !== undefined
  return JSON.stringify([
    plan.kind,
    plan.source,
    plan.kind === 'count' ? [] : plan.kind === 'tally' ? [plan.by, plan.length, plan.lastBy] : plan.columns,
    visibleShape(plan.visible),
    plan.filters.map(filterShape),
    list,
    accessShape(accessOf(plan)),
    bounded,
  ])
}

function filterShape(filter: Filter): readonly unknown[] {
  const length = paddedLength(valuesOf(filter).length)
  switch (filter.kind) {
    case 'in':
      // NULL may stand for the id 0, and an empty password has another condition (condition.ts)
      return [filter.kind, filter.column, length, filter.values.includes(0), filter.values.includes('')]
    case 'after':
    case 'before':
    case 'unset':
      return [filter.kind, filter.column, length]
    case 'time-part':
      return [filter.kind, filter.column, filter.units, filter.operator]
    case 'on-content':
      return [filter.kind, filter.column, length, isUsualContent(filter)]
    case 'search':
      return [
        'search',
        filter.columns,
        filter.metaKey,
        filter.words.map(({ excluded, match, isIndexed }) => [excluded, match, isIndexed === true]),
      ]
    case 'term':
      return ['term', filter.taxonomy, filter.by, length]
    case 'meta':
      return ['meta', filter.key, length]
    case 'compared':
      return [filter.kind, filter.by, filter.tests]
    case 'plug-in':
      return [filter.kind, filter.table, filter.id, filter.column, filter.where, filter.by, length]
    case 'of-post':
      return ['of-post', visibleShape(filter.visible), length]
    case 'published':
      return ['published', length]
    case 'any':
    case 'none':
      return [filter.kind, filter.filters.map(filterShape)]
  }
}

function visibleShape(visible: Visibility | null): readonly unknown[] | null {
  if (visible === null) return null
  const { resource, rule, capabilities, unseen, addressedTypes, members, lockedId } = visible
  return [resource, rule, capabilities, unseen, addressedTypes, members, lockedId !== undefined]
}

function orderShape(order: Order): readonly unknown[] {
  if (order.kind === 'relevance') return [order.kind, order.columns, order.isWord]
  if (order.kind === 'meta') return [order.kind, order.by, order.descending]
  return [order.kind, order.column, order.descending === true]
}

function accessShape(access: Access | null): readonly unknown[] | null {
  switch (access?.kind) {
    case undefined:
      return null
    case 'in-order':
    case 'by-owner':
    case 'ids-first':
    case 'instants':
    case 'window':
      return [access.kind, access.index]
    case 'branches':
      return [access.kind, access.index, access.statuses]
    case 'filter-first':
      return [access.kind, access.index, access.place]
  }
}

function pageShape({ page }: ListPlan): readonly unknown[] {
  if (page.kind !== 'keyset') return [page.kind]
  return [page.kind, page.direction, positionShape(page.after), positionShape(page.before)]
}

function positionShape(position: Position | null): 'none' | 'at-null' | 'at-key' {
  if (position === null) return 'none'
  return position.key === null ? 'at-null' : 'at-key'
}

export function accessOf(plan: ReadPlan): Access | null {
  return (plan.kind === 'item' ? null : plan.access) ?? null
}
