// All relations, which read what the rows of a page need: those of WordPress's tables, and what extensions gather.
import type { Failure } from '../core/failure.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Row } from '../database/tables.ts'
import type { Site } from '../site/site.ts'
import { gathersWith, type Needed, type Needs } from './gathers.ts'
import { ownRelations } from './own-relations.ts'
import type { RelatedReads } from './reads.ts'
import type { Page, Reach } from './relation.ts'

export type { Needed, Needs } from './gathers.ts'

const relations = ownRelations.and(gathersWith(readPage))

/** Arguments of a field of a GraphQL node, or of REST by the resource's `fieldArgs`. */
type Args = Readonly<Record<string, unknown>>

interface HasNeeds {
  readonly needs?: (site: Site, args?: Args) => Needs
}

/** Unites the needs of all these values. */
export function needsOf(values: readonly HasNeeds[], site: Site, args?: Args): Needs {
  return relations.unite(values.flatMap((value) => (value.needs ? [value.needs(site, args)] : [])))
}

/** Columns of the row itself that these values use, and columns by which related rows are found. */
export function columnsOf(
  values: readonly { readonly columns: readonly string[] }[],
  needs: Needs,
): readonly string[] {
  const own = values.flatMap((value) => value.columns)
  return [...new Set(['id', ...own, ...relations.columns(needs)])].toSorted()
}

/** Reads what the rows need, in as few rounds as the relations allow. */
export function readNeeded(
  reading: RelatedReads,
  rows: readonly Row[],
  needs: Needs,
  viewer: Viewer,
): Promise<Reach<Needed> | Failure> {
  return readPage({ reading, rows, viewer }, needs)
}

function readPage(page: Page, needs: Needs): Promise<Reach<Needed> | Failure> {
  return relations.read(page, needs, {}).reach
}
