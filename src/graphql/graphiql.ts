// Serves GraphiQL to browsers: the page at the endpoint's address, and the files it needs, which
// config/tools/build-graphiql.ts makes of packages. Its content security policy forbids loading from anywhere else.
import { readFile } from 'node:fs/promises'
import { statusOf, type Failure } from '../core/failure.ts'
import { replyOf, type Reply } from '../core/reply.ts'
import type { Viewer } from '../core/viewer.ts'
import type { EndpointDefinition } from '../registry/endpoint.ts'
import { fixedOperation } from '../registry/fixed-operation.ts'
import { graphiqlExamples, type PageView } from './graphiql-examples.ts'
import { startScript, startStyle } from './graphiql-start.ts'

const folder = '/graphiql'

/** The type of each file, and its text; null for those that are built. */
const files: ReadonlyMap<string, GraphiqlFile> = new Map([
  ['graphiql.js', { type: 'text/javascript', content: null }],
  ['graphiql.css', { type: 'text/css', content: null }],
  ['start.js', { type: 'text/javascript', content: startScript }],
  ['start.css', { type: 'text/css', content: startStyle }],
])

interface GraphiqlFile {
  readonly type: string
  readonly content: string | null
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The page, with examples that are valid in the view. */
export function graphiqlPage(view: PageView): Reply {
  // In JSON only `<` could end the script element around it
  const examples = JSON.stringify(graphiqlExamples[view]).replaceAll('<', '\\u003c')
  const current = (each: PageView) => (each === view ? ' aria-current="page"' : '')
  return text(
    200,
    'text/html',
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>GraphiQL</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="graphiql/graphiql.css">
<link rel="stylesheet" href="graphiql/start.css">
<nav>Posts <a href="?view=cursor"${current('cursor')}>by cursor</a> <a href="?view=offset"${current('offset')}>by limit and offset</a> <a href="?view=wpgraphql"${current('wpgraphql')}>as WPGraphQL</a></nav>
<main id="graphiql">Loading …</main>
<script type="application/json" id="examples" data-view="${view}">${examples}</script>
<script src="graphiql/graphiql.js"></script>
<script src="graphiql/start.js"></script>
</html>
`,
  )
}

/** The page's files: equal for all viewers, so that they are cached under their names like other answers. */
export function createGraphiqlFiles(): EndpointDefinition {
  const read = new Map<string, Promise<Uint8Array>>()
  return {
    name: 'graphiql',
    path: folder,
    below: true,
    variesBy: [],
    crossOrigin: false,
    parse: ({ path, method }) => {
      const name = nameIn(path)
      const file = files.get(name)
      const answer = async (): Promise<Reply> => {
        if (!file) return text(404, 'text/plain', 'There is no such file.\n')
        if (method !== 'GET') return text(405, 'text/plain', 'These files are only read.\n')
        const content = read.get(name) ?? load(name, file)
        read.set(name, content)
        return { ...text(200, file.type, ''), body: await content, store: 'shared' }
      }
      const cacheKey = file && method === 'GET' ? `graphiql ${path}` : null
      return fixedOperation({ servedBy: 'gateway', path, cacheKey, answer, refuse })
    },
    refuse,
  }
}

function nameIn(path: string): string {
  return path.slice(folder.length + 1)
}

async function load(name: string, { content }: GraphiqlFile): Promise<Uint8Array> {
  if (content !== null) return new TextEncoder().encode(content)
  const built: { readonly folder: URL } = await import(import.meta.resolve('#graphiql'))
  return await readFile(new URL(name, built.folder))
}

function refuse(failure: Failure, viewer: Viewer): Reply {
  return text(statusOf(failure, viewer), 'text/plain', `${failure.message}\n`)
}

function text(status: number, type: string, content: string): Reply {
  return replyOf(status, content, {
    headers: [
      ['Content-Type', `${type}; charset=utf-8`],
      ['Content-Security-Policy', policy],
      ['X-Content-Type-Options', 'nosniff'],
      ['Referrer-Policy', 'no-referrer'],
    ],
  })
}
