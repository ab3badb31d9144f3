// Before and after all tests: database servers are started once, the processes of tests find them in the environment, and what
// could not be tested here is said at the end. What one process compiled, the others need not: many are started.
import { globSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorCode } from '../../src/core/error-code.ts'
import { announceServers, type ServerFlavour } from './announced-servers.ts'
import { lacksChromium } from './chromium.ts'
import { hasSite } from './site.ts'
import { hasAstro, hasExample } from './example.ts'
import { valkeyProgram } from './valkey-process.ts'
import { hasNginx, hasVarnish, nginxPath, varnishPath } from './proxy-programs.ts'
import { startServers, type Server } from './servers.ts'

const compileCache = 'NODE_COMPILE_CACHE'
const compiled = fileURLToPath(new URL('../../node_modules/.cache/lectern-tests', import.meta.url))
/** Of all tests and what they use there are about 4000. */
const compiledMax = 10_000
/** Each build leaves some ten of 2 to 4 MB. */
const programsMax = 50

let servers: readonly Server[] = []

/** Where lines are counted, nothing compiled is kept: V8 counts less exactly what it did not compile itself. */
export async function globalSetup({ keepsCompiled }: { readonly keepsCompiled: boolean }): Promise<void> {
  if (keepsCompiled) keepCompiled()
  servers = await startServers()
  if (servers.length === 0 && process.env['CI'] === 'true' && process.env['TEST_DATABASES'] !== 'sqlite') {
    throw new Error('CI=true, and there is no MySQL or MariaDB to test on: set TEST_MYSQL_URL or install one')
  }
  announceServers(servers)
  for (const { name, url } of servers) console.log(`testing on ${name} at ${new URL(url).host}`)
}

/** For later runs as well: Node uses what it compiled as long as the source is the same. Each build of dist/ leaves files of its own. */
function keepCompiled(): void {
  if (process.env[compileCache] !== undefined) return
  if (globSync(join(compiled, '*/*')).length > compiledMax) removeShared(compiled)
  const programs = globSync(join(compiled, '*/program-*'))
  if (programs.length > programsMax) for (const program of programs) rmSync(program, { force: true })
  process.env[compileCache] = compiled
}

/** Removes a folder into which other runs may write, or which they may remove, at the same moment. */
export function removeShared(folder: string): void {
  const apart = mkdtempSync(`${folder}-`)
  try {
    renameSync(folder, join(apart, 'removed'))
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  } finally {
    rmSync(apart, { recursive: true, force: true })
  }
}

export async function globalTeardown(): Promise<void> {
  await Promise.all(servers.map(async (server) => await server.stop()))
  const has = (flavour: ServerFlavour) => servers.some((server) => server.flavour === flavour)
  if (!has('mariadb')) console.log('not tested on: MariaDB (no TEST_MYSQL_URL, no binary)')
  if (lacksChromium) console.log(`not tested in: a browser (${lacksChromium})`)
  if (!hasSite) console.log('not tested: the documentation as a site (npm run site)')
  if (!hasExample) console.log('not tested: the example of Next.js (npm ci --prefix examples/next)')
  if (!hasAstro) console.log('not tested: the example of Astro (npm ci --prefix examples/astro)')
  if (!hasVarnish) console.log(`not tested behind: Varnish (no ${varnishPath})`)
  if (valkeyProgram === null) console.log('not tested with: Valkey (no valkey-server, no redis-server)')
  if (!hasNginx) console.log(`not tested behind: nginx (no ${nginxPath})`)
  if (!has('mysql')) console.log('not tested on: MySQL (no TEST_MYSQL_URL, no binary, no TEST_MYSQL_CHROOT)')
}
