// All relations, which read what the rows of a page need: those of WordPress's tables, and what extensions gather.
import { isFailure, type Failure } from '../core/failure.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Row } from '../database/tables.ts'
import type { Site } from '../site/site.ts'
import { gathersWith, type Needed, type Needs } from './gathers.ts'
import { ownRelations } from './own-relations.ts'
import type { RelatedReads } from './reads.ts'
import { noUse, type Page, type Reach } from './relation.ts'

export type { Needed, Needs } from './gathers.ts'

const relations = ownRelations.and(gathersWith(readPage))

/** Arguments of a field of a GraphQL node, or of REST by the resource's `fieldArgs`. */
type Args = Readonly<Record<string, unknown>>
/** The context of a REST answer. */
export type Context = 'view' | 'embed' | 'edit'

interface HasNeeds {
  readonly needs?: (site: Site, args?: Args, context?: Context) => Needs
}

/** The needs of values that use their row alone. */
export const noNeeds: Needs = relations.unite([])
/** By viewer, the functions for values without needs, which find nothing: these depend neither on rows nor on a reading. */
const nothing = new WeakMap<Viewer, Reach<Needed>>()

/** Unites the needs of these values. */
export function needsOf(values: readonly HasNeeds[], site: Site, args?: Args, context?: Context): Needs {
  const needs = values.flatMap((value) => (value.needs ? [value.needs(site, args, context)] : []))
  return needs.length === 0 ? noNeeds : relations.unite(needs)
}

/** Columns of the row itself that these values use, and columns by which related rows are found. */
export function columnsOf(
  values: readonly { readonly columns: readonly string[] }[],
  needs: Needs,
): readonly string[] {
  const own = values.flatMap((value) => value.columns)
  const related = needs === noNeeds ? [] : relations.columns(needs)
  return [...new Set(['id', ...own, ...related])].toSorted()
}

/** Reads what the rows need, in as few rounds of queries as the relations allow. */
export function readNeeded(
  reading: RelatedReads,
  rows: readonly Row[],
  needs: Needs,
  viewer: Viewer,
): Promise<Reach<Needed> | Failure> {
  return needs === noNeeds ? readNothing(reading, viewer) : readPage({ reading, rows, viewer }, needs)
}

async function readNothing(reading: RelatedReads, viewer: Viewer): Promise<Reach<Needed> | Failure> {
  const known = nothing.get(viewer)
  if (known) return known
  const read = await readPage({ reading, rows: [], viewer }, noNeeds)
  // A failure belongs to this request, and is not kept
  if (isFailure(read)) return read
  const once = unusedOnce(read)
  nothing.set(viewer, once)
  return once
}

/** Makes the functions for values whose uses are not tracked only once. */
function unusedOnce(reach: Reach<Needed>): Reach<Needed> {
  const unused = reach(noUse)
  return (use) => (use === noUse ? unused : reach(use))
}

function readPage(page: Page, needs: Needs): Promise<Reach<Needed> | Failure> {
  return relations.read(page, needs, {}).reach
}
