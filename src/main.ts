// The command line. Exit codes of `lectern serve`: 0 stopped as asked, 1 not started, 70 hung; of `lectern check`: 0 nothing to mend, 1
// warnings, 2 problems, or not looked.
import { setTimeout } from 'node:timers/promises'
import { exitCodeOf } from './check/finding.ts'
import { printServer, printSummary, printTopic } from './check/print.ts'
import { createProgress } from './check/progress.ts'
import { checkDatabase, type Checked } from './app/check.ts'
import { startCluster } from './cluster/primary.ts'
import type { Observe } from './core/observation.ts'
import { sentenceOf, StartError } from './core/start-error.ts'
import type { Addresses } from './database/address.ts'
import { routeNow } from './http/answering.ts'
import { createLog } from './observe/log.ts'
import { startWatchdog } from './observe/watchdog.ts'
import { gently, reloadOnSignal, stopOnSignals } from './cli/signals.ts'
import { startReloadable } from './app/reload.ts'
import { describeSettings, type Config, type SettingDescription } from './settings/config.ts'
import { forHelp, readFlags } from './settings/flags.ts'
import { createReadSettings, type ReadSettings } from './settings/read-settings.ts'

const usage = `Usage: lectern serve [--config FILE] [--SETTING VALUE …]
       lectern check [--json] [--config FILE] [--SETTING VALUE …]

Serves the database that DATABASE_URL, --database-url or the config file names; or looks at it, writing nothing, and
says what is good about it and what is not (exit code 0 nothing to mend, 1 warnings, 2 problems).
Settings, as flags and environment variables; a config file has them in camelCase.
${[...Map.groupBy(describeSettings(), ({ topic }) => topic)].map(describeTopic).join('\n')}`

function describeTopic([topic, settings]: readonly [string, readonly SettingDescription[]]): string {
  const lines = settings.map(
    ({ flag, environment, about, fallback }) =>
      `  ${flag}  ${environment}\n      ${about}${fallback === null ? '' : ` (default ${fallback})`}\n`,
  )
  return `\n${topic}\n${lines.join('')}`
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(sentenceOf(error) ?? error)
  process.exitCode = process.argv[2] === 'check' ? 2 : 1
})

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readFlags(args)
  if (values['help'] === true) return console.log(usage)
  const [command, ...others] = positionals
  if (command === undefined) throw new StartError(usage)
  if (command !== 'serve' && command !== 'check')
    throw new StartError(`There is no command "${command}": the commands are serve and check.\n${forHelp}`)
  if (others.length > 0)
    throw new StartError(
      `"${others[0]}" is neither a command nor a setting: settings are flags (--port 8080).\n${forHelp}`,
    )
  const readSettings = createReadSettings(values, process.env)
  if (command === 'serve') return await serve(readSettings)
  const { config, addresses } = await readSettings()
  process.exitCode = await check(config, addresses, values['json'] === true)
}

async function check(config: Config, addresses: Addresses, isJson: boolean): Promise<number> {
  const all: Checked[] = []
  let before: string | undefined
  const progress = createProgress(process.stderr)
  for await (const checked of checkDatabase(config, addresses, progress.show)) {
    all.push(checked)
    progress.clear()
    if (isJson) continue
    const { server } = checked
    if (server !== undefined && server !== before) console.log(printServer(server))
    before = server
    console.log(printTopic(checked.topic, checked.findings))
  }
  progress.clear()
  const findings = all.flatMap((checked) => checked.findings)
  const code = exitCodeOf(findings)
  console.log(isJson ? JSON.stringify({ code, topics: all }, null, 2) : printSummary(findings))
  return code
}

async function serve(readSettings: ReadSettings): Promise<void> {
  const { config, addresses } = await readSettings()
  let log = createLog(config.logLevel)
  const observe: Observe = (observation) => log(observation)
  startWatchdog({
    hangMs: config.hangMs,
    isLogged: config.logLevel !== 'silent',
    worker: null,
    route: routeNow,
  })
  const start = config.workers > 1 ? startCluster : startReloadable
  const gateway = await start(config, addresses, observe)
  const reload = async () => {
    const settings = await readSettings()
    const left = await gateway.reload(settings)
    log = createLog(settings.config.logLevel)
    return left
  }
  const stop = () => gateway.stop(gently(config))
  stopOnSignals(stop)
  reloadOnSignal(reload, stop, observe)
  const ready = gateway.ready.catch(async (error: unknown) => {
    await gateway.stop()
    throw error
  })
  // A database that is slow to answer does not keep the line from being said
  await Promise.race([ready, setTimeout(1000, undefined, { ref: false })])
  const { publicUrl, adminUrl } = gateway
  const admin = adminUrl === null ? '' : `  admin ${adminUrl}/`
  console.log(
    `REST ${publicUrl}/${config.brand}-json/  GraphQL ${publicUrl}/graphql  page ${publicUrl}/${admin}`,
  )
  await ready
}
