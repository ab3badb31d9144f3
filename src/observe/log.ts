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
      case 'database-found':
        return log.info(`the database is there: ${observation.server}`)
      case 'database-lost':
        return log.error(
          `the database cannot be used: ${observation.reason}; trying again in ${observation.retryMs} ms`,
        )
      case 'warning':
        return log.warn(observation.message)
      case 'error':
        return log.error({ err: observation.error }, `an error while ${observation.during}`)
      case 'stopping':
        return log.info(`stopping: ${observation.inFlight} requests in flight`)
    }
  }
}

function fieldsOf(observation: Extract<Observation, { readonly kind: 'request' | 'query' }>): object {
  return { ...observation, ms: Math.round(observation.ms * 1000) / 1000 }
}
