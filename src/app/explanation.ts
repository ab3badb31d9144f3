// Explains an address on the admin port: its cache entry, and the answer made anew with the statements that ran.
import { makeAnew } from '../cache/anew.ts'
import type { KeptReply } from '../cache/response-cache.ts'
import type { TaggedCache } from '../cache/tagged-cache.ts'
import { createAsk } from '../check/finding.ts'
import { explain } from '../check/explain.ts'
import { fail } from '../core/failure.ts'
import type { CachedState, Explain, StatementExplanation } from '../core/explanation.ts'
import type { Observe } from '../core/observation.ts'
import { anonymous } from '../core/viewer.ts'
import type { Engine, Server } from '../database/engine.ts'
import type { Layout } from '../database/layout.ts'
import { endpointAt, ownTarget, requestFor } from '../http/endpoint-at.ts'
import { withStatements, type StatementRun } from '../read/statements-run.ts'
import type { EndpointDefinition } from '../registry/endpoint.ts'

export interface ExplainOptions {
  readonly endpoints: readonly EndpointDefinition[]
  readonly publicUrl: string
  readonly responses: Pick<TaggedCache<KeptReply>, 'peek' | 'isLapsed' | 'whyDropped'>
  readonly engine: Engine
  readonly layout: Layout
  /** Null while there is no database. */
  readonly server: () => Server | null
  readonly queryTimeoutMs: number
  readonly observe: Observe
}

/** Statements beyond this number are listed without an EXPLAIN. */
const explainedMax = 40

export function createExplain(options: ExplainOptions): Explain {
  const { endpoints, publicUrl, responses, observe } = options
  return async (address) => {
    const request = requestFor({ target: ownTarget(address, publicUrl), accept: null })
    const endpoint = endpointAt(endpoints, request)
    if (endpoint === undefined) return null
    const operation = endpoint.parse(request)
    const failed = (error: unknown) => observe({ kind: 'error', error, during: `explaining ${request.path}` })
    const key = await Promise.try(() => operation.cacheKey()).catch((error: unknown) => {
      failed(error)
      return null
    })
    const began = performance.now()
    const answer = () =>
      operation.answer(anonymous).catch((error: unknown) => {
        failed(error)
        return operation.refuse(fail('internal_error'), anonymous)
      })
    const [reply, statements] = await withStatements(() => makeAnew(answer))
    const ms = performance.now() - began
    return {
      address: `${request.path}${request.query === '' ? '' : `?${request.query}`}`,
      interface: endpoint.name,
      path: operation.path(),
      cached: cachedState(key, responses),
      answer: {
        status: reply.status,
        bytes: reply.body.byteLength,
        ms,
        isShared: reply.store === 'shared',
        tags: [...reply.tags],
        statements: await explained(statements, options),
      },
    }
  }
}

function cachedState(key: string | null, responses: ExplainOptions['responses']): CachedState {
  if (key === null) return { state: 'never', key, hits: null, dropped: null }
  const drop = responses.whyDropped(key)
  const kept = responses.peek(key)
  return {
    state: kept ? 'fresh' : responses.isLapsed(key) ? 'lapsed' : 'absent',
    key,
    hits: kept?.value.uses ?? null,
    dropped: drop
      ? { cause: drop.cause, ms: drop.ms, agoS: Math.floor((performance.now() - drop.at) / 1000) }
      : null,
  }
}

async function explained(
  statements: readonly StatementRun[],
  { engine, layout, server: found, queryTimeoutMs }: ExplainOptions,
): Promise<readonly StatementExplanation[]> {
  const server = found()
  const { send } = createAsk(engine, queryTimeoutMs)
  const all: StatementExplanation[] = []
  // One statement at a time, so that no client's request waits for a connection
  for (const { plan, query, ms, rows } of statements) {
    const isAsked = server !== null && all.length < explainedMax
    // An account may read a view without the right to explain it
    const access = isAsked
      ? await explain({ send, dialect: engine.dialect, server, layout }, query).catch(() => [])
      : []
    all.push({ plan, sql: query.sql, ms, rows, access })
  }
  return all
}
