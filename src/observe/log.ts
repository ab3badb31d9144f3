// Observations → lines. Pino writes them; nothing else in the gateway logs. No line holds a query string, a header or a
// body, which is where secrets are.
import { pino } from 'pino'
import type { Observation, Observe } from '../core/observation.ts'

export function createLog(level: 'debug' | 'info' | 'warn' | 'error' | 'silent'): Observe {
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  )
  const debugging = log.isLevelEnabled('debug')
  return (observation) => {
    switch (observation.kind) {
      case 'request':
      case 'query':
        if (debugging) log.debug(fieldsOf(observation))
        return
      case 'query-failed':
        return log.warn(fieldsOf(observation), 'a query failed')
      case 'database-found':
        return log.info(`the database is there: ${observation.server}`)
      case 'database-lost':
        return log.error(
          `the database cannot be used: ${observation.reason}; trying again in ${observation.retryMs} ms`,
        )
      case 'feed':
        return log.info(`changes are told by ${observation.name}`)
      case 'feed-unfit':
        return log.info(`changes cannot be told by ${observation.name}: ${observation.reason}`)
      case 'dropped':
        if (debugging) log.debug(observation)
        return
      case 'warning':
        return log.warn(observation.message)
      case 'error':
        return log.error(describe(observation.error), `an error while ${observation.during}`)
      case 'stopping':
        return log.info(`stopping: ${observation.inFlight} requests in flight`)
    }
  }
}

function fieldsOf(
  observation: Extract<Observation, { readonly kind: 'request' | 'query' | 'query-failed' }>,
): object {
  return { ...observation, ms: Math.round(observation.ms * 1000) / 1000 }
}

/** What an error is and where it came from. A driver's own words quote the statement, with what clients sent in it. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { error: typeof error }
  const code = 'code' in error ? String(error.code) : undefined
  const message = 'sql' in error ? '(not shown: it quotes the statement)' : error.message
  const [, ...frames] = (error.stack ?? '').split(/\n(?=\s+at )/)
  return { error: error.name, code, message, stack: frames.map((frame) => frame.trim()) }
}
