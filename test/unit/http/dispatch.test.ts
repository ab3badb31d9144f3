// Errors that are thrown on the way of a request are observed, and a plain 500 is answered.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createResponseCache } from '../../../src/cache/response-cache.ts'
import { createTaggedCache } from '../../../src/cache/tagged-cache.ts'
import type { Observation } from '../../../src/core/observation.ts'
import { jsonReply } from '../../../src/core/reply.ts'
import type { Request } from '../../../src/core/request.ts'
import { anonymous } from '../../../src/core/viewer.ts'
import { createDispatch } from '../../../src/http/dispatch.ts'
import { startTimer } from '../../../src/http/stage-timer.ts'
import { fixedOperation } from '../../../src/registry/fixed-operation.ts'

const request: Request = {
  method: 'GET',
  path: '/there',
  query: '_wpnonce=secret',
  args: () => new Map(),
  header: () => undefined,
  client: { address: '192.0.2.1', isSecure: false, isLocal: false },
  body: async () => new Uint8Array(),
}

it('a way to log in that rejects is a bug: observed with its error, answered as a plain 500', async () => {
  const observed: Observation[] = []
  const bug = new Error('a bug with a secret')
  const dispatch = createDispatch({
    authenticate: async () => {
      throw bug
    },
    cache: createResponseCache(createTaggedCache({ bytesMax: 10_000, lifeMs: () => 1000 })),
    lease: () => null,
    limit: null,
    positions: null,
    isAway: () => false,
    staleAfterMs: 0,
    renderTimeoutMs: 10_000,
    showsTimings: true,
    observe: (observation) => void observed.push(observation),
  })
  const out = await dispatch(
    fixedOperation({
      servedBy: 'gateway',
      path: '/there',
      cacheKey: null,
      answer: () => jsonReply(200, 'answered'),
      refuse: (failure, viewer) => jsonReply(500, [failure.code, viewer.kind]),
    }),
    request,
  )
  assert.equal(out.status, 500)
  assert.deepEqual(JSON.parse(String(Buffer.from(out.body ?? []))), ['internal_error', 'anonymous'])
  assert.deepEqual(observed[0], { kind: 'error', error: bug, during: 'GET /there' })
  assert.deepEqual(
    [observed[1]?.kind, JSON.stringify(observed.slice(1)).includes('secret')],
    ['request', false],
  )
})

it('observes how long each stage of a request took, in their order', async () => {
  const stages: (readonly string[])[] = []
  const dispatch = createDispatch({
    authenticate: () => anonymous,
    cache: createResponseCache(createTaggedCache({ bytesMax: 10_000, lifeMs: () => 1000 })),
    lease: () => null,
    limit: null,
    positions: null,
    isAway: () => false,
    staleAfterMs: 0,
    renderTimeoutMs: 10_000,
    showsTimings: true,
    observe: (observation) => {
      if (observation.kind === 'request') stages.push(Object.keys(observation.stages ?? {}))
    },
  })
  const operation = fixedOperation({
    servedBy: 'gateway',
    path: '/there',
    cacheKey: '/there',
    answer: () => jsonReply(200, 'answered', { store: 'shared' }),
    refuse: ({ code }) => jsonReply(500, code),
  })
  for (let time = 0; time < 2; time += 1) await dispatch(operation, request, startTimer())
  assert.deepEqual(stages, [
    ['authenticate', 'cache', 'answer', 'encode', 'send'],
    ['authenticate', 'cache', 'send'],
  ])
})
