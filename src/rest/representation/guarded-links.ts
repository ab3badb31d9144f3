// Leaves out guarded links whose target the viewer may not see: one query a resource for the whole page.
import { areWhole, failureIn, type Failure } from '../../core/failure.ts'
import type { Tag } from '../../core/tag.ts'
import { toIdValue } from '../../database/filter.ts'
import { textOf } from '../../database/tables.ts'
import type { Reading } from '../../read/execute.ts'
import { planLinked } from '../../planner/planner.ts'
import { visibilityOf } from '../../planner/visibility.ts'
import { addTagsOfId } from '../../tags/tags.ts'
import type { ItemLink } from './links.ts'
import type { Representing } from './representation.ts'

type Links = readonly ItemLink[]

interface Linking {
  readonly links: Links
  /** Receives the tags of the rows that the links lead to. */
  readonly used: Set<Tag>
}

export async function withoutUnseen(
  items: readonly Linking[],
  representing: Pick<Representing, 'resources' | 'viewer'>,
  reading: Reading,
): Promise<readonly Links[] | Failure> {
  const guarded = items.flatMap(({ links, used }) =>
    links.flatMap(({ link, target }) => {
      if (!link.isGuarded || target.kind !== 'item') return []
      const resource = representing.resources.get(target.resource)
      if (resource) addTagsOfId({ source: resource.source, match: 'id' }, String(target.id), [], used)
      return [target]
    }),
  )
  const read = await Promise.all(
    [...Map.groupBy(guarded, ({ resource }) => resource)].map(([name, targets]) => {
      const ids = [...new Set(targets.map(({ id }) => String(id)))]
      return readSeen(name, ids, representing, reading)
    }),
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

async function readSeen(
  name: string,
  ids: readonly string[],
  { resources, viewer }: Pick<Representing, 'resources' | 'viewer'>,
  reading: Reading,
): Promise<readonly string[] | Failure> {
  const resource = resources.get(name)
  if (!resource) return []
  const read = await reading.listOwned(
    planLinked(resource, {
      source: resource.source,
      columns: ['id'],
      match: 'id',
      ids: ids.map(toIdValue),
      where: {},
      visible: visibilityOf(resource, viewer, 'visibleAlone'),
      order: { column: 'id', descending: false },
      limit: ids.length,
    }),
  )
  return 'rows' in read ? read.rows.map((row) => `${name} ${textOf(row, 'id')}`) : read
}
