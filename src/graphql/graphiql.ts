// Serves GraphiQL to browsers: the page at the endpoint's address, and the files it needs, which
// config/tools/build-graphiql.ts makes of packages. Its content security policy forbids loading from anywhere else.
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { importModule } from '../core/import-module.ts'
import type { Reply } from '../core/reply.ts'
import type { EndpointDefinition } from '../registry/endpoint.ts'
import { staticFiles, textReply, type StaticFile } from '../registry/static-files.ts'
import { graphiqlExamples, type PageView } from './graphiql-examples.ts'
import { startScript, startStyle } from './graphiql-start.ts'

const unpacked = promisify(brotliDecompress)

/** The page's files, some of them built. */
const files: ReadonlyMap<string, StaticFile> = new Map([
  ['graphiql.js', { type: 'text/javascript', content: async () => unpacked(await built('graphiql.js.br')) }],
  ['graphiql.css', { type: 'text/css', content: async () => await built('graphiql.css') }],
  ['start.js', { type: 'text/javascript', content: startScript }],
  ['start.css', { type: 'text/css', content: startStyle }],
])

/** The page, with examples that are valid in the view. */
export function graphiqlPage(view: PageView): Reply {
  // In JSON only `<` could end the script element around it
  const examples = JSON.stringify(graphiqlExamples[view]).replaceAll('<', '\\u003c')
  const current = (each: PageView) => (each === view ? ' aria-current="page"' : '')
  return textReply(
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

export function createGraphiqlFiles(): EndpointDefinition {
  return staticFiles('graphiql', '/graphiql', files)
}

async function built(name: string): Promise<Uint8Array> {
  const { folder } = await importModule(import.meta.resolve('#graphiql'))
  return await readFile(new URL(name, String(folder)))
}
