// The life of one throw-away database server: a data folder and a port of its own, ready when it answers, and gone,
// folder and all, when it is stopped or when the process that started it ends, however that ends. Nothing is synced
// to disk: it is as quick, and as careless with data, as it can be. The first of a program initialises a data folder;
// the others, also those that processes of tests start, have copies.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { administer } from './administer.ts'
import type { ServerFlavour } from './announced-servers.ts'
import { freePort } from './free-port.ts'

/** A server's binary and the folder that it is to see as its root: '/', or a chroot (which only root may enter). */
export interface Program {
  readonly flavour: ServerFlavour
  readonly binary: string
  readonly root: string
}

export interface Running {
  readonly url: string
  readonly socket: string | null
  readonly certificate: string | null
  readonly stop: () => Promise<void>
}

const startLimitMs = 240_000
/** In the environment: where a data folder lies that nothing was written to yet. */
const templateOf = ({ flavour, root }: Program) =>
  `LECTERN_TEST_DATA_${flavour.toUpperCase()}${root.replaceAll(/[^A-Za-z0-9]/g, '_')}`

/** With options of its own besides, as the server's binary takes them. */
export async function startProcess(program: Program, own: readonly string[] = []): Promise<Running> {
  const folder = mkdtempSync(
    join(program.root === '/' ? tmpdir() : join(program.root, 'tmp'), 'lectern-server-'),
  )
  const log = join(folder, 'server.log')
  const port = await freePort()
  const inside = join('/', relative(program.root, folder))
  const certificate = makeCertificate(folder)
  const options = [
    ...serverOptions(program, inside, port),
    ...(certificate === null ? [] : tlsOptions(inside)),
    ...own,
  ]
  const server = launch(program, { folder, inside, options }, log)
  const remove = whenWeEnd('kill -s KILL -- "-$1"; rm -rf "$2"', String(server.pid), folder)
  const url = `mysql://root@127.0.0.1:${port}/`
  const refusal = await untilReady(url, () => hasEnded(server))
  if (refusal !== null) {
    const tail = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-50).join('\n')
    await remove()
    throw new Error(`${program.binary} (root ${program.root}) ${refusal}. The end of its log:\n${tail}`)
  }
  process.env[templateOf(program)] ??= join(folder, 'template')
  // Nothing that it wrote is read again: it need not end well, which takes MySQL 1.5 s
  return { url, socket: join(folder, 'server.sock'), certificate, stop: remove }
}

/** Makes its data folder and then becomes the server, in a process group of its own, which a Ctrl-C does not reach. */
function launch(program: Program, { folder, inside, options }: Launch, log: string): ChildProcess {
  const { flavour, binary, root } = program
  const entered = root === '/' ? '' : '/usr/sbin/chroot "$ROOT" '
  const server = `${entered}"$BINARY"`
  const plain = `--no-defaults --datadir="$INSIDE/data" --tmpdir="$INSIDE"${isRoot() ? ' --user=root' : ''}`
  const initialise =
    flavour === 'mariadb'
      ? `${entered}mariadb-install-db ${plain} --force --auth-root-authentication-method=normal --skip-test-db`
      : `${server} ${plain} --initialize-insecure --secure-file-priv=`
  const template = process.env[templateOf(program)]
  // A copy of MySQL's data has an id of its own: replicas refuse a source that has theirs
  const make =
    template === undefined
      ? `${initialise} && cp -a --sparse=always "$FOLDER/data" "$FOLDER/template"`
      : `cp -a --sparse=always "$TEMPLATE" "$FOLDER/data"`
  const output = openSync(log, 'a')
  const child = spawn(
    'sh',
    ['-c', `${make} && rm -f "$FOLDER/data/auto.cnf" && exec ${server} "$@"`, 'sh', ...options],
    {
      detached: true,
      env: {
        ...process.env,
        BINARY: binary,
        ROOT: root,
        FOLDER: folder,
        INSIDE: inside,
        TEMPLATE: template ?? '',
      },
      stdio: ['ignore', output, output],
    },
  )
  closeSync(output)
  child.unref()
  return child
}

