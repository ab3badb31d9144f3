// Findings about WordPress, by its answer to a request for its front page.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkOriginAnswer } from '../../../src/check/origin-answer.ts'
import type { ProbeResult } from '../../../src/core/probe-result.ts'

interface Given {
  readonly url?: string
  readonly publicUrl?: string
  readonly says?: ProbeResult
}

const answer = (status: number, location: string | null = null): ProbeResult => ({
  kind: 'answer',
  status,
  location,
  isLectern: false,
})

async function said({ url = 'http://10.0.0.5:8081', publicUrl, says = answer(200) }: Given) {
  const findings = await checkOriginAnswer({
    url: new URL(url),
    publicUrl: publicUrl === undefined ? undefined : new URL(publicUrl),
    host: '10.0.0.4',
    port: 8080,
    ask: async () => says,
  })
  return findings.map(({ level, says: text }) => `${level}: ${text}`)
}

const publicUrl = 'https://example.org'

describe('lectern check of WordPress', () => {
  it('is content with one that answers', async () => {
    for (const status of [200, 404, 401, 405])
      assert.deepEqual(await said({ publicUrl, says: answer(status) }), [
        `good: The origin answers (${status}).`,
      ])
    assert.match((await said({ publicUrl, says: answer(503) })).join('\n'), /^warning: .* with 503\.$/)
  })

  it('says why one does not', async () => {
    for (const [reason, words] of [
      ['ECONNREFUSED', /^problem: .*no server listens there \(ECONNREFUSED\)/],
      ['ENOTFOUND', /its name cannot be resolved/],
      ['DEPTH_ZERO_SELF_SIGNED_CERT', /its certificate is not trusted/],
      ['HPE_INVALID_CONSTANT', /not HTTP/],
      ['it was silent for 5000 ms', /: it was silent for 5000 ms\./],
    ] as const)
      assert.match((await said({ says: { kind: 'none', reason } })).join('\n'), words)
  })

  it('knows Lectern itself, by where it listens or by what it says', async () => {
    for (const url of ['http://127.0.0.1:8080', 'http://localhost:8080', 'http://10.0.0.4:8080'])
      assert.match((await said({ url })).join('\n'), /^problem: .*Lectern itself/, url)
    assert.match((await said({ says: answer(508) })).join('\n'), /^problem: .*Lectern itself/)
    const lectern: ProbeResult = { kind: 'answer', status: 200, location: null, isLectern: true }
    assert.match((await said({ says: lectern })).join('\n'), /^problem: .*Lectern itself/)
    assert.match(
      (await said({ publicUrl: 'http://example.org', url: 'http://example.org' })).join('\n'),
      /warning: .*come back to it/,
    )
  })

  it('knows where clients are sent', async () => {
    const sent = async (location: string, by: string | undefined = publicUrl) =>
      (await said({ ...(by === undefined ? {} : { publicUrl: by }), says: answer(301, location) })).slice(1)
    assert.deepEqual(await sent('https://example.org/en/'), [])
    assert.deepEqual(await sent('/en/'), [])
    assert.match((await sent('https://www.example.org/')).join('\n'), /www\.example\.org, past Lectern/)
    assert.match((await sent('https://example.org/')).join('\n'), /for ever/)
    // WordPress's own port, or scheme, with the name that it was asked for
    for (const mixed of ['http://example.org:8081/', 'https://example.org:8081/'])
      assert.match((await sent(mixed)).join('\n'), /another scheme or port than PUBLIC_URL/)
    assert.match((await sent('https://example.org:8443/')).join('\n'), /is not PUBLIC_URL/)
    assert.match((await sent('http://10.0.0.5:8081/')).join('\n'), /redirected in a loop/)
    const [finding = ''] = await said({ says: answer(302, 'https://example.org/') }).then((all) =>
      all.slice(1),
    )
    assert.match(finding, /PUBLIC_URL, which is not set/)
    assert.deepEqual((await said({ says: answer(302, '/wp-admin/install.php') })).slice(1), [])
  })
})
