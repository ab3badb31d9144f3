// Follows the Dockerfile without Docker: a clean clone as the context, each stage a folder, each instruction as it stands there;
// then runs the result as its user, without privileges, on a root file system that is read only, until it is healthy.
//   sudo node config/tools/check-image.ts        (needs root, git, unshare and setpriv; npm asks the registry)
// DATABASE_URL is passed on; without one there is no database, which the health check does not mind.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

interface Image {
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  readonly workdir: string
  readonly user: string
  readonly command: readonly string[]
  readonly health: readonly string[]
}

const repository = fileURLToPath(new URL('../..', import.meta.url))
const work = mkdtempSync(join(tmpdir(), 'lectern-image-'))
chmodSync(work, 0o755)
process.once('exit', () => rmSync(work, { recursive: true, force: true }))

const image = build(contextOf(repository))
await check(image)

/** What is committed, without what .dockerignore leaves out. */
function contextOf(from: string): string {
  const context = join(work, 'context')
  run('git', ['clone', '--quiet', '--no-hardlinks', from, context], work)
  for (const name of lines(readFileSync(join(context, '.dockerignore'), 'utf8')))
    rmSync(join(context, name), { recursive: true, force: true })
  return context
}

function build(context: string): Image {
  const text = readFileSync(join(context, 'Dockerfile'), 'utf8')
  const stages = new Map<string, string>()
  let made: Image = { folder: '', environment: {}, workdir: '/', user: '0', command: [], health: [] }
  for (const line of lines(text)) {
    const [, instruction = '', rest = ''] = /^(\w+) +(.*)$/.exec(line) ?? []
    say(line)
    switch (instruction) {
      case 'FROM': {
        const [, major = '', name = ''] = /^node:(\d+)-slim(?: AS (\w+))?$/.exec(rest) ?? []
        if (major !== process.versions.node.split('.')[0])
          throw new Error(`${rest}: this is Node ${process.version}`)
        const folder = join(work, `stage-${stages.size}`)
        stages.set(name, folder)
        made = { folder, environment: {}, workdir: '/', user: '0', command: [], health: [] }
        break
      }
      case 'WORKDIR':
        made = { ...made, workdir: rest }
        mkdirSync(made.folder + rest, { recursive: true })
        break
      case 'ENV':
        made = {
          ...made,
          environment: { ...made.environment, ...Object.fromEntries(rest.split(' ').map(pairOf)) },
        }
        break
      case 'COPY': {
        const [, from, paths = ''] = /^(?:--from=(\w+) +)?(.*)$/.exec(rest) ?? []
        copy(
          from === undefined ? context : (stages.get(from) ?? ''),
          paths.split(' '),
          made.folder + made.workdir,
        )
        break
      }
      case 'RUN':
        run('sh', ['-c', rest], made.folder + made.workdir)
        break
      case 'USER':
        made = { ...made, user: rest }
        break
      case 'CMD':
        made = { ...made, command: listOf(rest) }
        break
      case 'HEALTHCHECK':
        made = { ...made, health: listOf(rest.slice(rest.indexOf('CMD ') + 4)) }
        break
      case 'EXPOSE':
      case 'STOPSIGNAL':
        break
      default:
        throw new Error(`what is ${instruction}?`)
    }
  }
  return made
}

async function check({ folder, environment, workdir, user, command, health }: Image): Promise<void> {
  const [uid = '0', gid = uid] = user.split(':')
  if (uid === '0') throw new Error('it runs as root')
  const size = execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]
  say(
    `${size} MB beside Node; ${existsSync(`${folder}${workdir}/node_modules/@vlasky/zongji`) ? 'with' : 'WITHOUT'} zongji`,
  )
  // As an owner mounts them
  const [extensions, state] = [`${folder}${workdir}/extensions`, `${folder}${workdir}/state`]
  mkdirSync(extensions)
  writeFileSync(
    join(extensions, 'mine.ts'),
    `import { defineExtension } from 'lectern'\nexport default defineExtension({ name: 'mine' })\n`,
  )
  const root = join(work, 'root')
  mkdirSync(root)
  const enter = `mount --make-rprivate / && mount --bind / ${root} && mount --rbind /dev ${root}/dev &&
    mount -t proc proc ${root}/proc && mount -o remount,bind,ro ${root} && mount --bind ${state} ${root}${state} &&
    exec chroot ${root} setpriv --reuid ${uid} --regid ${gid} --clear-groups --inh-caps=-all --bounding-set=-all \\
    --no-new-privs sh -c 'cd ${folder}${workdir} && ! touch /tmp/x 2>/dev/null && exec "$@"' sh "$@"`
  const { DATABASE_URL: databaseUrl = 'mysql://reader:reader@127.0.0.1:1/none' } = process.env
  const env = {
    ...environment,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
    DATABASE_URL: databaseUrl,
    PORT: '18080',
    ADMIN_PORT: '19090',
    EXTENSIONS: 'extensions/mine.ts',
    WARM_START_FILE: 'state/warm-start.json',
  }
  const child = spawn('unshare', ['--mount', 'sh', '-c', enter, 'sh', ...command], { env, stdio: 'inherit' })
  const ended = once(child, 'exit')
  const [program = '', ...args] = health
  try {
    const isHealthy = () => spawnSync(program, args, { env }).status === 0
    for (let left = 100; !isHealthy(); left -= 1) {
      if (left === 0 || child.exitCode !== null) throw new Error('it does not become healthy')
      await setTimeout(200)
    }
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    say(
      `healthy: ${[...status.matchAll(/^(Uid|CapEff|CapBnd|NoNewPrivs):.*$/gm)].map(([line]) => line).join('; ')}`,
    )
    for (const address of [
      'http://127.0.0.1:18080/',
      'http://127.0.0.1:18080/cms-json/cms/v2/posts?_fields=id',

      'http://127.0.0.1:19090/ready',
    ]) {
      const answer = await fetch(address)
      say(`${address} ${answer.status} ${(await answer.text()).slice(0, 100).replace(/\s+/g, ' ')}`)
    }
  } finally {
    child.kill('SIGTERM')
  }
  const [code] = await ended
  if (code !== 0) throw new Error(`stopped with ${String(code)}`)
  say(`stopped by SIGTERM with 0; the volume holds: ${readdirSync(state).join(', ') || 'nothing'}`)
}

/** Lines that say something. */
function lines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

function pairOf(text: string): readonly [string, string] {
  const [name = '', value = ''] = text.split('=')
  return [name, value]
}

function listOf(text: string): readonly string[] {
  const value: unknown = JSON.parse(text)
  if (!Array.isArray(value)) throw new Error(`${text} is no list`)
  return value.map(String)
}

/** Files go under their names, a folder's content into the folder that is named. */
function copy(from: string, paths: readonly string[], into: string): void {
  const target = join(into, paths.at(-1) ?? '')
  for (const path of paths.slice(0, -1)) {
    const isInto = paths.at(-1)?.endsWith('/') === true
    cpSync(join(from, path), isInto ? join(target, basename(path)) : target, {
      recursive: true,
      verbatimSymlinks: true,
    })
  }
}

function run(program: string, args: readonly string[], cwd: string): void {
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`
  execFileSync(program, args, {
    cwd,
    env: { ...process.env, PATH, NODE_OPTIONS: '' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

function say(text: string): void {
  console.log(`\n» ${text}`)
}
