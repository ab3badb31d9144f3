// Measures what each way to log in costs a request: the same read by a stranger, a cookie with its nonce, and application
// passwords of both formats, each matched anew and remembered; interleaved, serially, nothing cached.
//   node --conditions=lectern-source test/bench/credentials.ts mysql://root@host:port/database [--rounds 12]
// The database holds the demo's users (sql/demo.sql); one of them gets a password of the older format.
import { parseArgs } from 'node:util'
import { administer } from '../support/administer.ts'
import { asUser, basic, cookieOf, demoKeys, nonceOf } from '../support/demo-credentials.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { compare, table, type Contender } from './rounds.ts'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '12' } },
})
const [url = ''] = positionals
const portable = ['AbCdEfGhIjKlMnOpQrStUvWx', '$P$BSaltSaltwaOK0PxxGOgj6oT.yK4s7/'] as const
await administer(
  url,
  `update wp_usermeta set meta_value = ? where user_id = 4 and meta_key = '_application_passwords'`,
  [`a:1:{i:0;a:2:{s:4:"uuid";s:1:"u";s:8:"password";s:34:"${portable[1]}";}}`],
)

const settings = { ...demoKeys, cacheBytesMax: 0, logLevel: 'silent' } as const
const remembering = await startTestGateway({ url }, settings)
const forgetting = await startTestGateway({ url }, { ...settings, credentialLifeMs: 0 })
const old = basic('connie', portable[0])

const contenders = [
  contender('anonymous', remembering, {}),
  contender('cookie and nonce', remembering, { cookie: cookieOf('admin'), 'x-cms-nonce': nonceOf('admin') }),
  contender('application password, first', forgetting, asUser('admin')),
  contender('application password, remembered', remembering, asUser('admin')),
  contender('older format, first', forgetting, old),
  contender('older format, remembered', remembering, old),
]
console.log(table(await compare(contenders, Number(flags.rounds))))
await remembering.stop()
await forgetting.stop()

function contender(
  name: string,
  gateway: TestGateway,
  headers: Readonly<Record<string, string>>,
  operations = 25,
): Contender {
  const run = async () => {
    const times: number[] = []
    let errors = 0
    for (let nth = 0; nth < operations; nth += 1) {
      const began = performance.now()
      const { status } = await gateway.get('/cms-json/cms/v2/posts?per_page=1&_fields=id', headers)
      times.push(performance.now() - began)
      if (status !== 200) errors += 1
    }
    const at = (share: number) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? NaN
    return { operations, p50Ms: at(0.5), p99Ms: at(0.99), errors }
  }
  return { name, run }
}
