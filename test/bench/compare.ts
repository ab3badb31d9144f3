// Compares HTTP servers that are running already, in interleaved rounds; ratios are to the first.
//   node test/bench/compare.ts old=http://127.0.0.1:8080/path new=http://127.0.0.1:8081/path
//     [--pid old=123]… [--header 'Name: value']… [--connections 16] [--seconds 2] [--rounds 7]
// In an address, {n} counts the requests, so that no address comes twice, and {n%200} counts from 1 to 200 again and again.
import { parseArgs } from 'node:util'
import { pairs, startLoader } from './load.ts'
import { compare, table, type Contender } from './rounds.ts'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pid: { type: 'string', multiple: true, default: [] },
    header: { type: 'string', multiple: true, default: [] },
    connections: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '7' },
  },
})
const pids = pairs(flags.pid, '=')
const headers = pairs(flags.header, ':')
const loader = startLoader()
const contenders = Object.entries(pairs(positionals, '=')).map(([name, url]): Contender => ({
  name,
  pid: Number(pids[name]),
  run: () =>
    loader.load({
      url,
      paths: [url.slice(new URL(url).origin.length) || '/'],
      headers,
      connections: Number(flags.connections),
      seconds: Number(flags.seconds),
    }),
}))
console.log(table(await compare(contenders, Number(flags.rounds))))
loader.stop()
