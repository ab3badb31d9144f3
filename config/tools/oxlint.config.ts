// The linter holds the lines of the house: which room may import which, and one door per library.
import { defineConfig, type OxlintOverride } from 'oxlint'

const rooms: Readonly<Record<string, readonly string[]>> = {
  core: [],
  settings: ['core', 'database', 'site'],
  database: ['core'],
  site: ['core', 'database', 'render'],
  cache: ['core'],
  render: ['core'],
  registry: ['core', 'database', 'site'],
  feed: ['core', 'database'],
  query: ['core', 'database', 'site', 'cache', 'registry'],
  resources: ['core', 'database', 'site', 'render', 'registry'],
  auth: ['core', 'database', 'site', 'registry'],
  extensions: ['core', 'database', 'site', 'render', 'registry', 'query'],
  rest: ['core', 'database', 'site', 'cache', 'registry', 'query'],
  graphql: ['core', 'database', 'site', 'cache', 'registry', 'query'],
  http: ['core', 'cache', 'registry', 'auth'],
  observe: ['core'],
  webhooks: ['core'],
  workers: ['core', 'feed', 'observe'],
  check: ['core', 'database'],
  'warm-start': ['core'],
}

/** Libraries, and the room that alone opens them. */
const doors: Readonly<Record<string, string>> = {
  polka: 'http',
  'node:http': 'http',
  mysql2: 'database',
  'node:sqlite': 'database',
  'lru-cache': 'cache',
  pino: 'observe',
  'prom-client': 'observe',
  '@noble/hashes/blake2.js': 'auth',
  jose: 'auth',
  bcryptjs: 'auth',
  graphql: 'graphql',
  'graphql-http': 'graphql',
}

const layers = Object.entries(rooms).map(([room, allowed]): OxlintOverride => {
  const closed = Object.keys(rooms).filter((other) => other !== room && !allowed.includes(other))
  const foreign = Object.keys(doors).filter((library) => doors[library] !== room)
  return {
    files: [`**/src/${room}/**/*.ts`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: foreign.map((name) => ({ name, message: `Only ${doors[name]}/ opens ${name}.` })),
          patterns: [
            {
              group: closed.map((other) => `../${other}/*`),
              message: `${room}/ may import: ${allowed.join(', ') || 'nothing of ours'}.`,
            },
            {
              group: ['../*.ts'],
              message: 'A room is given its options; only the top imports rooms.',
            },
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
  overrides: layers,
})
