// A receiver of Lectern's webhooks that bans in Varnish what is stale (docs/proxies.md):
//   WEBHOOK_SECRET=whsec_… VARNISH_URL=http://127.0.0.1:6083 PORT=9100 node ban-varnish.ts
import { createServer, type IncomingMessage } from 'node:http'
import { isGenuine } from './verify-webhook.ts'

const { WEBHOOK_SECRET = '', VARNISH_URL = 'http://127.0.0.1:6083', PORT = '9100' } = process.env
const bodyBytesMax = 1_048_576
/** Varnish takes headers of 8 KB. */
const headerLengthMax = 6000

createServer(async (request, response) => {
  try {
    const body = await bodyOf(request)
    const isOurs = isGenuine(request.headers, body, WEBHOOK_SECRET)
    if (isOurs) for (const stale of expressions(JSON.parse(body).data.tags)) await ban(stale)
    response.writeHead(isOurs ? 204 : 401).end()
  } catch {
    // It is sent again
    response.writeHead(502).end()
  }
}).listen(Number(PORT), '127.0.0.1')

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    bytes += part.length
    if (bytes > bodyBytesMax) throw new Error('the message is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** Tags as expressions that fit in a header; their letters are `_.:/-%`, letters and digits. */
function expressions(tags: 'all' | readonly string[]): readonly string[] {
  if (tags === 'all') return ['all']
  const lines: string[] = []
  for (const tag of tags.map((each) => each.replaceAll('.', '\\.'))) {
    const longer = `${lines.at(-1) ?? ''}|${tag}`
    if (lines.length > 0 && longer.length < headerLengthMax) lines[lines.length - 1] = longer
    else lines.push(tag)
  }
  return lines
}

async function ban(stale: string): Promise<void> {
  const { ok, status } = await fetch(VARNISH_URL, { method: 'BAN', headers: { 'x-stale': stale } })
  if (!ok) throw new Error(`Varnish answered ${status}`)
}
