// One of several processes that serve, begun by the primary (cluster.ts), which gives it its settings and stops it.
import cluster from 'node:cluster'
import { sentenceOf } from './core/start-error.ts'
import { parseAddresses } from './database/address.ts'
import { toldChoice } from './database/told-choice.ts'
import { outliveUncaught } from './extensions/uncaught.ts'
import { askLogOf } from './feed/log-end.ts'
import { relayedFeed } from './feed/relayed.ts'
import { startGateway } from './gateway.ts'
import { createLog } from './observe/log.ts'
import { readConfig } from './settings/config.ts'
import { connectPrimary, type Primary } from './workers/primary.ts'

const primary = connectPrimary()
// From the terminal it reaches the primary too, which acts for all
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
await serve(primary).catch(async (error: unknown) => {
  const sentence = sentenceOf(error)
  if (sentence === null) console.error(error)
  await primary.refuse(sentence ?? (error instanceof Error ? error.message : String(error)))
  process.exit(1)
})

async function serve({
  beginning,
  stopped,
  relay,
  onStale,
  report,
  listening,
  ready,
}: Primary): Promise<void> {
  const { settings, secret } = await beginning
  const read = readConfig({ file: settings, environment: {}, flags: {} })
  const addresses = read.kind === 'config' ? parseAddresses(read.config.databaseUrl ?? '') : null
  if (read.kind === 'problems' || addresses === null) throw new Error('the primary gave no settings')
  const { config } = read
  const observe = createLog(config.logLevel, cluster.worker?.id ?? null)
  outliveUncaught(config.extensions, observe)
  const gateway = await startGateway(config, addresses, observe, {
    choice: (candidates) => {
      const choice = toldChoice(candidates, relay)
      // What is read elsewhere is not what is followed
      const followed = () => (relay.server() === choice.read() ? relay.followed() : null)
      return { choice, feed: (engine) => relayedFeed({ ...relay, followed }, askLogOf(engine)) }
    },
    onStale,
    report,
    secret,
  })
  const stop = (drainMs?: number) =>
    void gateway.stop(drainMs).then(
      () => process.exit(0),
      () => process.exit(1),
    )
  process.once('SIGTERM', () => stop())
  void stopped.then(stop)
  listening(gateway)
  await gateway.ready
  ready()
}
