// Selects the test files that concern changes since the commit that the work began at: all unit tests that use a changed file,
// and the contract and plans of its room, on SQLite alone, so that it is quick enough to be run before each commit.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { usedBy } from './imports.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Nearly all of the gateway is used by each test over HTTP: these stand for a room. By the beginnings of their names. */
const contracts: Readonly<Record<string, readonly string[]>> = {
  admin: ['spec/admin', 'spec/inspector'],
  app: ['io/start', 'spec/rest-posts', 'spec/cache'],
  auth: ['spec/auth', 'spec/jwt', 'spec/oauth', 'spec/token-route'],
  cache: ['spec/cache', 'spec/encodings', 'spec/bounded'],
  check: ['io/check'],
  cli: ['io/stopping', 'io/reload.'],
  cluster: ['io/workers'],
  compare: ['spec/compare'],
  core: ['spec/rest-transport', 'spec/hostile'],
  database: ['query/compile', 'query/layouts', 'io/changes'],
  extensions: ['spec/extensions', 'spec/examples'],
  feed: ['spec/fresh', 'spec/totals'],
  graphql: ['spec/graphql'],
  http: ['spec/rest-transport', 'spec/cors', 'spec/hostile', 'spec/page'],
  init: ['io/init', 'spec/legacy-init'],
  inspector: ['spec/inspector'],
  invalidation: ['spec/fresh', 'spec/cache', 'spec/webhooks'],
  limits: ['spec/limits'],
  mcp: ['spec/mcp'],
  observe: ['spec/admin.', 'spec/tracing', 'spec/server-timing'],
  optimizer: ['query/'],
  origin: ['spec/origin'],
  packs: ['spec/packs-'],
  plan: ['query/'],
  planner: ['query/', 'spec/rest-posts', 'spec/rest-edges'],
  read: ['query/'],
  registry: ['spec/rest-posts', 'spec/rest-kinds', 'spec/openapi'],
  render: ['spec/rest-blocks', 'spec/rest-posts'],
  resources: ['spec/rest-', 'spec/graphql-nodes'],
  related: ['query/', 'spec/graphql-statements'],
  rest: ['spec/rest-', 'spec/openapi'],
  settings: ['docs', 'io/start'],
  site: ['spec/rest-site', 'spec/rest-times'],
  sql: ['query/'],
  syndication: ['spec/feeds', 'spec/changes', 'spec/live', 'spec/export'],
  tags: ['spec/fresh', 'spec/totals'],
  valkey: ['io/check-valkey', 'io/shared-gateways', 'io/reader-term'],
  'warm-start': ['io/warm-start'],
  webhooks: ['spec/webhooks'],
  wpgraphql: ['spec/wpgraphql'],
}

/** Uncommitted changes, and commits that are not on origin/main. */
export function changedFiles(): readonly string[] {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'origin/main')
  return [
    ...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]),
  ]
}

export function testsOf(changed: readonly string[], tests: readonly string[]): readonly string[] {
  if (changed.length === 0) return []
  const beginnings = changed.flatMap((file) => contracts[/^src\/([\w-]+)\//.exec(file)?.[1] ?? ''] ?? [])
  const own = changed.filter((file) => !file.startsWith('src/'))
  return tests.filter((test) => {
    // The rules of the house, and what has to be documented
    if (/^test\/[^/]*$/.test(test)) return true
    if (changed.includes(test) || beginnings.some((each) => test.startsWith(`test/${each}`))) return true
    const used = usedBy(test)
    if (test.startsWith('test/unit/')) return changed.some((file) => used.has(file))
    return own.some((file) => used.has(file) && !isForAll(file))
  })
}

/** Used by every test over HTTP, which are not all to be run. */
function isForAll(file: string): boolean {
  return /^test\/support\/(gateway|databases|left-over|eventually|process)\.ts$|^sql\//.test(file)
}
