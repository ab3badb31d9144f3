// The interface as a real WordPress answered it, request by request. Requests that are answered in another way are
// listed (test/fixtures/recording-differences.json, with where they differ); one that is not listed has to be identical,
// one that is has to differ still. `RECORDING=write` writes the list anew.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { asUser, demoUsers, type DemoLogin } from '../support/demo-credentials.ts'
import { testDatabases } from '../support/databases.ts'
import { onEveryDatabase, startTestGateway, type Answer, type TestGateway } from '../support/gateway.ts'
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

const nameOf = ({ method, path, opts }: Recorded) =>
  [method, path, ...(opts ? [JSON.stringify(opts)] : [])].join(' ')

/** A request under a brand of its own, and the answer as it would be under the recording's. */
const branded = (text: string) =>
  text
    .replaceAll('/wp-json', '/cms-json')
    .replaceAll(/wp(\/|%2F)v2/gi, 'cms$1v2')
    .replaceAll('wp:', 'cms:')

/** `cms` stands in no text of the demo. */
const unbranded = (text: string) =>
  text
    .replaceAll(/cms(-json|\\?\/v2|%2Fv2|:|%3A)/g, 'wp$1')
    .replaceAll('X-CMS-', 'X-WP-')
    .replaceAll(/("name":\s*)"cms"/g, '$1"wp"')

function withoutBrand(answer: Answer): Answer {
  const headers = new Headers()
  for (const [name, value] of answer.headers)
    headers.append(name.replace('x-cms-', 'x-wp-'), unbranded(value))
  return { ...answer, headers, text: unbranded(answer.text) }
}

async function differing(gateway: TestGateway, brand: 'wp' | 'cms', asked: readonly Recorded[] = recording) {
  const found: [string, readonly string[]][] = []
  for (const recorded of asked) {
    const answer =
      brand === 'wp'
        ? await replay(recorded, gateway)
        : withoutBrand(await replay({ ...recorded, path: branded(recorded.path) }, gateway))
    const paths = differences(recorded, answer, gateway.url)
    if (paths.length > 0) found.push([nameOf(recorded), paths])
  }
  return Object.fromEntries(found.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** One of each kind: a brand is part of addresses, names of headers and what schemas say, and of no value. */
function oneOfEachKind(): readonly Recorded[] {
  const kindOf = ({ method, path, status, opts }: Recorded) => {
    const { pathname, searchParams } = new URL(path, 'http://site.test')
    const route = pathname.replaceAll(/\d+/g, '1')
    return [method, route, ...searchParams.keys(), status, opts?.auth?.split('|')[0]].join(' ')
  }
  const kinds = Map.groupBy(recording, kindOf)
  return [...kinds.values()].flatMap(([first]) => first ?? [])
}

onEveryDatabase(
  'the recording',
  (on) => {
    it('recording/1 is answered as recorded, but for what is listed', async () => {
      const now = await differing(on().gateway, 'wp')
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

describe('the recording under a brand of its own', () => {
  it("recording/2 is answered as under the original's", async () => {
    const [kind] = testDatabases()
    const database = await kind?.create()
    assert(database)
    const gateway = await startTestGateway(database, {
      extensions: ['config/extensions/myplugin.ts'],
      writeDatabaseUrl: database.adminUrl,
    })
    const asked = oneOfEachKind()
    const now = await differing(gateway, 'cms', asked)
    const names = new Set(asked.map(nameOf))
    const known = Object.keys(JSON.parse(readFileSync(listed, 'utf8'))).filter((name) => names.has(name))
    assert.deepEqual(Object.keys(now), known)
    await gateway.stop()
    await database.drop()
  })
})
