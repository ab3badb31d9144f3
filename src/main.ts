// The command line. Exit codes of `lectern serve`: 0 stopped as asked, 1 not started, 70 hung; of `lectern check`: 0 nothing to mend, 1
// warnings, 2 problems, or not looked.
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { setTimeout } from 'node:timers/promises'
import { exitCodeOf } from './check/finding.ts'
import { printServer, printSummary, printTopic } from './check/print.ts'
import { createProgress } from './check/progress.ts'
import { checkDatabase, type Checked } from './app/check.ts'
import { compareSite } from './app/compare.ts'
import { initialConfig, type Answer } from './app/init.ts'
import { printReport, reportOf, reportPage } from './compare/report.ts'
import { startCluster } from './cluster/primary.ts'
import type { Observe } from './core/observation.ts'
import { sentenceOf, StartError } from './core/start-error.ts'
import type { Addresses } from './database/address.ts'
import { routeNow } from './http/answering.ts'
import { createLog } from './observe/log.ts'
import { startWatchdog } from './observe/watchdog.ts'
import { gently } from './core/stopping.ts'
import { reloadOnSignal, stopOnSignals } from './cli/signals.ts'
import { startReloadable } from './app/reload.ts'
import { describeSettings, type Config, type SettingDescription } from './settings/config.ts'
import { forHelp, readFlags } from './settings/flags.ts'
import { createReadSettings, type ReadSettings } from './settings/read-settings.ts'

const usage = `Usage: lectern serve [--config FILE] [--SETTING VALUE …]
       lectern check [--json] [--config FILE] [--SETTING VALUE …]
       lectern init --database-url URL [--posts TABLE] [--out FILE] [--yes]
       lectern compare SITE [--requests 150] [--pause-ms 1000] [--report FILE.html] [--json] [--SETTING VALUE …]
       lectern --version

Serves the database that DATABASE_URL, --database-url or the config file names; or looks at it, writing nothing, and
says what is good about it and what is not (exit code 0 nothing to mend, 1 warnings, 2 problems). init looks at any
database, proposes which of its tables are posts, people, terms and comments, writes lectern.config.ts (or FILE) and checks
it; with --yes, or where nobody can be asked, it takes what it proposes. compare asks a site for public addresses, one a
second and only what its robots.txt allows, compares what Lectern answers over the database, and says what differs and how
fast both are (exit code 0 nothing differs, 1 something does, 2 not compared).
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
  process.exitCode = process.argv[2] === 'check' || process.argv[2] === 'compare' ? 2 : 1
})

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readFlags(args)
  if (values['help'] === true) return console.log(usage)
  if (values['version'] === true) return console.log(await packageVersion())
  const [command, ...others] = positionals
  if (command === undefined) throw new StartError(usage)
  if (command === 'compare') return await compare(values, others)
  if (command !== 'serve' && command !== 'check' && command !== 'init')
    throw new StartError(
      `There is no command "${command}": the commands are serve, check, init and compare.\n${forHelp}`,
    )
  if (others.length > 0)
    throw new StartError(
      `"${others[0]}" is neither a command nor a setting: settings are flags (--port 8080).\n${forHelp}`,
    )
  if (command === 'init') return await init(values)
  const readSettings = createReadSettings(values, process.env)
  if (command === 'serve') return await serve(readSettings)
  const { config, addresses } = await readSettings()
  process.exitCode = await check(config, addresses, values['json'] === true)
}

/** The package's version: its manifest is one folder above src/ as above dist/. */
async function packageVersion(): Promise<string> {
  const { version }: { readonly version: string } = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  )
  return version
}

async function init(values: Readonly<Record<string, unknown>>): Promise<void> {
  const { config, addresses } = await createReadSettings(values, process.env)()
  const [address] = addresses
  const { out = 'lectern.config.ts', posts } = values
  const path = String(out)
  if (existsSync(path))
    throw new StartError(`${path} is there already: remove it, or name another with --out.`)
  const asking =
    process.stdin.isTTY && values['yes'] !== true
      ? createInterface({ input: process.stdin, output: process.stdout })
      : null
  const answer: Answer = async (question, proposed) =>
    (await asking?.question(`${question} [${proposed}]: `))?.trim() || proposed
  const databaseUrl = [config.databaseUrl ?? []].flat().join(',')
  const { text, notes } = await initialConfig(config, address, {
    databaseUrl,
    answer,
    ...(typeof posts === 'string' ? { posts } : {}),
  }).finally(() => asking?.close())
  // The address may hold a password
  await writeFile(path, text, { flag: 'wx', mode: 0o600 })
  console.log([...notes, `Written to ${path}.`].join('\n'))
  // The environment may name another database
  const written = await createReadSettings({ config: path, 'database-url': databaseUrl }, process.env)()
  const code = await check(written.config, written.addresses, false)
  console.log(`\nlectern serve --config ${path}\n${addressesToTry(written.config).join('\n')}`)
  process.exitCode = code === 2 ? 1 : 0
}

function addressesToTry({ brand, host, port }: Config): readonly string[] {
  const server = `http://${host}:${port}`
  return [
    `${server}/${brand}-json/${brand}/v2/posts`,
    `${server}/${brand}-json/${brand}/v2/posts?search=a&_fields=id,title,link`,
    `${server}/graphql?query=${encodeURIComponent('{posts(first:3){edges{node{id title}}}}')}`,
  ]
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

async function compare(
  values: Readonly<Record<string, unknown>>,
  [site, ...others]: readonly string[],
): Promise<void> {
  if (site === undefined || others.length > 0)
    throw new StartError(`compare is given one site: lectern compare https://example.org\n${forHelp}`)
  const { report: path } = values
  const progress = createProgress(process.stderr)
  const { rest, comparison, doubts } = await compareSite(await createReadSettings(values, process.env)(), {
    site,
    requestsMax: wholeNumber(values, 'requests', 150),
    pauseMs: wholeNumber(values, 'pause-ms', 1000),
    observe: createLog('error'),
    progress: (done, { address }) => progress.show(`${done} compared, now ${address}`),
  }).finally(progress.clear)
  const report = reportOf(rest, comparison, doubts)
  console.log(values['json'] === true ? JSON.stringify(report, null, 2) : printReport(report))
  if (typeof path === 'string') await writeFile(path, reportPage(report))
  process.exitCode = report.asked === 0 ? 2 : report.identical < report.asked ? 1 : 0
}

function wholeNumber(values: Readonly<Record<string, unknown>>, name: string, fallback: number): number {
  const { [name]: given = String(fallback) } = values
  if (typeof given === 'string' && /^\d{1,6}$/.test(given)) return Number(given)
  throw new StartError(`--${name} is a whole number, from 0 to 999999.`)
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
