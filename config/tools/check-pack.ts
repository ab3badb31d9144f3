// Packs what would be published, installs it into an empty folder as an owner does, and runs it there under each Node that it
// is for, these too from the registry: `npx lectern check` over the demo, then `npx lectern serve`, one request, a stop.
//   node config/tools/check-pack.ts [24 26 …]
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const work = mkdtempSync(join(tmpdir(), 'lectern-pack-'))
process.once('exit', () => rmSync(work, { recursive: true, force: true }))
/** For the tarball. */
const bytesMax = 1_750_000
const versions = process.argv.length > 2 ? process.argv.slice(2) : ['24', '26']

run('npm', ['pack', '--silent', '--pack-destination', work], repository)
const [tarball = ''] = run('sh', ['-c', 'ls *.tgz'], work).trim().split('\n')
const { size } = statSync(join(work, tarball))
if (size > bytesMax) throw new Error(`${tarball} has ${size} bytes, more than ${bytesMax}`)
const owner = join(work, 'owner')
folder(owner, {})
run('npm', ['install', '--no-audit', '--no-fund', join(work, tarball)], owner)
say(
  `${tarball}: ${run('sh', ['-c', 'find node_modules/lectern -type f | wc -l; du -sm node_modules | cut -f1'], owner).trim().replace('\n', ' files, ')} MB with what it needs`,
)

for (const version of versions) {
  const at = join(work, `node-${version}`)
  // The package `node` fetches its program when it is installed
  folder(at, { allowScripts: { node: true } })
  run('npm', ['install', '--no-audit', '--no-fund', `node@${version}`], at)
  const node = run('sh', ['-c', 'echo "$PWD"/node_modules/node/bin/node'], at).trim()
  await check(node, version)
}

async function check(node: string, version: string): Promise<void> {
  const env = {
    HOME: work,
    PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`,
    DATABASE_URL: `sqlite:${join(work, `demo-${version}.sqlite`)}`,
    DATABASE_SEED: 'node_modules/lectern/sql/schema/sqlite.sql,node_modules/lectern/sql/demo.sql',
    PORT: '0',
  }
  say(`Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`)
  const child = spawn('npx', ['lectern', 'serve'], { cwd: owner, env, detached: true })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += part.toString()))
  const ended = once(child, 'exit')
  try {
    let url: string | undefined
    for (let left = 200; url === undefined; left -= 1) {
      if (left === 0 || child.exitCode !== null) throw new Error(`it does not start: ${said}`)
      await setTimeout(100)
      url = /REST (\S+)\/ /.exec(said)?.[1]
    }
    const answer = await fetch(`${url}/cms/v2/posts?per_page=1&_fields=id,title`)
    say(`serve: ${answer.status} ${await answer.text()}`)
  } finally {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
  }
  await ended
  const checked = execFileSync('npx', ['lectern', 'check'], { cwd: owner, env, encoding: 'utf8' })
  say(`check:\n${checked}`)
}

function folder(path: string, manifest: Readonly<Record<string, unknown>>): void {
  mkdirSync(path)
  writeFileSync(join(path, 'package.json'), JSON.stringify({ private: true, ...manifest }))
}

function run(program: string, args: readonly string[], cwd: string): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

function say(text: string): void {
  console.log(`» ${text}`)
}
