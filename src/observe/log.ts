// Observations → log lines, as JSON, or as text where a terminal shows them. Only Pino writes them. No line holds a query string,
// a header or a body, which is where secrets are.
import { pino, type Logger } from 'pino'
import { errorCode } from '../core/error-code.ts'
import { mapValues } from '../core/map-values.ts'
import type { Observation, Observe } from '../core/observation.ts'
import { createRepeats, type Repeats } from './repeats.ts'
import { lineForTerminal } from './terminal-line.ts'

/** Letters that wait to be written; what comes beyond is lost. */
const waitingMax = 1_000_000

/** `worker`: the id of the process, where several serve. */
export function createLog(
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent',
  worker: number | null = null,
): Observe {
  const output = openOutput()
  const log = pino(
    {
      level,
      base: worker === null ? null : { worker },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    process.stderr.isTTY ? { write: (line) => output.write(lineForTerminal(line)) } : output,
  )
  const debugging = log.isLevelEnabled('debug')
  const losses = createRepeats(() => performance.now())
  return (observation) => {
    switch (observation.kind) {
      case 'request':
      case 'passed':
      case 'redirected':
      case 'query':
      case 'stream-ended':
        if (debugging) log.debug(fieldsOf(observation))
        return
      case 'query-failed':
        return log.warn(fieldsOf(observation), 'a query failed')
      case 'query-repeated':
        return log.info(fieldsOf(observation), 'a query was repeated because its connection was lost')
      case 'given-up':
        return logGivenUp(observation, log)
      case 'origin-failed':
        return log.warn(`WordPress did not answer: ${observation.reason}`)
      case 'database-found':
      case 'database-lost':
        return logDatabase(observation, log, losses)
      case 'server':
        return observation.condition === 'well'
          ? log.info(`the server at ${observation.place} is well`)
          : log.warn(
              `the server at ${observation.place} ${conditions[observation.condition](observation.reason)}`,
            )
      case 'feed':
      case 'feed-unfit':
      case 'feed-lost':
      case 'feed-back':
        return logFeed(observation, log)
      case 'lease':
        return observation.isHeld
          ? log.info('the cache is fresh again: the change feed has caught up')
          : log.warn(lapsed(observation))
      case 'inspected':
        return logInspected(observation, log)
      case 'stream-begun':
      case 'dropped':
      case 'adjusted':
      case 'shared-answer':
      case 'counted':
      case 'client-dropped':
      case 'unread':
        if (debugging) log.debug(observation)
        return
      case 'webhook':
        return logWebhook(observation, log)
      // The worker's own watchdog has logged the place in the code
      case 'worker-hung':
        return
      case 'worker-lost':
        return log.error(
          `worker ${observation.worker} ended: ${observation.reason}; replacing it in ${observation.retryMs} ms`,
        )
      case 'warmed':
        return log.info(
          `${observation.loaded} addresses were loaded again${observation.why === null ? '' : `, ${observation.left} were not: ${whyNot[observation.why]}`}`,
        )
      case 'totals-restored':
        return logRestored(observation, log)
      case 'reloaded':
        return log.info(
          observation.by === 'rows'
            ? 'the gateway was composed again because the theme or the definitions of plug-ins changed in the database'
            : `the settings were read again${observation.left.length === 0 ? '' : `; these need a restart: ${observation.left.join(', ')}`}`,
        )
      case 'not-reloaded':
        return log.error(`the settings stay as they were: ${whyNotReloaded(observation)}`)
      case 'warning':
        return log.warn(observation.message)
      case 'error':
        return log.error(describe(observation.error), `an error while ${observation.during}`)
      case 'clients-dropped':
        return log.warn(
          `${observation.count} connections were closed immediately because CLIENTS_MAX are open`,
        )
      case 'stopping':
        return log.info(`stopping: ${observation.inFlight} requests in flight`)
    }
  }
}

/** A full disk ends no gateway: what it does not take is written with a later line. */
function openOutput() {
  const output = pino.destination({ fd: 2, sync: true, maxLength: waitingMax })
  output.on('error', () => {})
  return output
}

function whyNotReloaded({
  reason,
  retryMs,
}: Extract<Observation, { readonly kind: 'not-reloaded' }>): string {
  return retryMs === undefined ? reason : `${reason}; the next try is in ${retryMs / 1000} s`
}

/** A database that is away is looked for every two seconds. */
function logDatabase(
  observation: Extract<Observation, { readonly kind: 'database-found' | 'database-lost' }>,
  log: Logger,
  losses: Repeats,
): void {
  const at = observation.at === undefined ? '' : ` at ${observation.at}`
  if (observation.kind === 'database-found') {
    losses.end()
    return log.info(`the database is there: ${observation.server}${at}`)
  }
  const line = `the database${at} cannot be used: ${observation.reason}`
  if (losses.isNews(line)) log.error(`${line}; trying again in ${observation.retryMs} ms`)
}

function logFeed(
  observation: Extract<Observation, { readonly kind: 'feed' | 'feed-unfit' | 'feed-lost' | 'feed-back' }>,
  log: Logger,
): void {
  const { name } = observation
  switch (observation.kind) {
    case 'feed':
      if (name !== 'clock') return log.info(`the change feed is ${name}`)
      return log.warn(
        'the change feed is clock: changes are not noticed, and cached answers live for CACHE_BLIND_LIFE_MS',
      )
    case 'feed-unfit':
      return log.warn(`the change feed cannot be ${name}: ${observation.reason}`)
    case 'feed-lost':
      return log.warn(`the change feed ${name} is lost: ${observation.reason}; trying again`)
    case 'feed-back':
      return log.info(
        `the change feed ${name} is back after ${Math.round(observation.awayMs)} ms${observation.isGap ? '; the cache was emptied, since changes were missed' : ''}`,
      )
  }
}

function logRestored(
  { kept, anew, why }: Extract<Observation, { readonly kind: 'totals-restored' }>,
  log: Logger,
): void {
  const others = why === null ? '' : `, ${anew} have to be counted again: ${why}`
  log.info(`${kept} totals from before the start are kept${others}`)
}

function logInspected(observation: Extract<Observation, { readonly kind: 'inspected' }>, log: Logger): void {
  const { isStale, path, tags, afterS } = observation
  if (isStale)
    log.error(
      { path, tags: tags.slice(0, tagsShown) },
      `a cached answer was stale ${afterS} s after it was sampled, and was dropped`,
    )
}

function logWebhook(observation: Extract<Observation, { readonly kind: 'webhook' }>, log: Logger): void {
  const receiver = `webhook receiver ${observation.receiver} (${observation.origin})`
  switch (observation.outcome) {
    case 'taken':
      return log.debug(`${receiver} accepted a webhook, ${Math.round(observation.ms)} ms after the change`)
    case 'failed': {
      const { reason, retryMs } = observation
      return log.warn(
        `${receiver} failed: ${reason}${retryMs === null ? '' : `; trying again in ${retryMs} ms`}`,
      )
    }
    case 'given-up':
      return log.error(
        `${receiver} accepted no webhook in ${observation.attempts} attempts; its next webhook says that everything is stale`,
      )
    case 'gone':
      return log.warn(`${receiver} answered 410: it gets no more webhooks until the next start or reload`)
  }
}

/** Tags of a stale answer that a line shows. */
const tagsShown = 50

const whyNot = {
  busy: 'there are too many requests',
  slow: 'the database is slow',
  failing: 'the database cannot be read',
  stopped: 'the gateway stops',
} as const

const conditions = {
  behind: () => 'is further behind its source than REPLICA_LAG_MAX_MS allows',
  stopped: () => 'has stopped replicating from its source',
  unfit: (reason: string | null) => `cannot be used: ${reason}`,
  away: (reason: string | null) => `cannot be reached: ${reason}`,
} as const

function logGivenUp(observation: Extract<Observation, { readonly kind: 'given-up' }>, log: Logger): void {
  if (observation.why === 'client_gone') log.debug(observation)
  else if (observation.why === 'render_timeout')
    log.warn(observation, 'the texts of an answer took longer to render than RENDER_TIMEOUT_MS')
  else log.warn(observation, 'the texts of an answer exceeded the limit of their total length')
}

function fieldsOf(
  observation: Extract<
    Observation,
    {
      readonly kind:
        | 'request'
        | 'stream-ended'
        | 'passed'
        | 'redirected'
        | 'query'
        | 'query-failed'
        | 'query-repeated'
    }
  >,
): object {
  const stages =
    'stages' in observation ? { stages: mapValues(observation.stages ?? {}, inMicroseconds) } : {}
  // A client's `traceparent` is shown no more than any other header
  return {
    ...observation,
    ms: inMicroseconds(observation.ms),
    ...stages,
    trace: undefined,
    parent: undefined,
  }
}

/** Milliseconds to the microsecond. */
function inMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000
}

/**
 * Describes an error and where it was thrown. Messages of drivers are left out: they quote statements with values of clients.
 */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { error: typeof error }
  const code = errorCode(error) || undefined
  const message = 'sql' in error ? '(not shown: it quotes the statement)' : error.message
  const [, ...frames] = (error.stack ?? '').split(/\n(?=\s+at )/)
  return { error: error.name, code, message, stack: frames.map((frame) => frame.trim()) }
}

function lapsed({ withinMs, why }: Extract<Observation, { readonly kind: 'lease' }>): string {
  const reason = why === null ? '' : ` (${why})`
  return `the cache is not fresh: the change feed could not prove for ${withinMs} ms that it has every change${reason}. Answers are made again, or served stale while the database cannot be read`
}
