// Checks that the database accepts the SQL of extensions' computed fields: each is read for one row, once the database is reachable.
import type { Engine } from '../database/engine.ts'
import { columnIn, type Layout } from '../database/layout.ts'
import { isReadable, sources, type Source } from '../database/source.ts'
import type { ColumnName, Table } from '../database/tables.ts'
import type { Compiled } from '../sql/compile.ts'
import type { ReadPlan } from '../plan/plan.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import { broken, reasonOf, type Broken, type LoadedExtension } from './load.ts'

export interface ComputedTools {
  readonly engine: Pick<Engine, 'kysely' | 'meaningOf'>
  readonly compile: (plan: ReadPlan) => Compiled
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  readonly layout: Layout
}

const posts: Source = 'posts'

/** Tables to which the owner's layout may add fields, each with a resource that has them. */
const fieldTables = [
  ['posts', 'post'],
  ['users', 'user'],
  ['terms', 'category'],
  ['comments', 'comment'],
] as const

/** The first field that the database refuses; null also where the database is unavailable, which proves nothing about fields. */
export async function computedProblem(
  extensions: readonly LoadedExtension[],
  { engine, compile, resources, layout }: ComputedTools,
): Promise<Broken | null> {
  const columns = extensions.flatMap(({ file, definition }) =>
    (definition.contentTypes ?? []).flatMap(({ name }) =>
      Object.keys(resources.get(name)?.computed ?? {}).map((column) => ({
        file,
        source: posts,
        column,
        place: `its computed field ${column}`,
      })),
    ),
  )
  const fields = fieldTables.flatMap(([source, resource]) => {
    const served = resources.get(resource)?.computed ?? {}
    return [...(layout.get(source)?.fields.keys() ?? [])]
      .map((name) => ({
        file: 'layout',
        source,
        column: `${resource}.${name}`,
        place: `tables.${placeOf(layout, source, name)}.fields.${name}`,
      }))
      .filter(({ column }) => Object.hasOwn(served, column))
  })
  for (const { file, source, column, place } of [...columns, ...expressedIn(layout), ...fields]) {
    try {
      await engine.kysely.executeQuery(compile(oneRowOf(source, column)).query)
    } catch (error) {
      const meaning = engine.meaningOf(error)
      if (meaning === 'unavailable' || meaning === 'timeout' || meaning === 'overloaded') return null
      const says = `${place} is no SQL for this database: ${reasonOf(error)}`
      return file === 'layout' ? { broken: `layout: ${says}` } : broken(file, says)
    }
  }
  return null
}

/** Columns that are SQL expressions in the owner's layout, with their sources. */
function expressedIn(layout: Layout) {
  return (['posts', 'users', 'terms', 'comments'] as const).flatMap((source) =>
    Object.entries<ColumnName>(sources[source].columns).flatMap(([column, named]) => {
      const physical = columnIn(layout, named)
      const isExpressed = typeof physical === 'object' && 'sql' in physical
      const place = `tables.${named.replace('.', '.columns.')}`
      return isExpressed && isReadable(source, layout) ? [{ file: 'layout', source, column, place }] : []
    }),
  )
}

/** The table of a field, or the part of it that has the field. */
function placeOf(layout: Layout, source: Table, field: string): string {
  const part = layout.get(source)?.parts.findIndex(({ fields }) => fields.has(field)) ?? -1
  return part < 0 ? source : `${source}.parts.${part}`
}

function oneRowOf(source: Source, column: string): ReadPlan {
  return {
    kind: 'list',
    source,
    columns: ['id', column],
    filters: [],
    visible: null,
    order: [{ kind: 'column', column: 'id', descending: true }],
    page: { kind: 'offset', offset: 0, limit: 1 },
  }
}
