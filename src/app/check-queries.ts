// Queries that `lectern check` recommends indexes for, as the gateway would send them: with the same plans, estimates and SQL.
import { builtinKinds, resourcesOf } from './builtins.ts'
import { boundedMap } from '../cache/bounded-map.ts'
import { explain, type ExplainWanted } from '../check/explain.ts'
import type { Looking } from '../check/finding.ts'
import type { WantedQuery } from '../check/wanted-indexes.ts'
import { isFailure } from '../core/failure.ts'
import { anonymous } from '../core/viewer.ts'
import type { Engine } from '../database/engine.ts'
import { equal, toIdValue, type Filter, type Scalar, type Visibility } from '../database/filter.ts'
import { isReadable, type Source } from '../database/source.ts'
import { integerOf, type Row } from '../database/tables.ts'
import { stepsOf } from '../optimizer/access-paths.ts'
import { createCompile } from '../sql/compile.ts'
import { createIndexes } from '../optimizer/indexes.ts'
import type { CountPlan, ListPlan } from '../plan/plan.ts'
import { orderBy, planBySlug, planList } from '../planner/planner.ts'
import { searchFilters } from '../planner/search.ts'
import { ruleNamed, visibilityOf } from '../planner/visibility.ts'
import { createStatistics, partsOf } from '../optimizer/part-statistics.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import type { Config } from '../settings/config.ts'
import { localZoneOf } from './room-options.ts'

export function createExplainQuery(
  looking: Looking,
  { kysely }: Pick<Engine, 'kysely'>,
  config: Config,
): ExplainWanted {
  const { dialect, layout, server, send } = looking
  const resources = new Map(resourcesOf(builtinKinds, config.menuReaders).map((each) => [each.name, each]))
  const compile = createCompile({
    kysely,
    dialect,
    layout,
    localZone: localZoneOf(config),
    ruleOf: ({ resource, rule }: Visibility) => ruleNamed(named(resources, resource), rule),
    kept: boundedMap(100),
  })
  const { estimate } = createStatistics({
    indexes: createIndexes(layout, server),
    parts: partsOf(layout, server),
    sizes: boundedMap(100),
    search: config.search,
  })
  const read = (plan: ListPlan | CountPlan): Promise<readonly Row[]> =>
    isReadable(plan.source, layout) ? send(compile(plan).query) : Promise.resolve([])
  let samples: Promise<Samples> | null = null
  return async (query) => {
    samples ??= sampled(read)
    const asked = planOf(query, { resources, samples: await samples })
    if (!isReadable(asked.source, layout)) return []
    const estimated = await estimate(asked, { read, peek: read })
    if (isFailure(estimated)) return []
    const [step] = stepsOf(estimated.plan, estimated.facts)
    const plan = step?.access ? { ...estimated.plan, access: step.access } : estimated.plan
    // An account may read a view without the right to explain it
    return explain(looking, compile(plan).query).catch(() => [])
  }
}

/** Values that exist in the database: the newest post, the most frequent author among the newest posts, the newest category. */
interface Samples {
  readonly post: Scalar
  readonly author: Scalar
  readonly term: Scalar
}

const sampledMax = 100

async function sampled(read: (plan: ListPlan) => Promise<readonly Row[]>): Promise<Samples> {
  const newest = (source: Source, columns: readonly string[], filters: readonly Filter[]) =>
    read({
      ...plain(source, columns, filters),
      order: orderBy('id', true),
      page: { kind: 'offset', offset: 0, limit: sampledMax },
    })
  const [posts, terms] = await Promise.all([
    newest('posts', ['id', 'author_id'], equal({ type: 'post', status: 'publish' })),
    newest('terms', ['id'], equal({ taxonomy: 'category' })),
  ])
  const id = (row: Row | undefined, column = 'id') => (row ? toIdValue(integerOf(row, column)) : 1)
  const byAuthor = [...Map.groupBy(posts, (row) => id(row, 'author_id'))]
  const [author] = byAuthor.toSorted(([, one], [, other]) => other.length - one.length)
  return { post: id(posts[0]), author: author?.[0] ?? 1, term: id(terms[0]) }
}

interface Asked {
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  readonly samples: Samples
}

const firstPage = { kind: 'offset', offset: 0, limit: 10 } as const

function planOf(query: WantedQuery, { resources, samples }: Asked): ListPlan {
  const { post, author, term } = samples
  const listed = (
    name: string,
    filters: readonly Filter[],
    order: readonly [column: string, descending: boolean],
  ) => {
    const resource = named(resources, name)
    const columns = resource.source === 'posts' ? ['id', 'title', 'content'] : ['id']
    return planList(resource, {
      visible: visibilityOf(resource, anonymous),
      columns,
      filters,
      order: orderBy(...order),
      page: firstPage,
    })
  }
  const posts = (...filters: readonly Filter[]) => listed('post', filters, ['created_at', true])
  switch (query) {
    case 'posts-by-date':
      return posts()
    case 'posts-by-change':
      return listed('post', [], ['modified_at', true])
    case 'posts-by-title':
      return listed('post', [], ['title', false])
    case 'search': {
      const resource = named(resources, 'post')
      return posts(...searchFilters(resource, { text: 'ferry', viewer: anonymous }))
    }
    case 'posts-of-author':
      return posts(one('author_id', author))
    case 'posts-of-term':
      return posts({ kind: 'term', taxonomy: 'category', by: 'id', values: [term] })
    case 'posts-by-meta':
      return posts({ kind: 'meta', key: '_thumbnail_id', values: [String(post)] })
    case 'posts-below':
      return plain('posts', ['id', 'title'], [one('parent_id', post)])
    case 'post-by-slug': {
      const resource = named(resources, 'post')
      return planBySlug(resource, 'hello-world', visibilityOf(resource, anonymous))
    }
    case 'meta-of-post':
      return plain('postmeta', ['id', 'key', 'value'], [one('post_id', post)])
    case 'terms-of-post':
      return plain('post_terms', ['id', 'name', 'slug'], [one('post_id', post)])
    case 'term-by-id':
      return plain('terms', ['id', 'name'], [one('taxonomy', 'category'), one('id', term)])
    case 'term-by-slug':
      return plain('terms', ['id', 'name'], [one('slug', 'news')])
    case 'terms':
      return plain('terms', ['id', 'name'], [one('taxonomy', 'category')])
    case 'comments-of-post':
      return listed('comment', [one('post_id', post)], ['created_at_utc', true])
    case 'comments':
      return listed('comment', [], ['created_at_utc', true])
    case 'replies':
      return plain('comments', ['id'], [one('parent_id', 1)])
    case 'user-by-login':
      return plain('users', ['id', 'login'], [one('login', 'admin')])
    case 'user-by-slug':
      return plain('users', ['id', 'name'], [one('slug', 'admin')])
    case 'meta-of-user':
      return plain('usermeta', ['id', 'key', 'value'], [one('user_id', author)])
    case 'option':
      return plain('options', ['name', 'value'], [one('name', 'siteurl')])
  }
}

function plain(source: Source, columns: readonly string[], filters: readonly Filter[]): ListPlan {
  return { kind: 'list', source, columns, filters, visible: null, order: [], page: { kind: 'all' } }
}

const one = (column: string, value: Scalar): Filter => ({ kind: 'in', column, values: [value] })

export function named(resources: ReadonlyMap<string, ResourceDefinition>, name: string): ResourceDefinition {
  const found = resources.get(name)
  if (found === undefined) throw new Error(`no resource is called ${name}`)
  return found
}
