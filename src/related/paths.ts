// The ancestors of terms: of the page's rows, which are terms or have terms, and of terms that texts list.
import { areWhole, failureIn, isFailure, type Failure } from '../core/failure.ts'
import type { Scalar } from '../database/filter.ts'
import { integerOf, textOf, type Row } from '../database/tables.ts'
import type { ListPlan } from '../plan/plan.ts'
import { belonging, belongingPlan, sharedBy } from './belonging.ts'
import type { PostsPart } from './posts.ts'
import { isAny, reached, type Page, type Relation } from './relation.ts'
import type { TermsPart } from './terms.ts'
import type { TextsPart } from './texts.ts'

export interface PathsPart {
  /** Requests the ancestors of the rows, which are terms, or of the rows' terms. */
  readonly needs: { readonly paths?: boolean }
  readonly found: object
  readonly needed: {
    /**
     * Slugs of a term's ancestors, topmost first, then its own; a missing ancestor has an empty slug (get_term_link). All
     * items of a page depend on the ancestors of all.
     */
    readonly pathOf: (term: Row) => readonly string[]
    /** The ancestors themselves, topmost first. */
    readonly termsAbove: (term: Row) => readonly Row[]
  }
}

type Before = TextsPart & PostsPart & TermsPart

export const paths: Relation<Before, PathsPart> = {
  unite: (needs) => ({ paths: isAny(needs.map((need) => need.paths)) }),
  columns: () => [],
  read: (page, needs, before) => ({
    found: {},
    reach: reached(readPaths(page, needs, before), (above) => ({
      pathOf: (term) => slugsTo(pathOf(term, above)),
      termsAbove: (term) => pathOf(term, above).slice(0, -1),
    })),
  }),
}

type Above = ReadonlyMap<string, Row>

async function readPaths(
  { reading, rows }: Page,
  { paths: isPathed = false }: PathsPart['needs'],
  before: Before['found'],
): Promise<Above | Failure> {
  const each = await Promise.all([before.texts, before.posts, before.terms])
  if (!areWhole(each)) return failureIn(each)
  const [texts, posts, ofPosts] = each
  const below = [
    ...(isPathed || texts.terms ? (ofPosts.areRead ? ofPosts.rows : rows) : []),
    ...texts.listedTerms,
    ...(isPathed ? posts.targetTerms : []),
  ]
  return readAbove(sharedBy(reading), below)
}

const depthMax = 10

/** Reads the ancestors of terms, one level at a time. */
async function readAbove(reading: Page['reading'], below: readonly Row[]): Promise<Above | Failure> {
  const above = new Map<string, Row>()
  let level = below
  for (let depth = 0; depth < depthMax && level.length > 0; depth += 1) {
    const orphans = level.filter(
      (term) => integerOf(term, 'parent_id') !== 0 && !above.has(textOf(term, 'parent_id')),
    )
    // A term of another taxonomy may have the parent's id
    const taxonomies = [...new Set(orphans.map((term) => textOf(term, 'taxonomy')))]
    const parents = await belonging(reading, orphans, 'parent_id', (ids) => termsByIdPlan(ids, taxonomies))
    if (isFailure(parents)) return parents
    for (const parent of parents) above.set(textOf(parent, 'id'), parent)
    level = parents
  }
  return above
}

function pathOf(term: Row, above: Above): readonly Row[] {
  const path: Row[] = []
  const seen = new Set<string>()
  for (let parent = above.get(textOf(term, 'parent_id')); parent && path.length < depthMax - 1;) {
    // Terms that are ancestors of each other end the path before it repeats (get_ancestors)
    if (seen.has(textOf(parent, 'id'))) break
    seen.add(textOf(parent, 'id'))
    path.unshift(parent)
    parent = above.get(textOf(parent, 'parent_id'))
  }
  return [...path, term]
}

function slugsTo(path: readonly Row[]): readonly string[] {
  const slugs = path.map((row) => textOf(row, 'slug'))
  const first = textOf(path[0] ?? {}, 'parent_id')
  const isRound = path.some((row) => textOf(row, 'id') === first)
  const isLost = path.length < depthMax && !isRound && Number(first) !== 0
  return isLost ? ['', ...slugs] : slugs
}

export function termsByIdPlan(ids: readonly Scalar[], taxonomies: readonly string[]): ListPlan {
  const filters = [{ kind: 'in', column: 'taxonomy', values: taxonomies }] as const
  return belongingPlan('terms', ['id', 'slug', 'name', 'parent_id', 'taxonomy'], 'id', ids, { filters })
}
