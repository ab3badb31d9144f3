// On which servers of MySQL's protocol a run of everything tests a file; whoever names files tests them on all. SQLite has all files.
import { hash } from 'node:crypto'
import { globSync } from 'node:fs'

/** What depends on the version of a server: plans and rows examined, the feed, types, collations and dates. */
const byVersion = [
  'test/query/*.test.ts',
  'test/io/replicas.test.ts',
  'test/spec/{cursor-keys,encodings,fresh,graphql-posts,legacy-*,rest-posts,totals,visibility}.test.ts',
]

/**
 * What follows from rows that MariaDB and MySQL give alike: HTTP, the cache, log-ins, pages, packs, what a text becomes, what
 * processes say to each other. Each file is tested on one of them, about half of the files on either.
 */
const byTurns = [
  'test/spec/{accessible,admin*,api-page,auth,cache*,closed,compare,extensions*,feeds,graphiql}.test.ts',
  'test/spec/graphql-{addresses,cache,hostile,menus,nodes,statements,views}.test.ts',
  'test/spec/{images,inspector,jwt,live,login-methods,mcp,once,openapi,origin*,packs-*,previews}.test.ts',
  'test/spec/rest-{base,blocks,by-slug,comment-blocks,kinds,menus,oembed,playlists}.test.ts',
  'test/spec/rest-{query-loops,site,theme,versions}.test.ts',
  'test/spec/{single-page-app,subscriptions,tracing,uncached,webhooks}.test.ts',
  'test/spec/wpgraphql-{http,origin,public}.test.ts',
  'test/io/{packs-again,packs-found-later,paused,reload,reload-webhooks,stopping}.test.ts',
  'test/io/{warm-start,webhooks-workers}.test.ts',
]

/** All servers, the first of each flavour, or the first of one flavour: the one whose turn it is. */
export type Servers = 'all' | 'first' | { readonly turn: number }

/** Returns the servers of a file by its path below `root`. */
export function serversBy(root: string): (file: string) => Servers {
  const filesOf = (globs: readonly string[]) =>
    new Set(globs.flatMap((files) => globSync(files, { cwd: root })))
  const [versions, turns] = [filesOf(byVersion), filesOf(byTurns)]
  return (file) => {
    if (versions.has(file)) return 'all'
    // The name decides, so that a new file changes no other's turn
    return turns.has(file) ? { turn: hash('md5', file, 'buffer').readUInt8(0) } : 'first'
  }
}
