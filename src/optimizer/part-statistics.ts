// Statistics and indexes of posts that are stored in several tables: a plan whose posts are all in one table uses those of
// that table, and any other plan uses those of all tables together.
import { isFailure } from '../core/failure.ts'
import type { Server } from '../database/engine.ts'
import type { Layout } from '../database/layout.ts'
import { typesOf } from '../database/table-parts.ts'
import { typesIn } from '../plan/plan.ts'
import { createIndexes, type Indexes } from './indexes.ts'
import {
  createEstimate,
  createEstimateRows,
  type Estimate,
  type EstimateOptions,
  type EstimateRows,
} from './statistics.ts'

/** A table of posts, whose types no other table holds. */
export interface PostPart {
  readonly types: readonly string[]
  readonly indexes: Indexes
}

export function partsOf(layout: Layout, server: Pick<Server, 'indexes'>): readonly PostPart[] {
  return (layout.get('posts')?.parts ?? []).map((part) => ({
    types: typesOf(part),
    indexes: createIndexes(new Map(layout).set('posts', part), server),
  }))
}

export interface Statistics {
  readonly estimate: Estimate
  readonly posts: EstimateRows
}

/** `parts` is empty where posts lie in one table. */
export function createStatistics(
  options: EstimateOptions & { readonly parts: readonly PostPart[] },
): Statistics {
  const others = { comments: createEstimateRows('comments'), users: createEstimateRows('users') }
  const parts = options.parts.map(({ types, indexes }) => {
    const posts = createEstimateRows('posts', [{ kind: 'in', column: 'type', values: types }])
    return {
      types: new Set<unknown>(types),
      posts,
      estimate: createEstimate({ ...options, indexes }, { ...others, posts }),
    }
  })
  const posts = parts.length > 0 ? sumOf(parts.map((part) => part.posts)) : createEstimateRows('posts')
  const ofAll = createEstimate(options, { ...others, posts })
  return {
    posts,
    estimate: (plan, probes) => {
      const types = typesIn(plan)
      const part =
        types.length > 0 ? parts.find((each) => types.every((type) => each.types.has(type))) : undefined
      return (part?.estimate ?? ofAll)(plan, probes)
    },
  }
}

function sumOf(all: readonly EstimateRows[]): EstimateRows {
  return async (probes) => {
    let sum = 0
    for (const each of all) {
      const posts = await each(probes)
      if (isFailure(posts)) return posts
      sum += posts
    }
    return sum
  }
}
