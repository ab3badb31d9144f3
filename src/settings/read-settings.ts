// Reads the sources of settings, a config file, the owner's wp-config.php, environment and flags, at the start and again at each
// reload.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isMembers } from '../core/json-value.ts'
import { importOwnerModule } from '../core/owner-module.ts'
import { StartError } from '../core/start-error.ts'
import { isGiven, readConfig, type Config } from './config.ts'
import type { Environment } from '../site/php-constants.ts'
import { parseAddresses, type Addresses } from '../database/address.ts'
import { readOwnerConfig } from './owner-config.ts'
import { replacements } from '../site/wp-config.ts'

export interface Settings {
  readonly config: Config
  readonly addresses: Addresses
}

/** Reads all sources anew at each call. */
export type ReadSettings = () => Promise<Settings>

/** Makes the reader from the command line's flags, as they were typed, and the environment. */
export function createReadSettings(
  values: Readonly<Record<string, unknown>>,
  environment: Environment,
): ReadSettings {
  const flags = Object.fromEntries(
    Object.entries(values).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
  let times = 0
  return async () => {
    const { config: path } = flags
    const file = path === undefined ? {} : await readConfigFile(path, times)
    times += 1
    const ownerPath = flags['wp-config'] ?? (environment['WP_CONFIG'] || file['wpConfig'])
    const given = replacements.filter((name) => isGiven(name, { file, environment, flags }))
    const owner = typeof ownerPath === 'string' ? await readOwnerConfig(ownerPath, environment, given) : {}
    if (typeof owner === 'string') throw new StartError(owner)
    const read = readConfig({ owner, file, environment, flags })
    if (read.kind === 'problems') throw new StartError(read.problems.map(({ problem }) => problem).join('\n'))
    return { config: read.config, addresses: addressesOf(read.config) }
  }
}

function addressesOf({ databaseUrl }: Config): Addresses {
  const addresses = parseAddresses(databaseUrl ?? '')
  if (addresses !== null) return addresses
  throw new StartError(
    'There is no database to serve: set DATABASE_URL, --database-url or databaseUrl in a config file, or WP_CONFIG for that of a WordPress site.',
  )
}

/** Reads JSON, or a module whose default export is the settings; a reload imports the module anew, but not its own imports. */
async function readConfigFile(path: string, times: number): Promise<Readonly<Record<string, unknown>>> {
  if (!existsSync(path)) throw new StartError(`config file ${path}: there is no such file`)
  try {
    const { href } = pathToFileURL(resolve(path))
    const value = path.endsWith('.json')
      ? await readJson(path)
      : await importOwnerModule(times === 0 ? href : `${href}?read=${times}`)
    if (isMembers(value)) return { ...value }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`config file ${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
  const what = path.endsWith('.json') ? 'it' : 'its default export'
  throw new StartError(`config file ${path}: ${what} has to be an object of settings`)
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new StartError(`config file ${path}:${faultIn(text, error)}: it is no valid JSON`)
  }
}

/** Returns the line and column at which a text is malformed, but quotes none of it, as the parser's message does: it may contain a secret. */
function faultIn(text: string, error: unknown): string {
  const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec(String(error)) ?? []
  if (line !== undefined) return `${line}:${column}`
  const lines = text.slice(0, prefixLength(text)).split('\n')
  return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`
}

/** Returns the length of the longest prefix that JSON could begin with: the parser's message states no place of a wrong token. */
function prefixLength(text: string): number {
  let [valid, malformed] = [0, text.length + 1]
  while (malformed - valid > 1) {
    const length = (valid + malformed) >> 1
    if (hasWrongToken(text.slice(0, length))) malformed = length
    else valid = length
  }
  return valid
}

function hasWrongToken(text: string): boolean {
  try {
    JSON.parse(text)
    return false
  } catch (error) {
    return String(error).endsWith(' is not valid JSON')
  }
}
