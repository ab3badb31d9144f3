// Removes guarded links whose target the viewer may not see, with one query for each resource of the whole page.
import { areWhole, failureIn, isFailure, type Failure } from '../../core/failure.ts'
import type { Tag } from '../../core/tag.ts'
import { toIdValue } from '../../database/filter.ts'
import { textOf, type Integer, type Row } from '../../database/tables.ts'
import type { Reading } from '../../read/execute.ts'
import { planLinked } from '../../planner/planner.ts'
import { visibilityOf } from '../../planner/visibility.ts'
import { tagsOfIds } from '../../tags/tags.ts'
import type { ItemLink } from './links.ts'
import { listBesides, uploadsBesides } from './previewed-files.ts'
import type { Representing } from './representation.ts'

type Links = readonly ItemLink[]

interface Linking {
  readonly row: Row
  readonly links: Links
  /** Receives the tags of the rows to which the links lead. */
  readonly used: Set<Tag>
}

type Rights = Pick<Representing, 'resource' | 'resources' | 'viewer'>

export async function withoutUnseen(
  items: readonly Linking[],
  representing: Rights,
  reading: Reading,
): Promise<readonly Links[] | Failure> {
  const guarded = items.flatMap(({ links, used }) =>
    links.flatMap(({ link, target }) =>
      link.isGuarded && target.kind === 'item' ? [{ ...target, used }] : [],
    ),
  )
  const read = await Promise.all(
    [...Map.groupBy(guarded, ({ resource }) => resource)].map(([name, targets]) =>
      readSeen({ name, targets, from: items.map(({ row }) => row) }, representing, reading),
    ),
  )
  if (!areWhole(read)) return failureIn(read)
  const seen = new Set(read.flat())
  return items.map(({ links }) =>
    links.filter(
      ({ link, target }) =>
        !link.isGuarded || target.kind !== 'item' || seen.has(`${target.resource} ${target.id}`),
    ),
  )
}

interface Targets {
  readonly name: string
  readonly targets: readonly (Pick<Linking, 'used'> & { readonly id: Integer })[]
  /** The items from which the links lead. */
  readonly from: readonly Row[]
}

async function readSeen(
  { name, targets, from }: Targets,
  representing: Rights,
  reading: Reading,
): Promise<readonly string[] | Failure> {
  const resource = representing.resources.get(name)
  if (!resource) return []
  const { source } = resource
  const ids = [...new Set(targets.map(({ id }) => String(id)))]
  const plan = planLinked(resource, {
    source,
    // The visibility of a file depends on its parent
    columns: name === 'attachment' ? ['id', 'parent_id'] : ['id'],
    match: 'id',
    ids: ids.map(toIdValue),
    where: {},
    visible: visibilityOf(resource, representing.viewer, 'visibleAlone'),
    order: { column: 'id', descending: false },
    limit: ids.length,
  })
  const read = await listBesides(plan, uploadsBesides(from, name, representing), reading)
  if (isFailure(read)) return read
  const byId = Map.groupBy(read.rows, (row) => textOf(row, 'id'))
  const addTags = tagsOfIds({ ...plan, match: 'id' })
  for (const { id, used } of targets) addTags(String(id), byId.get(String(id)) ?? [], used)
  return [...byId.keys()].map((id) => `${name} ${id}`)
}
