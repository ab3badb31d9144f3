// Gateways whose Valkey is found by Sentinels, or as nodes of a cluster: while another server becomes the primary no answer is
// older than it may be, and then they share again.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { probeValkey } from '../../src/valkey/probe.ts'
import { createSeal } from '../../src/core/seal.ts'
import { testDatabases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { at, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { startCluster, startWithSentinel, type ValkeyGroup } from '../support/valkey-group.ts'
import { valkeyProgram } from '../support/valkey-process.ts'

const kind = testDatabases().find(({ flavour }) => flavour !== 'sqlite')
const skip =
  kind === undefined
    ? 'there is no server with a log'
    : valkeyProgram === null && 'there is no valkey-server and no redis-server'
const path = '/cms-json/cms/v2/posts/228?_fields=title'
const freshWithinMs = 2000
const redisSecret = 'a secret of at least thirty-two characters'

const feedOf = async ({ adminUrl }: TestGateway, what: string) =>
  at(await (await fetch(`${adminUrl}/ready`)).json(), 'feed', what)

const sharing = (all: readonly TestGateway[]) =>
  eventually(async () => {
    const names = await Promise.all(all.map((gateway) => feedOf(gateway, 'name')))
    const roles = await Promise.all(all.map((gateway) => feedOf(gateway, 'role')))
    assert.deepEqual(names, ['shared', 'shared'])
    assert.deepEqual(new Set(roles), new Set(['reader', 'follower']))
  })

async function gateways(test: TestContext, { url }: ValkeyGroup) {
  assert(kind)
  const database = await kind.create()
  test.after(() => database.drop())
  const start = async () => {
    const gateway = await startTestGateway(
      { url: database.adminUrl },
      {
        feed: 'auto',
        adminPort: 0,
        redisUrl: url,
        redisSecret,
        publicUrl: 'https://api.example.org',
        freshWithinMs,
        requestsPerMinuteMax: 1_000_000,
      },
    )
    test.after(gateway.stop)
    return gateway
  }
  const all = [await start(), await start()]
  const write = (version: number) =>
    database.execute('update wp_posts set post_title = ? where ID = 228', [`version ${version};`])
  return { all, write }
}

interface Raced {
  hits: number
  versions: number
}

/** Writes versions and reads them from each gateway until `isOver`, and counts both. */
async function race(
  all: readonly TestGateway[],
  write: (version: number) => Promise<unknown>,
  raced: Raced,
  isOver: () => boolean,
): Promise<void> {
  const committedAt: number[] = []
  const writer = async () => {
    while (!isOver()) {
      await write(committedAt.length)
      raced.versions = committedAt.push(performance.now())
      const wanted = raced.hits + hitsEach
      await eventually(() => assert(raced.hits >= wanted || isOver()))
    }
  }
  const reader = async (gateway: TestGateway) => {
    while (!isOver()) {
      const askedAt = performance.now()
      const { text, headers } = await gateway.get(path)
      const version = Number(/version (\d+);/.exec(text)?.[1] ?? -1)
      const due = committedAt.findLastIndex((each) => each < askedAt - freshWithinMs)
      const status = headers.get('cache-status') ?? ''
      // One that a busy machine serves for now says that it is old
      assert(
        version >= due || status.includes('fwd=stale'),
        `version ${version} where ${due} is due: ${status}`,
      )
      raced.hits += Number(status.includes('; hit'))
    }
  }
  await Promise.all([writer(), ...all.map(reader)])
}

/** So many hits between two commits. */
const hitsEach = 20

const countedTogether = async ({ adminUrl }: TestGateway) => {
  const metrics = await (await fetch(`${adminUrl}/metrics`)).text()
  return Number(
    /^lectern_shared_counts_total\{what="requests",where="shared"\} (\d+)/m.exec(metrics)?.[1] ?? 0,
  )
}

const kinds: Readonly<Record<string, readonly [(test: TestContext) => Promise<ValkeyGroup>, RegExp]>> = {
  'that Sentinels name': [startWithSentinel, /READONLY/],
  'in a cluster': [startCluster, /it is a node of a cluster.*redis\+cluster:/],
}

describe('gateways that share a Valkey', { skip, concurrency: true }, () => {
  for (const [which, [start, refusal]] of Object.entries(kinds))
    it(`${which} are never stale while another takes over, and share by that one`, async (test) => {
      const group = await start(test)
      const seal = createSeal(redisSecret)
      // A busy machine may take longer for an answer than the probe waits
      await eventually(async () => assert.equal((await probeValkey(group.url, seal)).kind, 'answers'))
      await eventually(async () => {
        const refused = await probeValkey(group.replicaUrl, seal)
        assert.match(refused.kind === 'none' ? refused.reason : '', refusal)
      })
      const { all, write } = await gateways(test, group)
      await sharing(all)
      let isOver = false
      const raced = { hits: 0, versions: 0 }
      const racing = race(all, write, raced, () => isOver)
      const failOver = async () => {
        await group.failOver()
        await sharing(all)
        for (const one of all) {
          const before = await countedTogether(one)
          await eventually(async () => assert((await countedTogether(one)) > before))
        }
        await eventually(() => assert(raced.hits > hitsEach && raced.versions > 1))
      }
      await failOver().finally(() => (isOver = true))
      await racing
    })
})
