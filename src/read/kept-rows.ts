// Reads rows that many requests need through the row cache: kept rows are not read again, and their tags are tracked.
import { isFailure, type Failure } from '../core/failure.ts'
import type { Filter, Scalar } from '../database/filter.ts'
import { sources } from '../database/source.ts'
import { textOf } from '../database/tables.ts'
import { planKey } from '../plan/plan-key.ts'
import type { ListPlan } from '../plan/plan.ts'
import { tagsOf } from '../tags/tags.ts'
import { apart, type TrackedRows, type Tracking, type Rows } from './tracked-rows.ts'
import type { KeptReads, KeptRows } from './row-cache.ts'

export interface KeptRowReads {
  /** Returns the rows kept under the key, else those that `read` reads. */
  readonly kept: (key: string, tracking: Tracking, read: () => Promise<KeptRows | Failure>) => Rows
  readonly isKept: (key: string) => boolean
  /** Reads users and terms by ids, which page after page needs: only rows that are not kept are read. */
  readonly byIds: (plan: ListPlan, byId: ById, tracking: Tracking) => Rows
}

export type ById = Extract<Filter, { readonly kind: 'in' }>

export function createKeptRowReads(rowCache: KeptReads, { one }: Pick<TrackedRows, 'one'>): KeptRowReads {
  return {
    kept: async (key, tracking, read) => {
      const found = await rowCache.keep(key, read)
      if (isFailure(found)) return found
      for (const tag of found.tags) tracking.tags.add(tag)
      return found.rows
    },
    isKept: (key) => rowCache.find(key) !== undefined,
    byIds: async (plan, byId, tracking) => {
      const others = plan.filters.filter((filter) => filter !== byId)
      const keys = byId.values.map((id) => planKey([plan.source, plan.columns, others, id]))
      const planOf = (values: readonly Scalar[]): ListPlan => ({
        ...plan,
        filters: [...others, { ...byId, values }],
      })
      const found = await rowCache.keepEach(keys, async (indexes) => {
        const ids = indexes.flatMap((index) => byId.values[index] ?? [])
        const rows = await one(planOf(ids), apart(tracking))
        if (isFailure(rows)) return rows
        return ids.map((id) => {
          const own = rows.filter((row) => textOf(row, 'id') === String(id))
          const tables = new Set(sources[plan.source].tables)
          return { rows: own, tags: tagsOf(planOf([id]), { rows: own, tables }) }
        })
      })
      if (isFailure(found)) return found
      for (const { tags } of found) for (const tag of tags) tracking.tags.add(tag)
      return found.flatMap(({ rows }) => rows)
    },
  }
}

/** The filter by ids of a plan for rows that pages share; null for others, among them accounts read for authentication. */
export function idsShared({ source, columns, filters, visible, order, page }: ListPlan): ById | null {
  if (!['users', 'terms'].includes(source) || visible !== null || order.length > 0 || page.kind !== 'all')
    return null
  if (!columns.includes('id') || columns.includes('password_hash') || columns.includes('login')) return null
  const byId = filters.find((filter) => filter.kind === 'in' && filter.column === 'id')
  return byId?.kind === 'in' && byId.values.length > 0 ? byId : null
}
