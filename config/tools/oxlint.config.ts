// The linter holds the lines of the house: which room may import which, and one door per library.
import { defineConfig, type OxlintOverride } from 'oxlint'

/** Each with those that it may import, which all stand above it. */
const built: Readonly<Record<string, readonly string[]>> = {
  core: [],
  cache: ['core'],
  observe: ['core'],
  webhooks: ['core'],
  inspector: ['core'],
  'warm-start': ['core'],
  render: ['core'],
  origin: ['core'],
  compare: ['core'],
  limits: ['core'],
  database: ['core'],
  feed: ['core', 'database'],
  valkey: ['core', 'feed'],
  tags: ['core', 'database'],
  check: ['core', 'database'],
  init: ['core', 'database', 'check'],
  site: ['core', 'database', 'render'],
  settings: ['core', 'database', 'site'],
  plan: ['core', 'database', 'site'],
  related: ['core', 'database', 'site', 'plan'],
  registry: ['core', 'database', 'site', 'related'],
  auth: ['core', 'database', 'site', 'registry'],
  resources: ['core', 'database', 'site', 'render', 'registry', 'related'],
  http: ['core', 'cache', 'origin', 'limits', 'registry', 'auth'],
  planner: ['core', 'database', 'site', 'registry', 'plan'],
  sql: ['core', 'cache', 'database', 'site', 'registry', 'plan'],
  optimizer: ['core', 'cache', 'database', 'plan', 'sql'],
  read: ['core', 'cache', 'database', 'site', 'registry', 'tags', 'plan', 'sql', 'optimizer'],
  rest: ['core', 'cache', 'database', 'site', 'registry', 'tags', 'plan', 'planner', 'read', 'related'],
  syndication: ['core', 'registry'],
  mcp: ['core', 'registry', 'site', 'read', 'syndication'],
  graphql: ['core', 'cache', 'database', 'site', 'registry', 'tags', 'plan', 'planner', 'read', 'related'],
  wpgraphql: [
    'core',
    'cache',
    'database',
    'site',
    'render',
    'registry',
    'resources',
    'plan',
    'planner',
    'read',
    'related',
    'graphql',
  ],
  extensions: ['core', 'database', 'site', 'render', 'registry', 'plan', 'planner', 'sql', 'read', 'related'],
  // They are made with what extensions are made with
  packs: [],
  invalidation: ['core', 'cache', 'observe', 'database', 'feed', 'tags', 'site', 'read'],
  admin: ['core', 'cache', 'observe', 'webhooks', 'database', 'feed', 'http', 'read', 'invalidation'],
}

const rooms: Readonly<Record<string, readonly string[]>> = {
  ...built,
  // These connect the others
  app: Object.keys(built),
  cluster: [...Object.keys(built), 'app'],
  cli: [...Object.keys(built), 'app', 'cluster'],
}

/** Libraries, and the rooms that alone open them. */
const doors: Readonly<Record<string, string | readonly string[]>> = {
  polka: 'http',
  'node:http': ['http', 'origin', 'admin'],
  mysql2: 'database',
  'node:sqlite': 'database',
  'lru-cache': 'cache',
  '@redis/client': 'valkey',
  '@opentelemetry/api': 'observe',
  '@opentelemetry/core': 'observe',
  '@opentelemetry/exporter-trace-otlp-http': 'observe',
  '@opentelemetry/resources': 'observe',
  '@opentelemetry/sdk-trace': 'observe',
  pino: 'observe',
  'prom-client': 'observe',
  '@noble/hashes/blake2.js': 'auth',
  jose: 'auth',
  bcryptjs: 'auth',
  graphql: ['graphql', 'wpgraphql'],
  'graphql-http': 'graphql',
}

/** Folders of a room, one a subject, each with those beside it that it may import; other rooms leave that open. */
const subjects: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  rest: {
    request: [],
    representation: ['request'],
    resource: ['request', 'representation'],
    'site-routes': ['request', 'representation', 'resource'],
    description: ['request'],
  },
  database: { mysql: [], sqlite: [], servers: [] },
}

/** Rooms whose own files stand above their folders; in other rooms they stand below. */
const topped: ReadonlySet<string> = new Set(['rest'])

interface Folder {
  readonly room: string
  readonly files: string
  /** From a file to `src/`. */
  readonly up: string
  /** Imports within the room that are refused. */
  readonly refused: string
  readonly why: string
}

const top = String.raw`^\.\./[^/]+\.ts$`

const folders = Object.keys(rooms).flatMap((room): readonly Folder[] => {
  const why = 'A room is given its options; only the top imports rooms.'
  const own = { room, files: `**/src/${room}/*.ts`, up: '../', refused: top, why }
  const inner = { room, files: `**/src/${room}/*/*.ts`, up: '../../', refused: '^$', why }
  return [own, inner].concat(subjectsOf(room))
})

function subjectsOf(room: string): readonly Folder[] {
  const all = subjects[room] ?? {}
  return Object.entries(all).map(([subject, below]) => {
    const closed = Object.keys(all).filter((other) => other !== subject && !below.includes(other))
    const beside = String.raw`^\.\./(?:${closed.join('|')})/`
    return {
      room,
      files: `**/src/${room}/${subject}/*.ts`,
      up: '../../',
      refused: topped.has(room) ? `${beside}|${top}` : beside,
      why: `${room}/${subject}/ may import of ${room}/: ${below.join(', ') || 'no folder'}.`,
    }
  })
}

const layers = folders.map(({ room, files, up, refused, why }): OxlintOverride => {
  const allowed = rooms[room] ?? []
  const closed = Object.keys(rooms).filter((other) => other !== room && !allowed.includes(other))
  const foreign = Object.keys(doors).filter((library) => ![doors[library]].flat().includes(room))
  return {
    files: [files],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: foreign.map((name) => ({
            name,
            message: `Only ${[doors[name]].flat().join('/, ')}/ opens ${name}.`,
          })),
          patterns: [
            {
              regex: `^${up.replaceAll('.', String.raw`\.`)}(?:${closed.join('|')})/`,
              message: `${room}/ may import: ${allowed.join(', ') || 'nothing of ours'}.`,
            },
            { regex: refused, message: why },
          ],
        },
      ],
    },
  }
})

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': [
      'error',
      {
        allowForKnownSafeCalls: [
          {
            from: 'package',
            package: 'node:test',
            name: ['it', 'describe', 'before', 'after', 'test', 'suite', 'afterEach', 'beforeEach'],
          },
        ],
      },
    ],
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
    'import/no-cycle': 'error',
    // A loop that awaits is one that has to go step by step
    'eslint/no-await-in-loop': 'off',
    'import/no-named-as-default-member': 'off',
    'unicorn/consistent-function-scoping': 'off',
    // It means windows; here are threads
    'unicorn/require-post-message-target-origin': 'off',
    // TypeScript knows better which switches are exhaustive
    'typescript/consistent-return': 'off',
  },
  overrides: [
    {
      files: ['**/src/**/*.ts', '**/config/**/*.ts'],
      rules: {
        'eslint/max-lines': ['error', { max: 300 }],
        'eslint/max-lines-per-function': ['error', { max: 100 }],
      },
    },
    ...layers,
  ],
})
