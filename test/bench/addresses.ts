// Shows whether memory stays flat while a million distinct addresses are asked for: some that are kept, some that are nowhere,
// documents of GraphQL, wrong passwords. Says memory as it goes.
//   node test/bench/addresses.ts [--count 1000000] [--config config/demo.ts] [--connections 4] [--pipelined 32]
// The gateway runs as a user would start it, over the environment's DATABASE_URL.
import type { ChildProcess } from 'node:child_process'
import { connect } from 'node:net'
import { parseArgs } from 'node:util'
import { freePort, startGateway } from './gateway-process.ts'

const { values: flags } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    config: { type: 'string', default: 'config/demo.ts' },
    connections: { type: 'string', default: '4' },
    pipelined: { type: 'string', default: '32' },
  },
})
const posts = '/cms-json/cms/v2/posts'
const count = Number(flags.count)

/** No address comes twice. */
function requestOf(nth: number): string {
  const [path, header = ''] = ((): readonly string[] => {
    switch (nth % 20) {
      case 0:
        return [`${posts}?search=word${nth}&_fields=id`]
      case 1:
        return [`${posts}/${1_000_000 + nth}`]
      case 2:
        return [`${posts}?slug=slug-${nth}&_fields=id`]
      case 3:
        return [`/graphql?query={posts(first:2){edges{a${nth}:cursor}}}`]
      case 4:
        return [`/nowhere/${nth}`]
      case 5:
        return [`${posts}/201?n=${nth}`, `Accept-Encoding: gzip;q=0.${nth}\r\n`]
      case 6:
        return [`${posts}/201?n=${nth}`, `Authorization: Basic ${btoa(`name${nth}:wrong`)}\r\n`]
      case 7:
        return [`${posts}?per_page=${(nth % 99) + 1}&offset=${nth}&_fields=id`]
      default:
        return [`${posts}?_fields=id,title&utm_source=${nth}`]
    }
  })()
  return `GET ${path} HTTP/1.1\r\nHost: bench\r\n${header}\r\n`
}

let next = 0
let answered = 0
const statuses = new Map<string, number>()

/** One connection: so many requests on their way, until there are no more. */
function ask(url: URL, pipelined: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname)
    let waiting = 0
    let left: Buffer = Buffer.alloc(0)
    const send = (many: number) => {
      let text = ''
      for (let sent = 0; sent < many && next < count; sent += 1) {
        text += requestOf(next)
        next += 1
        waiting += 1
      }
      if (text !== '') socket.write(text)
      else if (waiting === 0) socket.end()
    }
    socket.on('data', (chunk: Buffer) => {
      left = left.length === 0 ? chunk : Buffer.concat([left, chunk])
      let done = 0
      for (;;) {
        const end = left.indexOf('\r\n\r\n')
        if (end < 0) break
        const head = left.toString('latin1', 0, end)
        const length = /^content-length: (\d+)/im.exec(head)?.[1]
        if (length === undefined) return reject(new Error(`an answer without a length: ${head}`))
        const whole = end + 4 + Number(length)
        if (left.length < whole) break
        left = left.subarray(whole)
        const status = head.slice(9, 12)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        done += 1
      }
      waiting -= done
      answered += done
      if (done > 0) send(done)
    })
    socket.on('error', reject)
    socket.on('close', () => resolve())
    send(pipelined)
  })
}

const wanted: Readonly<Record<string, string>> = {
  process_resident_memory_bytes: 'rss',
  nodejs_heap_size_used_bytes: 'heap',
  nodejs_external_memory_bytes: 'external',
  lectern_cache_bytes: 'cache',
  lectern_cache_entries: 'entries',
}

async function sample(adminUrl: string, began: number): Promise<void> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  const shown = Object.entries(wanted).map(([name, short]) => {
    const value = Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
    return `${short} ${short === 'entries' ? value : `${(value / 1_048_576).toFixed(0)} MB`}`
  })
  const fills = [...text.matchAll(/^lectern_map_filled\{map="(\w+)"\} (\S+)$/gm)].map(
    ([, map, part]) => `${map} ${Number(part).toFixed(2)}`,
  )
  console.log(
    `${answered} answers, ${((performance.now() - began) / 1000).toFixed(0)} s: ${shown.join(', ')}; ${fills.join(', ')}`,
  )
}

const children: ChildProcess[] = []
try {
  const adminPort = await freePort()
  const { url } = await startGateway({
    config: flags.config,
    path: posts,
    headers: {},
    environment: { ADMIN_PORT: String(adminPort), APPLICATION_PASSWORDS: 'any', LOG_LEVEL: 'error' },
    children,
  })
  const adminUrl = `http://127.0.0.1:${adminPort}`
  const began = performance.now()
  const each = Math.max(1, Math.floor(count / 20))
  let shownAt = 0
  const watching = setInterval(() => {
    if (answered < shownAt + each) return
    shownAt = answered
    void sample(adminUrl, began)
  }, 200)
  await sample(adminUrl, began)
  await Promise.all(
    Array.from({ length: Number(flags.connections) }, () => ask(new URL(url), Number(flags.pipelined))),
  )
  clearInterval(watching)
  await sample(adminUrl, began)
  console.log([...statuses].map(([status, times]) => `${status}: ${times}`).join(', '))
} finally {
  for (const child of children) child.kill()
}
