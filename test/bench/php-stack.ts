// WordPress as an owner runs it: php-fpm with OPcache behind nginx, the same with an object cache in Redis, and the same behind
// nginx's page cache. Debian's programs; both are children of one shell, so that their CPU time can be added up.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fetchRaw, freePort, pidOf, type Server } from './gateway-process.ts'
import { setTimeout as sleep } from 'node:timers/promises'

export interface PhpStack {
  readonly plain: Server
  /** With test/bench/object-cache.php, which lies in wp-content; null where no Redis is given. */
  readonly objectCached: Server | null
  /** Answers are kept for `pageCacheSeconds`. */
  readonly pageCached: Server
}

interface PhpOptions {
  /** Where WordPress lies, with a wp-config.php for the database that is measured. */
  readonly wordpress: string
  readonly folder: string
  readonly workers: number
  readonly pageCacheSeconds: number
  /** host:port */
  readonly redis: string | undefined
  readonly children: ChildProcess[]
}

export async function startPhpStack(options: PhpOptions): Promise<PhpStack> {
  const own = { ...options, pageCacheSeconds: 0 }
  const objectCached = options.redis === undefined ? null : await startStack(own)
  if (objectCached) await checkObjectCache(objectCached)
  return {
    plain: await startStack({ ...own, redis: undefined }),
    objectCached,
    pageCached: await startStack({ ...options, redis: undefined }),
  }
}

async function startStack({
  wordpress,
  folder,
  workers,
  pageCacheSeconds,
  redis,
  children,
}: PhpOptions): Promise<Server> {
  const port = await freePort()
  const own = join(folder, `php-${port}`)
  mkdirSync(own, { recursive: true })
  const file = (name: string, text: string) => {
    writeFileSync(join(own, name), text)
    return join(own, name)
  }
  const fpm = file(
    'fpm.conf',
    `[global]
error_log = ${own}/fpm.log
[www]
user = www-data
group = www-data
listen = ${own}/fpm.sock
listen.mode = 0666
pm = static
pm.max_children = ${workers}
pm.max_requests = 0
${redis === undefined ? '' : `env[BENCH_REDIS] = "${redis}"\n`}`,
  )
  const cache =
    pageCacheSeconds === 0
      ? ''
      : `fastcgi_cache pages; fastcgi_cache_key $request_uri; fastcgi_cache_valid 200 ${pageCacheSeconds}s;
    fastcgi_ignore_headers Cache-Control Expires Vary; add_header X-Cache $upstream_cache_status;`
  const nginx = file(
    'nginx.conf',
    `daemon off; user www-data; worker_processes 1; pid ${own}/nginx.pid; error_log ${own}/nginx.log;
events { worker_connections 512; }
http {
  access_log off; keepalive_requests 1000000; keepalive_timeout 300s;
  client_body_temp_path ${own}/body; fastcgi_temp_path ${own}/temp; proxy_temp_path ${own}/proxy;
  uwsgi_temp_path ${own}/uwsgi; scgi_temp_path ${own}/scgi;
  fastcgi_cache_path ${own}/cache levels=1:2 keys_zone=pages:8m;
  server {
    listen 127.0.0.1:${port};
    location / {
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_FILENAME ${wordpress}/index.php;
      fastcgi_param SCRIPT_NAME /index.php;
      fastcgi_pass unix:${own}/fpm.sock;
      ${cache}
    }
  }
}
`,
  )
  const child = spawn(
    'sh',
    [
      '-c',
      // Both begin sessions of their own, which end with the shell
      `trap 'kill $fpm $nginx' TERM; ${fpmProgram()} -F -O -y ${fpm} -d opcache.validate_timestamps=0 & fpm=$!
nginx -p ${own} -c ${nginx} & nginx=$!; wait`,
    ],
    { stdio: 'ignore' },
  )
  children.push(child)
  const url = `http://127.0.0.1:${port}`
  for (const deadline = performance.now() + 30_000; performance.now() < deadline; await sleep(100)) {
    const status = await fetchRaw(`${url}/?rest_route=/`, {}).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return { url, pid: pidOf(child) }
  }
  throw new Error(`WordPress does not answer at ${url}: see ${own}`)
}

/** Without the drop-in WordPress would be measured a second time. */
async function checkObjectCache({ url }: Server): Promise<void> {
  const { headers } = await fetchRaw(`${url}/?rest_route=/`, {})
  if (!headers.some(([name]) => name.toLowerCase() === 'x-object-cache'))
    throw new Error('test/bench/object-cache.php is not in wp-content')
}

function fpmProgram(): string {
  const found = readdirSync('/usr/sbin').find((name) => name.startsWith('php-fpm'))
  if (found === undefined) throw new Error('php-fpm is not installed')
  return found
}
