// Runs the reads that extensions gather for a page of rows.
import { isFailure, type Failure } from '../core/failure.ts'
import type { Viewer } from '../core/viewer.ts'
import { toIdValue } from '../database/filter.ts'
import { textOf, type Row } from '../database/tables.ts'
import type { Needs } from '../registry/field.ts'
import type { GatheredRows, Gathering, GatherReads } from '../registry/gather.ts'
import type { Reading } from '../read/execute.ts'
import { archiveLink, authorLink, postLink, surroundingsFor, termLink } from '../site/permalink.ts'
import type { Site } from '../site/site.ts'
import type { ListPlan } from '../plan/plan.ts'
import { planLinked } from '../planner/planner.ts'
import { visibilityOf } from '../planner/visibility.ts'
import type { NeededRows } from './needed.ts'

type ReadNeeded = (
  reading: Reading,
  rows: readonly Row[],
  needs: Needs,
  viewer: Viewer,
) => Promise<NeededRows | Failure>

const rowsMax = 10_000

/** Carries the failure of a read out of a gather. */
class GatherFailed extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** Each once; `page` is what they keep what they found by. */
export async function runGathers(
  gathers: readonly Gathering[],
  page: object,
  rows: readonly Row[],
  {
    reading,
    viewer,
    readNeeded,
  }: { readonly reading: Reading; readonly viewer: Viewer; readonly readNeeded: ReadNeeded },
): Promise<Failure | null> {
  const each = [...new Map(gathers.map((gathering) => [gathering.gather, gathering])).values()]
  try {
    await Promise.all(
      each.map(({ read, site }) => read(page, rows, readsOf(site, reading, viewer, readNeeded))),
    )
    return null
  } catch (error) {
    if (error instanceof GatherFailed) return error.failure
    throw error
  }
}

function readsOf(
  site: Site,
  reading: Reading,
  viewer: Viewer,
  readNeeded: ReadNeeded,
): Omit<GatherReads, 'site'> {
  const needed = async (rows: readonly Row[], needs: Needs) =>
    whole(await readNeeded(reading, rows, needs, viewer))
  return {
    viewer,
    rows: async (wanted) => {
      if (wanted.filters.some((filter) => filter.kind === 'in' && filter.values.length === 0)) return []
      return whole(await reading.list(planOf(wanted))).rows
    },
    visible: async (resource, { ids, columns }) => {
      if (ids.length === 0) return []
      const plan = planLinked(resource, {
        source: resource.source,
        columns: [...new Set(['id', ...columns])],
        match: 'id',
        ids: ids.map(toIdValue),
        where: {},
        visible: visibilityOf(resource, viewer, 'visibleAlone'),
        order: { column: 'id', descending: false },
        limit: rowsMax,
      })
      return whole(await reading.list(plan)).rows
    },
    needed,
    postLinks: async (posts) => {
      if (posts.length === 0) return new Map()
      const around = await needed(posts, { ...surroundingsFor(site), ancestors: true })
      return new Map(posts.map((post) => [textOf(post, 'id'), postLink(post, site, around)]))
    },
    userLink: (user) => authorLink(user, site),
    archiveLink: (type) => archiveLink(type, site),
    termLinks: async (terms) => {
      if (terms.length === 0) return new Map()
      const around = await needed(terms, { paths: true })
      return new Map(terms.map((term) => [textOf(term, 'id'), termLink(term, site, around)]))
    },
  }
}

function planOf({ source, columns, filters }: GatheredRows): ListPlan {
  return {
    kind: 'list',
    source,
    columns,
    filters,
    visible: null,
    order:
      source === 'post_terms' || source === 'options'
        ? []
        : [{ kind: 'column', column: 'id', descending: false }],
    page: { kind: 'offset', offset: 0, limit: rowsMax },
  }
}

function whole<T>(read: T | Failure): T {
  if (isFailure(read)) throw new GatherFailed(read)
  return read
}
