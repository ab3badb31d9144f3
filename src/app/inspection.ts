// Connects the inspector: cached answers are made again without any cache, and compared.
import { makeAnew } from '../cache/anew.ts'
import { etagOf } from '../cache/encode.ts'
import type { Observe } from '../core/observation.ts'
import type { RequestTarget } from '../core/request-target.ts'
import { anonymous } from '../core/viewer.ts'
import type { Invalidator } from '../invalidation/invalidator.ts'
import { createInspector } from '../inspector/inspector.ts'
import type { EndpointDefinition } from '../registry/endpoint.ts'
import { replayed } from './replay.ts'
import type { Config } from '../settings/config.ts'

export interface Inspecting {
  /** Observed drops make the inspector look at more entries. */
  readonly observe: Observe
  readonly stop: () => void
}

export interface InspectingOptions {
  readonly endpoints: readonly EndpointDefinition[]
  readonly invalidator: Pick<Invalidator, 'responses' | 'lease' | 'isUnseen' | 'caughtUp' | 'purge'>
  readonly observe: Observe
}

const catchUpMs = 2000

export function createInspecting(
  { inspectionQueriesMax }: Config,
  { endpoints, invalidator, observe }: InspectingOptions,
): Inspecting {
  if (inspectionQueriesMax === 0) return { observe: () => {}, stop: () => {} }
  const { responses } = invalidator
  // Cached answers may differ while the lease is not held
  const isProven = () => invalidator.lease.state()?.isHeld === true
  const inspector = createInspector({
    queriesMax: inspectionQueriesMax,
    sample: responses.sample,
    kept: (key) => {
      const entry = isProven() ? responses.peek(key) : undefined
      const target = entry?.value.target ?? null
      const etag = entry?.value.plain.etag ?? null
      return entry && !invalidator.isUnseen(new Set(entry.tags)) && target && etag !== null
        ? { etag, target, tags: entry.tags }
        : null
    },
    make: (target) => make(target, endpoints),
    caughtUp: () => invalidator.caughtUp('this process', catchUpMs),
    drop: (tags) => void invalidator.purge({ kind: 'tags', tags }),
    inspected: (inspection) => observe({ kind: 'inspected', ...inspection }),
  })
  return {
    observe: ({ kind }) => {
      if (kind === 'dropped') inspector.changed()
    },
    stop: inspector.stop,
  }
}

async function make(target: RequestTarget, endpoints: readonly EndpointDefinition[]) {
  const found = replayed(target, endpoints)
  if (found === null) return null
  const reply = await makeAnew(() => found.operation.answer(anonymous))
  if (reply.status >= 500) return null
  return { etag: reply.store === 'shared' ? etagOf(reply) : null, queries: reply.ran?.length ?? 0 }
}
