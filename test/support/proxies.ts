// Varnish and nginx from Debian, each a process of its own before a gateway, by the very files of config/proxies/, in which
// only ports and folders are others; and the receiver of webhooks that bans in Varnish.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { started } from './left-over.ts'
import { until } from './process.ts'
import { nginxPath, varnishPath } from './proxy-programs.ts'

export interface Proxy {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** `bansPort`: where it is told what to drop. */
export async function startVarnish(port: number, bansPort: number, gatewayUrl: string): Promise<Proxy> {
  const folder = ownFolder()
  const file = filled('varnish.vcl', folder, [['.port = "8080"', `.port = "${portOf(gatewayUrl)}"`]])
  const sockets = ['-a', `clients=127.0.0.1:${port}`, '-a', `bans=127.0.0.1:${bansPort}`]
  const own = ['-n', join(folder, 'work'), '-s', 'malloc,32m', '-j', 'none', '-T', 'none']
  return listening(spawn(varnishPath, ['-F', '-f', file, ...sockets, ...own]), port, folder)
}

export async function startNginx(port: number, gatewayUrl: string): Promise<Proxy> {
  const folder = ownFolder()
  const included = filled('nginx.conf', folder, [
    ['server 127.0.0.1:8080;', `server ${new URL(gatewayUrl).host};`],
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['/var/cache/nginx-lectern', join(folder, 'cache')],
    ['unix:/run/nginx-lectern.sock', `unix:${join(folder, 'nginx.sock')}`],
  ])
  return startedNginx(included, port, folder)
}

/** nginx before a whole site, whose files are in the folder `files`. */
export async function startSiteNginx(port: number, { gatewayUrl, files }: SitePlaces): Promise<Proxy> {
  const folder = ownFolder()
  const included = filled('nginx-site.conf', folder, [
    ['server 127.0.0.1:8080;', `server ${new URL(gatewayUrl).host};`],
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['client_max_body_size 64m;', 'client_max_body_size 1m;'],
    ['/var/www/site', files],
  ])
  return startedNginx(included, port, folder)
}

/** nginx before the two gateways of the compose file. */
export async function startManyNginx(port: number, [one, other]: readonly [string, string]): Promise<Proxy> {
  const folder = ownFolder()
  const included = filled('many.nginx.conf', folder, [
    ['server one:8080', `server ${new URL(one).host}`],
    ['server other:8080', `server ${new URL(other).host}`],
    ['listen 8080;', `listen 127.0.0.1:${port};`],
  ])
  return startedNginx(included, port, folder)
}

export interface SitePlaces {
  readonly gatewayUrl: string
  readonly files: string
}

function startedNginx(included: string, port: number, folder: string): Promise<Proxy> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  const main = join(folder, 'main.conf')
  writeFileSync(
    main,
    `daemon off; pid ${join(folder, 'pid')}; error_log stderr; worker_processes 1; events {}
http { access_log off; ${temporary.join(' ')} include ${included}; }\n`,
  )
  return listening(spawn(nginxPath, ['-p', folder, '-c', main]), port, folder)
}

/** The example that is told by webhooks, and tells Varnish. */
export async function startBans(port: number, bansPort: number, secret: string): Promise<Proxy> {
  const folder = ownFolder()
  const example = fileURLToPath(new URL('../../config/proxies/ban-varnish.ts', import.meta.url))
  const environment = {
    PATH: process.env['PATH'] ?? '',
    WEBHOOK_SECRET: secret,
    VARNISH_URL: `http://127.0.0.1:${bansPort}`,
    PORT: String(port),
  }
  return listening(spawn(process.execPath, [example], { env: environment }), port, folder)
}

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-proxy-'))
  // The processes' own accounts go through it
  chmodSync(folder, 0o755)
  return folder
}

/**
 * The example with other ports and folders, each of which has to be in it. The proxy makes one folder and no more, so each
 * folder that is replaced has to lie in one that the packages of this machine have made.
 */
function filled(
  name: string,
  folder: string,
  changes: readonly (readonly [from: string, to: string])[],
): string {
  let text = readFileSync(new URL(`../../config/proxies/${name}`, import.meta.url), 'utf8')
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${name} has no ${from}`)
    const [, path] = /^(?:unix:)?(\/.+)$/.exec(from) ?? []
    if (path !== undefined && !existsSync(dirname(path)))
      throw new Error(`${name}: there is no ${dirname(path)} for ${path}`)
    text = text.replaceAll(from, to)
  }
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

function portOf(url: string): string {
  return new URL(url).port
}

async function listening(child: ChildProcess, port: number, folder: string): Promise<Proxy> {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => (output += part.toString()))
  const ended = once(child, 'close')
  const stop = async () => {
    isStopped()
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const isStopped = started(child.spawnargs.join(' '), stop)
  const url = `http://127.0.0.1:${port}`
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended: ${output}`)
    return fetch(url).then(
      () => true,
      () => false,
    )
  })
  return { url, stop }
}
