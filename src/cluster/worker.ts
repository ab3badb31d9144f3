// A worker process: it serves clients; the primary (primary.ts) gives it its settings and stops it.
import cluster from 'node:cluster'
import { sentenceOf } from '../core/start-error.ts'
import { parseAddresses } from '../database/address.ts'
import type { Engine } from '../database/engine.ts'
import { relayedChoice } from '../database/servers/relayed-choice.ts'
import { createOutliving } from '../extensions/uncaught.ts'
import { askLogOf } from '../feed/log-end.ts'
import { relayedFeed } from '../feed/relayed.ts'
import { startGateway } from '../app/gateway.ts'
import { giveBackStartMemory } from '../core/start-memory.ts'
import { routeNow } from '../core/work.ts'
import { createLog } from '../observe/log.ts'
import { startWatchdog } from '../observe/watchdog.ts'
import { readConfig } from '../settings/config.ts'
import { gently, type Stopping } from '../core/stopping.ts'
import { connectPrimary, type Primary } from './primary-channel.ts'

/** Serves with the primary's settings until the primary stops the process. */
export async function beginWorker(): Promise<void> {
  const primary = connectPrimary()
  // The terminal sends these signals to the primary too, which acts for all processes
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  await serve(primary).catch(async (error: unknown) => {
    const sentence = sentenceOf(error)
    if (sentence === null) console.error(error)
    await primary.refuse(sentence ?? (error instanceof Error ? error.message : String(error)))
    process.exit(1)
  })
}

async function serve({
  beginning,
  stopped,
  relay,
  onStale,
  outdated,
  report,
  listening,
  ready,
  released,
}: Primary): Promise<void> {
  const { settings, secret, localUrl, isSuccessor } = await beginning
  const read = readConfig({ file: settings, environment: {}, flags: {} })
  const addresses = read.kind === 'config' ? parseAddresses(read.config.databaseUrl ?? '') : null
  if (read.kind === 'problems' || addresses === null) throw new Error('the primary gave no settings')
  const { config } = read
  const worker = cluster.worker?.id ?? null
  const observe = createLog(config.logLevel, worker)
  startWatchdog({
    hangMs: config.hangMs,
    isLogged: config.logLevel !== 'silent',
    worker,
    route: routeNow,
  })
  createOutliving(observe)(config.extensions)
  const gateway = await startGateway(
    config,
    addresses,
    observe,
    {
      choice: (candidates) => {
        const choice = relayedChoice(candidates, relay)
        // A worker that still reads another server must not use the feed
        const followed = () => (relay.server() === choice.read() ? relay.followed() : null)
        const reachedOf = (engine: Pick<Engine, 'reached'>) => () =>
          relay.server() === choice.read() ? [...engine.reached()] : []
        return {
          choice,
          feed: (engine) => relayedFeed({ ...relay, followed }, askLogOf(engine), reachedOf(engine)),
        }
      },
      onStale,
      report,
      secret,
      localUrl,
      isSuccessor,
    },
    null,
    outdated,
  )
  const stop = (stopping?: Stopping) =>
    void gateway
      .stop(stopping)
      .finally(released)
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  process.once('SIGTERM', () => stop(gently(config)))
  void stopped.then(stop)
  listening(gateway)
  await gateway.ready
  ready()
  void giveBackStartMemory()
}
