// The documentation as a site: the pages of docs/ and of the repository's root, as they are, with search and no outside host.
// `npm run site` builds it into dist-site/; a link between pages that leads nowhere fails the build.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const { version, description }: { readonly version: string; readonly description: string } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)

/** Pages by subject, in the order in which they are read; a page that is missing here fails the build. */
const parts: readonly (readonly [subject: string, pages: readonly string[]])[] = [
  ['Start', ['README', 'docs/why', 'docs/plugins', 'docs/benchmarks']],
  ['Tutorials', ['docs/tutorial-feed', 'docs/tutorial-wordpress', 'docs/legacy', 'docs/tutorial-wpgraphql']],
  [
    'Interfaces',
    [
      'docs/lists',
      'docs/filters',
      'docs/graphql',
      'docs/wpgraphql',
      'docs/feeds',
      'docs/live',
      'docs/mcp',
      'docs/front-ends',
      'docs/previews',
      'docs/differences',
      'docs/errors',
    ],
  ],
  ['The site', ['docs/origin', 'docs/packs', 'docs/extensions', 'docs/authentication', 'docs/webhooks']],
  [
    'Running it',
    [
      'docs/operations',
      'docs/day',
      'docs/configuration',
      'docs/databases',
      'docs/caching',
      'docs/proxies',
      'docs/workers',
      'docs/many',
      'docs/limits',
      'docs/metrics',
      'docs/compare',
    ],
  ],
  ['The project', ['CHANGELOG', 'ARCHITECTURE', 'CONTRIBUTING', 'SECURITY', 'docs/packages']],
]

const listed = parts.flatMap(([, pages]) => pages)

/** Files beside the pages that they lead to. */
const files = [
  'config/deploy',
  'config/extensions',
  'config/monitoring',
  'config/proxies',
  'compose.yaml',
  'docs/benchmarks',
  'docs/schema',
  'sql/grant.sql',
]

const base = process.env['SITE_BASE'] ?? '/'

export default defineConfig({
  title: 'Lectern',
  description,
  base,
  srcDir: root,
  srcExclude: ['**/node_modules/**', 'test/**', 'config/**', 'dist*/**', 'examples/**'],
  outDir: join(root, 'dist-site'),
  cacheDir: join(root, 'node_modules/.cache/vitepress'),
  rewrites: { 'README.md': 'index.md' },
  markdown: {
    // Pages of the repository hold no HTML of their own
    config: (markdown) => void markdown.set({ html: false }),
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  lastUpdated: false,
  // Links to files that are copied beside the pages
  ignoreDeadLinks: [/\/config\//, /compose\.yaml/, /\/schema\//, /grant\.sql/, /LICENSE/],
  head: [
    ['link', { rel: 'icon', href: 'data:,' }],
    [
      'style',
      {},
      // The language in the corner of a code block is as dark as reading needs, and a button shows what it is called
      'html:root { --vp-code-lang-color: var(--vp-c-text-2) } .DocSearch-Button-Keys { display: none !important }',
    ],
  ],
  // The pages lie outside of the folder that holds the packages
  vite: {
    resolve: {
      alias: ['vue/server-renderer', 'vue'].map((name) => ({
        find: new RegExp(`^${name}$`),
        replacement: join(root, 'config/site/node_modules', name),
      })),
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    notFound: { linkLabel: 'Take me home' },
    outline: [2, 3],
    nav: [{ text: version, link: '/CHANGELOG' }],
    sidebar: parts.map(([text, pages]) => ({
      text,
      items: pages.map((page) => ({ text: titleOf(page), link: page === 'README' ? '/' : `/${page}` })),
    })),
  },
  buildEnd: ({ pages, outDir }) => {
    const left = pages.filter((page) => !listed.includes(page.replace(/\.md$/, '')))
    if (left.length > 0) throw new Error(`config/site names no place for ${left.join(', ')}`)
    for (const file of files) copy(file, outDir)
    for (const page of listed) copy(`${page}.md`, outDir)
    writeFileSync(join(outDir, 'llms.txt'), llms())
  },
})

function titleOf(page: string): string {
  return /^# (.+)$/m.exec(readFileSync(join(root, `${page}.md`), 'utf8'))?.[1] ?? page
}

function copy(file: string, outDir: string): void {
  mkdirSync(dirname(join(outDir, file)), { recursive: true })
  cpSync(join(root, file), join(outDir, file), { recursive: true })
}

/** The pages as a list for language models (llmstxt.org), each as the Markdown that it is made of. */
function llms(): string {
  const subjects = parts.map(
    ([subject, pages]) =>
      `## ${subject}\n\n${pages.map((page) => `- [${titleOf(page)}](${base}${page}.md)\n`).join('')}`,
  )
  return `# Lectern ${version}\n\n> ${description}\n\n${subjects.join('\n')}`
}