/** `inside`: the folder as the server sees it, in its root. */
interface Launch {
  readonly folder: string
  readonly inside: string
  readonly options: readonly string[]
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

function serverOptions({ flavour }: Program, folder: string, port: number): readonly string[] {
  return [
    '--no-defaults',
    ...(isRoot() ? ['--user=root'] : []),
    `--datadir=${folder}/data`,
    `--tmpdir=${folder}`,
    `--socket=${folder}/server.sock`,
    `--pid-file=${folder}/server.pid`,
    `--port=${port}`,
    `--bind-address=127.0.0.1${hasIpv6() ? ',::1' : ''}`,
    `--log-bin=${folder}/binlog`,
    '--binlog-format=ROW',
    '--server-id=1',
    '--sync-binlog=0',
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-doublewrite=OFF',
    '--innodb-flush-method=nosync',
    // Else a thread takes statistics while rows are inserted, and MySQL may write them over those of a later `analyze table`
    '--innodb-stats-auto-recalc=OFF',
    // Without secure-file-priv MySQL looks for a folder that only its package makes, and aborts.
    ...(flavour === 'mysql' ? ['--mysqlx=OFF', '--secure-file-priv=', '--performance-schema=OFF'] : []),
  ]
}

/** A certificate of its own for 127.0.0.1, and its key `key.pem`, by openssl; null where there is none. */
export function makeCertificate(folder: string): string | null {
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')]
  const subject = ['-subj', '/CN=lectern-tests', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const { status } = spawnSync('openssl', ['req', ...kind, ...files, ...subject], { stdio: 'ignore' })
  return status === 0 ? join(folder, 'certificate.pem') : null
}

function tlsOptions(folder: string): readonly string[] {
  return [
    `--ssl-cert=${folder}/certificate.pem`,
    `--ssl-key=${folder}/key.pem`,
    `--ssl-ca=${folder}/certificate.pem`,
  ]
}

function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === '::1'),
  )
}

/** Null once the server answers, else why it will not. */
async function untilReady(url: string, ended: () => boolean): Promise<string | null> {
  const deadline = Date.now() + startLimitMs
  for (;;) {
    try {
      await administer(url, 'select 1')
      return null
    } catch (error) {
      if (ended()) return 'ended instead of answering'
      if (Date.now() > deadline) return `did not answer within ${startLimitMs} ms (${String(error)})`
      await sleep(50)
    }
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/**
 * Runs a shell script with these values once this process has ended, even if killed: a shell waits for the end of
 * its input, which only we hold open. The function given back runs it now.
 */
function whenWeEnd(script: string, ...values: readonly string[]): () => Promise<void> {
  const guard = spawn('sh', ['-c', `read -r line; ${script}`, 'sh', ...values], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  return async () => {
    const ended = once(guard, 'exit')
    guard.ref()
    guard.stdin.end()
    await ended
  }
}

export async function startContainer(): Promise<Running> {
  const settings = [
    '-e',
    'MYSQL_ALLOW_EMPTY_PASSWORD=yes',
    '-e',
    'MYSQL_ROOT_HOST=%',
    '-p',
    '127.0.0.1::3306',
  ]
  const id = docker('run', '--detach', '--rm', ...settings, 'mysql:9')
  const stop = whenWeEnd('docker rm --force --volumes "$1"', id)
  const url = `mysql://root@${docker('port', id, '3306/tcp')}/`
  const refusal = await untilReady(url, () => false)
  if (refusal !== null) throw new Error(`The container mysql:9 ${refusal}. Its log:\n${docker('logs', id)}`)
  return { url, socket: null, certificate: null, stop }
}

function docker(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('docker', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`docker ${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}
