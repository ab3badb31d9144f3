// Runs the reads that extensions gather for a page of rows.
import { FailureError, isFailure, type Failure } from '../core/failure.ts'
import type { Viewer } from '../core/viewer.ts'
import type { PlugInRows } from '../database/plug-in-rows.ts'
import type { Row } from '../database/tables.ts'
import type { ListPlan } from '../plan/plan.ts'
import type { OwnNeeded, OwnNeeds } from './own-relations.ts'
import { useOfAll, reached, type Page, type Part, type Reach, type Relation } from './relation.ts'

/** The rows related to a page's rows: each kind takes one query for the whole page. */
export interface Needs extends OwnNeeds, GathersNeeds {}

/** The functions through which a value gets related rows. */
export interface Needed extends OwnNeeded, GatheredPage {}

interface GathersNeeds {
  /** Reads that an extension defines. */
  readonly gathers?: readonly Gathering[]
}

/** A read that several fields share; `gather` identifies it, also in the lookup of what it found. */
export interface Gathering {
  readonly gather: object
  readonly read: (page: object, rows: readonly Row[], reads: PageReads) => Promise<void>
}

/** Reads for a whole page, on which all its items depend. A failed read ends the request. */
export interface PageReads {
  readonly viewer: Viewer
  readonly rows: (plan: ListPlan) => Promise<readonly Row[]>
  readonly needed: (rows: readonly Row[], needs: Needs) => Promise<Needed>
  readonly plugInRows: (wanted: PlugInRows) => Promise<readonly Row[]>
}

/** Identifies the rows that were read together: gathers keep their findings under `page`. */
export interface GatheredPage {
  readonly page: object
}

interface GathersPart extends Part {
  readonly needs: GathersNeeds
  readonly needed: GatheredPage
}

type ReadPage = (page: Page, needs: Needs) => Promise<Reach<Needed> | Failure>

export function gathersWith(readPage: ReadPage): Relation<Part, GathersPart> {
  return {
    unite: (needs) => ({ gathers: needs.flatMap((need) => need.gathers ?? []) }),
    columns: () => [],
    read: (page, { gathers = [] }) => {
      const gathered = {}
      const failure = runGathers(gathers, gathered, page, readPage)
      return { found: {}, reach: reached(failure, () => ({ page: gathered })) }
    },
  }
}

/** Carries the failure of a read out of a gather. */
class GatherFailed extends FailureError {}

/** Runs each gather once; they keep their findings under the key `gathered`. */
async function runGathers(
  gathers: readonly Gathering[],
  gathered: object,
  page: Page,
  readPage: ReadPage,
): Promise<Failure | null> {
  if (gathers.length === 0) return null
  const each = [...new Map(gathers.map((gathering) => [gathering.gather, gathering])).values()]
  const reads: PageReads = {
    viewer: page.viewer,
    rows: async (plan) => orThrow(await page.reading.list(plan)).rows,
    needed: async (rows, needs) => orThrow(await readPage({ ...page, rows }, needs))(useOfAll(page.reading)),
    plugInRows: async (wanted) => orThrow(await page.reading.plugInRows(wanted)),
  }
  try {
    await Promise.all(each.map(({ read }) => read(gathered, page.rows, reads)))
    return null
  } catch (error) {
    if (error instanceof GatherFailed) return error.failure
    throw error
  }
}

function orThrow<T>(read: T | Failure): T {
  if (isFailure(read)) throw new GatherFailed(read)
  return read
}
