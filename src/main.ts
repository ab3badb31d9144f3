#!/usr/bin/env node
// The command line. Exit codes of `lectern serve`: 0 stopped as asked, 1 not started; of `lectern check`: 0 nothing to mend, 1
// warnings, 2 problems, or not looked.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { describeSettings, flagName, readConfig, settingNames, type Config } from './config.ts'
import type { Observe } from './core/observation.ts'
import type { Level } from './check/finding.ts'
import { printSummary, printTopic } from './check/print.ts'
import { checkDatabase, type Checked } from './checking.ts'
import { parseAddress, type Address } from './database/address.ts'
import { StartError, startGateway, type Gateway } from './gateway.ts'
import { readOwnerConfig } from './owner-config.ts'
import { createLog } from './observe/log.ts'

const usage = `Usage: lectern serve [--config FILE] [--SETTING VALUE …]
       lectern check [--json] [--config FILE] [--SETTING VALUE …]

Serves the database that DATABASE_URL, --database-url or the config file names; or looks at it, writing nothing, and
says what is good about it and what is not (exit code 0 nothing to mend, 1 warnings, 2 problems).
Settings, as flags and environment variables; a config file has them in camelCase:
${describeSettings()
  .map(
    ({ flag, environment, about, fallback }) =>
      `  ${flag}  ${environment}\n      ${about}${fallback === null ? '' : ` (default ${fallback})`}`,
  )
  .join('\n')}
`

await main(process.argv.slice(2)).catch((error: unknown) => {
  const said = error instanceof StartError || isSystemError(error)
  console.error(said ? error.message : error)
  process.exitCode = process.argv[2] === 'check' ? 2 : 1
})

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readFlags(args)
  if (values['help'] === true) return console.log(usage)
  const [command] = positionals
  if (positionals.length !== 1 || (command !== 'serve' && command !== 'check')) throw new StartError(usage)
  const file = typeof values['config'] === 'string' ? await readConfigFile(values['config']) : {}
  const flags = Object.fromEntries(
    Object.entries(values).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
  const path = flags['wp-config'] ?? (process.env['WP_CONFIG'] || file['wpConfig'])
  const owner = typeof path === 'string' ? await readOwnerConfig(path, process.env) : {}
  if (typeof owner === 'string') throw new StartError(owner)
  const read = readConfig({ owner, file, environment: process.env, flags })
  if (read.kind === 'problems') throw new StartError(read.problems.map(({ problem }) => problem).join('\n'))
  const address = addressOf(read.config)
  if (command === 'serve') return await serve(read.config, address)
  process.exitCode = await check(read.config, address, values['json'] === true)
}

function addressOf({ databaseUrl }: Config): Address {
  const address = parseAddress(databaseUrl ?? '')
  if (address !== null) return address
  throw new StartError(
    'There is no database to serve: set DATABASE_URL, --database-url or databaseUrl in a config file.',
  )
}

async function check(config: Config, address: Address, isJson: boolean): Promise<number> {
  const all: Checked[] = []
  for await (const checked of checkDatabase(config, address)) {
    all.push(checked)
    if (!isJson) console.log(printTopic(checked.topic, checked.findings))
  }
  const findings = all.flatMap((checked) => checked.findings)
  const has = (level: Level) => findings.some((finding) => finding.level === level)
  const code = has('problem') ? 2 : has('warning') ? 1 : 0
  console.log(isJson ? JSON.stringify({ code, topics: all }, null, 2) : printSummary(findings))
  return code
}

async function serve(config: Config, address: Address): Promise<void> {
  const observe = createLog(config.logLevel)
  if (config.extensions.length > 0) outlive(config.extensions, observe)
  const gateway = await startGateway(config, address, observe)
  stopOnSignals(gateway)
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

/** What an extension throws where nobody waits for it, in a timer or a promise it left behind, ends no other request. */
function outlive(extensions: Config['extensions'], observe: Observe): void {
  const thrown = (error: unknown) => {
    const stack = error instanceof Error ? (error.stack ?? '') : ''
    const file = extensions.find((each) => stack.includes(each))
    observe({ kind: 'error', error, during: `nobody waited for ${file ?? 'it'}` })
  }
  process.on('uncaughtException', thrown)
  process.on('unhandledRejection', thrown)
}

/** A signal that comes again at once is the same one by two ways (from the terminal, and by npm); later it means now. */
const sameSignalMs = 1000

function stopOnSignals({ stop }: Gateway): void {
  let since: number | null = null
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (since === null) {
        since = performance.now()
        void stop()
      } else if (performance.now() - since > sameSignalMs) process.exit(1)
    })
  }
}

function readFlags(args: readonly string[]): {
  values: Readonly<Record<string, unknown>>
  positionals: readonly string[]
} {
  const strings = ['config', ...settingNames.map(flagName)].map((name) => [name, { type: 'string' }] as const)
  const flags = { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } } as const
  const options = { ...Object.fromEntries(strings), ...flags } as const
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    return { values: { ...values }, positionals }
  } catch (error) {
    throw new StartError(
      error instanceof Error ? `${error.message}\nlectern --help lists what there is.` : String(error),
    )
  }
}

/** JSON, or a module whose default export is the settings. */
async function readConfigFile(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const value: unknown = path.endsWith('.json')
      ? JSON.parse(await readFile(path, 'utf8'))
      : (await import(pathToFileURL(resolve(path)).href)).default
    if (typeof value === 'object' && value !== null) return { ...value }
  } catch (error) {
    throw new StartError(`config file ${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
  throw new StartError(`config file ${path}: its default export has to be an object of settings`)
}

function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error
}
