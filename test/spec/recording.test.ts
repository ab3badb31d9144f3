// The interface as a real WordPress answered it, request by request. Requests that are answered in another way are
// listed (test/fixtures/recording-differences.json, with where they differ); one that is not listed has to be identical,
// one that is has to differ still. `RECORDING=write` writes the list anew.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { it } from 'node:test'
import { asUser, demoUsers, type DemoLogin } from '../support/demo-credentials.ts'
import { onEveryDatabase, type TestGateway } from '../support/gateway.ts'
import { differences, readRecording, type Recorded } from '../support/recording.ts'

const listed = new URL('../fixtures/recording-differences.json', import.meta.url)
const isDemoLogin = (login: string): login is DemoLogin => Object.hasOwn(demoUsers, login)

/** Cookies and refused credentials have tests of their own (auth.test.ts). */
const recording = readRecording().filter(({ opts }) => {
  const [mode, login = ''] = (opts?.auth ?? '').split('|')
  return mode === '' || (mode === 'app' && isDemoLogin(login))
})

async function replay({ method, path, opts }: Recorded, gateway: TestGateway) {
  const login = opts?.auth?.split('|')[1] ?? ''
  const { body } = opts ?? {}
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  return gateway.send(method, path, {
    headers: {
      ...(typeof body === 'object' ? { 'content-type': 'application/json' } : {}),
      ...opts?.headers,
      ...(isDemoLogin(login) ? asUser(login) : {}),
    },
    ...(text === undefined ? {} : { body: text }),
  })
}

onEveryDatabase(
  'the recording',
  (on) => {
    it('is answered as recorded, but for what is listed', async () => {
      const { gateway } = on()
      const differing: [string, readonly string[]][] = []
      for (const recorded of recording) {
        const found = differences(recorded, await replay(recorded, gateway), gateway.url)
        const { method, path, opts } = recorded
        if (found.length > 0)
          differing.push([[method, path, ...(opts ? [JSON.stringify(opts)] : [])].join(' '), found])
      }
      const now = Object.fromEntries(differing.toSorted(([one], [other]) => (one < other ? -1 : 1)))
      if (process.env['RECORDING'] === 'write') writeFileSync(listed, `${JSON.stringify(now, null, 1)}\n`)
      assert.deepEqual(Object.keys(now), Object.keys(JSON.parse(readFileSync(listed, 'utf8'))))
    })
  },
  ({ adminUrl }) => ({
    brand: 'wp',
    extensions: ['config/extensions/myplugin.ts'],
    writeDatabaseUrl: adminUrl,
  }),
)
