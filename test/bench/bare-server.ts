// The yardstick: a bare node:http server that answers every request with the same bytes and headers.
//   node test/bench/bare-server.ts <file with the body> [--header 'Content-Type: text/plain']… [--port 0]
// Prints its address on one line once it listens.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    header: { type: 'string', multiple: true, default: [] },
    port: { type: 'string', default: '0' },
  },
})
const body = readFileSync(positionals[0] ?? '/dev/null')
const headers = [
  ...flags.header.flatMap((line) => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1).trim(),
  ]),
  'Content-Length',
  String(body.length),
]

const server = createServer((_, res) => {
  res.writeHead(200, headers)
  res.end(body)
})
server.listen(Number(flags.port), '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}`)
})
