// Each step of a request happens once: what was parsed is handed on. V8 itself counts the calls of the functions that do it.
import assert from 'node:assert/strict'
import { Session } from 'node:inspector/promises'
import { after, before, it } from 'node:test'
import { at, onEveryDatabase, type Answer, type TestGateway } from '../support/gateway.ts'

/** Steps by the functions that take them: files of src/, or of a library. */
const steps = {
  'receive a request': 'src/http/receive.ts receive',
  'parse an address': 'src/rest/request/operation.ts parseAddress',
  'parse a query string': 'src/core/query-string.ts parseQuery',
  'match routes': 'src/registry/route-table.ts matching',
  'parse arguments': 'src/registry/args.ts parseArgs',
  'parse _fields': 'src/rest/request/selection.ts parseFields',
  'parse _embed': 'src/rest/request/selection.ts parseEmbed',
  'parse the presentation': 'src/rest/request/presentation.ts parsePresentation',
  'present a body': 'src/rest/request/presentation.ts present',
  'parse a GraphQL request': 'src/graphql/operation.ts parseRequest',
  'parse parameters in an address': 'src/graphql/params.ts paramsOfSearch',
  'parse parameters in a body': 'src/graphql/params.ts paramsSent',
  'check the size of variables': 'src/graphql/variables.ts refuseVariables',
  // Validation is part of it, and an operation is costed where its document is read. What loops over the views is counted twice where V8 replaces it meanwhile by faster code
  'read a document': 'src/graphql/documents.ts read',
  'parse a document': 'src/graphql/documents.ts parseWithin',
  'check the size of a document': 'src/graphql/limits.ts refuseLarge',
  'encode a response': 'src/cache/encode.ts encode',
} as const

type Step = keyof typeof steps

const ofRest: readonly Step[] = [
  'receive a request',
  'parse an address',
  'parse a query string',
  'match routes',
  'parse arguments',
  'parse _fields',
  'parse _embed',
  'parse the presentation',
  'present a body',
  'encode a response',
]
const ofGraphql: readonly Step[] = [
  'receive a request',
  'parse a GraphQL request',
  'check the size of variables',
  'read a document',
  'parse a document',
  'check the size of a document',
  'encode a response',
]

const listed = '/cms-json/cms/v2/posts?per_page=3&_fields=id,title,_links,_embedded&_embed=author,cms:term'

const [miss, bypass] = ['lectern; fwd=miss', 'lectern; fwd=bypass']

const session = new Session()

/** How often each step was taken for what is asked; those that were not are left out. */
async function countsOf(
  ask: () => Promise<Answer>,
): Promise<readonly [Answer, Readonly<Record<string, number>>]> {
  await session.post('Profiler.takePreciseCoverage')
  const answer = await ask()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const calls = new Map<string, number>()
  for (const { url, functions } of result)
    for (const { functionName, ranges } of functions) {
      const name = `${url} ${functionName}`
      calls.set(name, (calls.get(name) ?? 0) + (ranges[0]?.count ?? 0))
    }
  const countOf = (place: string) =>
    [...calls].reduce((sum, [name, count]) => sum + (name.endsWith(`/${place}`) ? count : 0), 0)
  const counted = Object.entries(steps).map(([step, place]) => [step, countOf(place)] as const)
  return [answer, Object.fromEntries(counted.filter(([, count]) => count > 0))]
}

const once = (taken: readonly Step[]) => Object.fromEntries(taken.map((step) => [step, 1]))

// Under coverage V8 counts for the whole run, which counting here would end
if (process.env['NODE_V8_COVERAGE'] === undefined)
  onEveryDatabase('each step of a cold request', (on) => {
    let home = ''
    before(async () => {
      const { gateway } = on()
      home = String(at((await gateway.get('/cms-json/')).json, 'home'))
      session.connect()
      await session.post('Profiler.enable')
      await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
      // A function that V8 had made faster is counted twice where the first call after the start goes back to the slower one
      await gateway.get(`${listed}&search=nothing`)
      await gateway.graphql('query Page($n: Int) { pages(first: $n) { totalCount } }', { n: 2 })
      await gateway.get('/graphql?query={pages(first:2){totalCount}}')
    })
    after(async () => {
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    })

    const takes = async (
      ask: (gateway: TestGateway) => Promise<Answer>,
      taken: readonly Step[],
      use = miss,
    ) => {
      const [answer, counts] = await countsOf(() => ask(on().gateway))
      assert.equal(answer.headers.get('cache-status'), use, answer.text)
      assert.deepEqual(counts, once(taken))
    }

    it('once/1 of a list with _fields and _embed', () => takes(({ get }) => get(listed), ofRest))

    it('once/2 of an item', () =>
      takes(({ get }) => get('/cms-json/cms/v2/posts/201?_fields=id,title'), ofRest))

    it('once/9 of a list that is named by rest_route', () =>
      takes(({ get }) => get('/?rest_route=/cms/v2/pages&per_page=2&_fields=id,title'), ofRest))

    it('once/10 of a list with a nonce in its address', () =>
      takes(
        ({ get }) => get('/cms-json/cms/v2/pages?per_page=1&_fields=id&_wpnonce=0123456789'),
        ofRest,
        bypass,
      ))

    it('once/3 of oEmbed', () =>
      takes(
        ({ get }) => get(`/cms-json/oembed/1.0/embed?url=${encodeURIComponent(`${home}/?p=201`)}`),
        ofRest,
      ))

    it('once/4 of OPTIONS', () =>
      takes(({ send }) => send('OPTIONS', '/cms-json/cms/v2/posts?_fields=methods'), ofRest, bypass))

    it('once/5 of GraphQL by GET', () =>
      takes(
        ({ get }) => get('/graphql?query={posts(first:3){edges{node{id,author{name}}}}}'),
        [...ofGraphql, 'parse parameters in an address'],
      ))

    it('once/6 of GraphQL by POST', () =>
      takes(
        ({ graphql }) => graphql('query Page($n: Int) { posts(first: $n) { totalCount } }', { n: 2 }),
        [...ofGraphql, 'parse parameters in a body'],
      ))

    it('once/7 of GraphQL that is refused', () =>
      takes(
        ({ send }) =>
          send('POST', '/graphql?view=cursor', {
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ query: '{ posts { nothing } }' }),
          }),
        [...ofGraphql, 'parse parameters in a body'],
        bypass,
      ))

    it('once/8 of a list that is cached, which is only received from its third request on', async () => {
      await on().gateway.get(listed)
      await takes(({ get }) => get(listed), ['receive a request'], 'lectern; hit')
    })
  })
