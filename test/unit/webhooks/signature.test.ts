// Signatures of Standard Webhooks; the expected one is its JavaScript library's (standardwebhooks 1.1.1).
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { isGenuine } from '../../../config/proxies/verify-webhook.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { signatureOf } from '../../../src/webhooks/signature.ts'

const [one, other] = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw5IAAAA', `whsec_${'b'.repeat(32)}`]
const message = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestampS: 1_614_265_330,
  body: '{"test": 2432232314}',
}

describe('the signature of a message', () => {
  it('is that of Standard Webhooks, one for each secret', () => {
    const ofOne = signatureOf([one], message)
    assert.equal(ofOne, 'v1,5AW3jaHEt+/uvB3DPEUyHPbzsQM1gu32IMcULimoEM4=')
    assert.equal(signatureOf([one, other], message), `${ofOne} ${signatureOf([other], message)}`)
  })

  it('is verified by the example: with either secret, over time and body, for five minutes', () => {
    const headersAt = (timestampS: number) => ({
      'webhook-id': message.id,
      'webhook-timestamp': String(timestampS),
      'webhook-signature': signatureOf([one, other], { ...message, timestampS }),
    })
    const nowS = Math.floor(Date.now() / 1000)
    const headers = headersAt(nowS)
    assert.equal(isGenuine(headers, message.body, one), true)
    assert.equal(isGenuine(headers, message.body, other), true)
    assert.equal(isGenuine(headers, message.body, `whsec_${'c'.repeat(32)}`), false)
    assert.equal(isGenuine(headers, `${message.body} `, one), false)
    assert.equal(isGenuine({ ...headers, 'webhook-timestamp': String(nowS - 1) }, message.body, one), false)
    assert.equal(isGenuine(headersAt(nowS - 400), message.body, one), false)
    assert.equal(isGenuine({ ...headers, 'webhook-signature': 'v1,' }, message.body, one), false)
    assert.equal(isGenuine({}, message.body, one), false)
  })

  it('is verified on the page of the documentation as by the example', () => {
    const [page = '', example = ''] = ['docs/webhooks.md', 'config/proxies/verify-webhook.ts'].map((file) =>
      readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'),
    )
    assert.ok(page.includes(example.slice(example.indexOf('import ')).trim()))
  })
})

describe('addresses and secrets of webhooks', () => {
  const read = (environment: Readonly<Record<string, string>>) =>
    readConfig({ file: {}, flags: {}, environment })

  it('are taken as lists, of https or of this machine', () => {
    const urls = 'https://hooks.example.org/build?token=1, http://127.0.0.1:9000/'
    const known = read({ WEBHOOK_URLS: urls, WEBHOOK_SECRET: `${one},${other}` })
    assert(known.kind === 'config')
    assert.equal(known.config.webhookUrls.length, 2)
    assert.deepEqual(known.config.webhookSecret, [one, other])
  })

  it('are refused otherwise, without being shown', () => {
    const refused = [
      { WEBHOOK_URLS: 'http://hooks.example.org/s3cret' },
      { WEBHOOK_URLS: 'https://me:s3cret@hooks.example.org/' },
      { WEBHOOK_SECRET: 'whsec_s3cret' },
      { WEBHOOK_SECRET: 's3cret'.repeat(8) },
    ]
    for (const environment of refused) {
      const known = read(environment)
      assert(known.kind === 'problems')
      assert.doesNotMatch(JSON.stringify(known.problems), /s3cret/)
    }
  })
})
