// Checks that the database accepts the SQL of extensions' computed fields: each is read of one row, once the database is found.
import type { Engine } from '../database/engine.ts'
import type { Layout } from '../database/layout.ts'
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

/** The first field that the database refuses; null also where the database is away, which says nothing about fields. */
export async function computedProblem(
  extensions: readonly LoadedExtension[],
  { engine, compile, resources, layout }: ComputedTools,
): Promise<Broken | null> {
  const columns = extensions.flatMap(({ file, definition }) =>
    (definition.contentTypes ?? []).flatMap(({ name }) =>
      Object.keys(resources.get(name)?.computed ?? {}).map((column) => ({ file, column })),
    ),
  )
  const posts = layout.get('posts')
  const expressed = [...(posts?.columns ?? [])].flatMap(([column, physical]) =>
    typeof physical === 'object' && 'sql' in physical ? [{ file: 'layout', column }] : [],
  )
  const fields = [...(posts?.fields.keys() ?? [])].map((name) => ({ file: 'layout', column: `post.${name}` }))
  for (const { file, column } of [...columns, ...expressed, ...fields]) {
    try {
      await engine.kysely.executeQuery(compile(oneRowOf(column)).query)
    } catch (error) {
      const meaning = engine.meaningOf(error)
      if (meaning === 'unavailable' || meaning === 'timeout' || meaning === 'overloaded') return null
      if (file === 'layout')
        return { broken: `layout: ${column} is no SQL for this database: ${reasonOf(error)}` }
      return broken(file, `its computed field ${column} is no SQL for this database: ${reasonOf(error)}`)
    }
  }
  return null
}

function oneRowOf(column: string): ReadPlan {
  return {
    kind: 'list',
    source: 'posts',
    columns: ['id', column],
    filters: [],
    visible: null,
    order: [{ kind: 'column', column: 'id', descending: true }],
    page: { kind: 'offset', offset: 0, limit: 1 },
  }
}
