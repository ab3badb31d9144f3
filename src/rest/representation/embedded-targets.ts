// Reads the targets that items embed: one statement for each resource of the whole page, without kept targets.
import { isFailure, type Failure } from '../../core/failure.ts'
import { noTags } from '../../core/reply.ts'
import type { Tag } from '../../core/tag.ts'
import type { Viewer } from '../../core/viewer.ts'
import { toIdValue, type Filter } from '../../database/filter.ts'
import { textOf, type Row } from '../../database/tables.ts'
import { planLinked } from '../../planner/planner.ts'
import { visibilityOf } from '../../planner/visibility.ts'
import type { Reading } from '../../read/execute.ts'
import type { KeptRows } from '../../read/row-cache.ts'
import { sharedTags } from '../../read/shared-tags.ts'
import type { Embed } from '../../registry/link.ts'
import type { ResourceAccess, ResourceDefinition } from '../../registry/resource.ts'
import { firstOfEach } from '../../related/first-of-each.ts'
import type { Site } from '../../site/site.ts'
import { addTagsOfTerms, tagsOfIds } from '../../tags/tags.ts'
import { listBesides } from './previewed-files.ts'
import { refusalOf } from './readers.ts'
import { complete, represent, type Representing } from './representation.ts'
import { columnsFor } from './wanted.ts'

/** Limits an embedded list to the length of WordPress's largest page. */
const listMax = 100

/** Keeps embedded items for other items that embed them. */
export interface KeptTargets {
  readonly find: (key: string) => KeptRows | undefined
  /** Keeps values, unless one of their tags changed since the page began: they may depend on the site as it was then. */
  readonly keep: (key: string, found: KeptRows) => void
  /** Begins a reading for missing values, with the site that it has read. */
  readonly begin: () => Promise<{ readonly reading: Reading; readonly site: Site } | Failure>
}

export interface From {
  readonly reading: Reading
  readonly kept: KeptTargets | null
}

/** The embedded values of a target, and the tags of the rows from which they were made. */
export interface Found {
  readonly values: readonly unknown[]
  readonly used: ReadonlySet<Tag>
}

/** Found values by `<resource> <id>`. */
export type Placed = ReadonlyMap<string, Found>

export interface Leading {
  readonly ids: readonly string[]
  readonly how: Embed
  /** Filters for rows that are shown besides those that the viewer may see; null for none. */
  readonly besides: readonly Filter[] | null
}

/** The targets with these ids; only those that are not kept are made. */
export async function readTargets(
  target: ResourceDefinition,
  leading: Leading,
  representing: Representing,
  { reading, kept }: From,
): Promise<Placed | Failure> {
  if (kept === null) return makeTargets(target, leading, representing, reading)
  const { ids, how } = leading
  const way = JSON.stringify(how)
  const keyOf = (id: string) => `embedded ${target.name} ${way} ${id}`
  const found = new Map(ids.map((id) => [id, kept.find(keyOf(id))]))
  const missing = ids.filter((id) => found.get(id) === undefined)
  if (missing.length > 0) {
    const begun = await kept.begin()
    if (isFailure(begun)) return begun
    const own = { ...representing, site: begun.site }
    const made = await makeTargets(target, { ...leading, ids: missing }, own, begun.reading)
    if (isFailure(made)) return made
    reading.trackRan(begun.reading.ran)
    const each = missing.map((id) => {
      const { values = [], used } = made.get(`${target.name} ${id}`) ?? {}
      return { id, values, used: new Set([...tagsOfTarget(target, how, id), ...(used ?? [])]) }
    })
    const shared = sharedTags(begun.reading, each)
    for (const { id, values, used } of each) {
      const rows = { rows: values.map((value) => ({ value })), tags: shared.union(used) }
      kept.keep(keyOf(id), rows)
      found.set(id, rows)
    }
  }
  return new Map(
    Array.from(found, ([id, of]) => [
      `${target.name} ${id}`,
      { values: of?.rows.map(({ value }) => value) ?? [], used: of?.tags ?? noTags },
    ]),
  )
}

async function makeTargets(
  target: ResourceDefinition,
  { ids, how, besides }: Leading,
  { resources, site, viewer }: Representing,
  reading: Reading,
): Promise<Placed | Failure> {
  const representing: Representing = {
    resource: target,
    resources,
    site,
    context: 'embed',
    selection: null,
    viewer,
  }
  const match = how.kind === 'list' ? how.match : 'id'
  const columns = [...new Set([...columnsFor(representing), match])]
  const rows = target.optionRows
    ? namedRows(target, target.optionRows(site), ids, viewer)
    : await readRows(target, how, { ids, columns, match, viewer, besides }, reading)
  if (isFailure(rows)) return rows
  const represented = await represent(rows, representing, reading, { counter: 'each' })
  if (isFailure(represented)) return represented
  return new Map(
    [...Map.groupBy(represented, ({ input }) => textOf(input.row, match))].map(([id, found]) => {
      const used = new Set(found.flatMap((each) => [...each.used]))
      return [
        `${target.name} ${id}`,
        { values: found.map((each) => complete(each, representing, null)), used },
      ]
    }),
  )
}

function namedRows(
  target: ResourceAccess,
  rows: readonly Row[],
  ids: readonly string[],
  viewer: Viewer,
): readonly Row[] {
  return refusalOf(target, viewer) ? [] : rows.filter(({ id }) => ids.includes(String(id)))
}

interface Wanted extends Pick<Leading, 'besides'> {
  readonly ids: readonly string[]
  readonly columns: readonly string[]
  /** The column that holds one of the ids. */
  readonly match: string
  readonly viewer: Viewer
}

/** Reads up to `listMax` rows for each id: in one statement, or in a further one where single ids have more. */
async function readRows(
  target: ResourceDefinition,
  how: Embed,
  { ids, columns, match, viewer, besides }: Wanted,
  reading: Reading,
): Promise<readonly Row[] | Failure> {
  const planFor = (wanted: readonly string[], limit: number) =>
    planLinked(target, {
      source: how.kind === 'list' ? how.source : target.source,
      columns,
      match,
      ids: wanted.map(toIdValue),
      where: how.kind === 'list' ? { ...target.listed, ...how.where } : {},
      visible: visibilityOf(target, viewer, how.kind === 'list' ? 'visible' : 'visibleAlone'),
      order: how.kind === 'list' ? how.order : { column: 'id', descending: false },
      limit,
    })
  const found = await firstOfEach(
    { ids, match, ofEach: listMax, planFor },
    { list: (plan) => listBesides(plan, besides, reading), each: (plans) => reading.each(plans) },
  )
  return isFailure(found) ? found : [...found.values()].flat()
}

/** The tags of the items that this id embeds, whether they exist or not. */
export function tagsOfTarget(
  { source, listed }: ResourceDefinition,
  how: Embed,
  id: string,
): ReadonlySet<Tag> {
  const tags = new Set<Tag>()
  const read = how.kind === 'list' ? { source: how.source, match: how.match } : { source, match: 'id' }
  tagsOfIds(read)(id, [], tags)
  if (how.kind === 'list') addTagsOfTerms(how.source, Object.keys({ ...listed, ...how.where }), tags)
  return tags
}
