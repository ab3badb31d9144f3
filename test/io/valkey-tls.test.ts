// A Valkey behind TLS, with a certificate that only a file knows, with clients that have to show one, and with an account; the same
// at a Sentinel.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { probeValkey } from '../../src/valkey/probe.ts'
import { createSeal } from '../../src/core/seal.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { makeCertificate } from '../support/server-process.ts'
import { startValkey, valkeyProgram } from '../support/valkey-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-tls-'))
const certificate = makeCertificate(folder)
const skip =
  valkeyProgram === null
    ? 'there is no valkey-server and no redis-server'
    : certificate === null && 'there is no openssl'
const [authority, shown] = [`ssl-ca=${certificate}`, `ssl-cert=${certificate}&ssl-key=${folder}/key.pem`]
const seal = createSeal('a secret of this test')

const ends: (() => Promise<void>)[] = []
const scope = { after: (end: () => Promise<void>) => void ends.push(end) }

/** Its own port has no TLS, for the test. */
async function startWithTls(more: readonly string[] = []) {
  const port = await freePort()
  const certificates = ['cert', 'key', 'ca-cert'].flatMap((name) => [
    `--tls-${name}-file`,
    join(folder, name === 'key' ? 'key.pem' : 'certificate.pem'),
  ])
  const valkey = await startValkey(scope, [...more, '--tls-port', String(port), ...certificates])
  assert.match(await valkey.send('ACL SETUSER lectern on >p@ss ~* &* +@all'), /OK/)
  assert.match(await valkey.send('ACL SETUSER default resetpass -@all +ping'), /OK/)
  return { port }
}

const outcome = async (url: string) => {
  const probed = await probeValkey(url, seal)
  return probed.kind === 'none' ? probed.reason : probed.kind
}

describe('a Valkey behind TLS', { skip }, () => {
  let [port, sentinelPort] = [0, 0]
  before(async () => {
    const primary = await startWithTls()
    port = primary.port
    const settings = join(folder, 'sentinel.conf')
    const lines = [
      `monitor main 127.0.0.1 ${port} 1`,
      'auth-user main lectern',
      'auth-pass main p@ss',
      'sentinel-user lectern',
      'sentinel-pass p@ss',
    ]
    writeFileSync(settings, lines.map((line) => `sentinel ${line}\n`).join('') + 'tls-replication yes\n')
    const sentinel = await startWithTls([settings, '--sentinel', '--dir', folder])
    sentinelPort = sentinel.port
  })
  after(async () => {
    for (const end of ends.toReversed()) await end()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is used where its authority is known and it is shown a certificate', async () => {
    const url = `rediss://lectern:p%40ss@127.0.0.1:${port}`
    assert.equal(await outcome(`${url}?${authority}&${shown}`), 'answers')
    assert.match(await outcome(`${url}?${shown}`), /self-signed certificate/)
    assert.match(await outcome(`${url}?${authority}`), /certificate required|closed unexpectedly|ECONNRESET/i)
    assert.match(await outcome(`${url}?ssl-ca=${folder}/none.pem`), /ENOENT/)
    assert.match(await outcome(`rediss://lectern:wrong@127.0.0.1:${port}?${authority}&${shown}`), /WRONGPASS/)
  })

  it('is found by Sentinels behind TLS that want the same account', async () => {
    const url = `rediss+sentinel://lectern:p%40ss@127.0.0.1:${sentinelPort}/main`
    await eventually(async () => assert.equal(await outcome(`${url}?${authority}&${shown}`), 'answers'))
    assert.match(await outcome(`${url}?${shown}`), /no Sentinel names a primary: self-signed certificate/)
    const wrong = `rediss+sentinel://lectern:wrong@127.0.0.1:${sentinelPort}/main?${authority}&${shown}`
    assert.match(await outcome(wrong), /no Sentinel names a primary: WRONGPASS/)
  })
})
