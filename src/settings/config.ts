// Every setting by its topic, and how they become the configuration. A setting's name in a config file gives its environment
// variable (DATABASE_URL) and its flag (--database-url). File < environment < flags; an empty variable counts as unset. The
// result is frozen; mistakes become problems, each of which names the setting, its value and the allowed values.
import { Type, type Static, type TProperties, type TSchema } from 'typebox'
import { Check, Errors } from 'typebox/value'
import { addressTexts } from '../database/address.ts'
import { accountsSettings } from './accounts.ts'
import { cacheSettings } from './cache.ts'
import { databaseSettings } from './database.ts'
import { graphqlSettings } from './graphql.ts'
import { interfacesSettings } from './interfaces.ts'
import { formProblems } from './layout.ts'
import { limitsSettings } from './limits.ts'
import { listsSettings } from './lists.ts'
import { nearest, nearestAmong } from './nearest.ts'
import { operationsSettings } from './operations.ts'
import { originSettings } from './origin.ts'
import { serverSettings } from './server.ts'
import { tokensSettings } from './tokens.ts'

const topics: readonly { readonly topic: string; readonly settings: TProperties }[] = [
  { topic: 'The database', settings: databaseSettings },
  { topic: 'What is served', settings: interfacesSettings },
  { topic: 'Listening, and limits on clients', settings: serverSettings },
  { topic: 'Limits per client', settings: limitsSettings },
  { topic: 'Operation', settings: operationsSettings },
  { topic: 'The origin', settings: originSettings },
  { topic: 'The cache and the change feed', settings: cacheSettings },
  { topic: 'How rows are found', settings: listsSettings },
  { topic: 'GraphQL', settings: graphqlSettings },
  { topic: "WordPress's accounts", settings: accountsSettings },
  { topic: 'Bearer tokens', settings: tokensSettings },
]

const settings = {
  ...databaseSettings,
  ...interfacesSettings,
  ...serverSettings,
  ...limitsSettings,
  ...operationsSettings,
  ...originSettings,
  ...cacheSettings,
  ...listsSettings,
  ...graphqlSettings,
  ...accountsSettings,
  ...tokensSettings,
} satisfies TProperties

const schema = Type.Object(settings)

/** Every setting's value. */
export type Config = Readonly<Static<typeof schema>>
/**
 * The content of a config file: any of the settings.
 *
 * @example
 * ```ts
 * import type { ConfigFile } from 'lectern'
 *
 * export default { brand: 'press', closed: ['users'], logLevel: 'warn' } satisfies ConfigFile
 * ```
 */
export type ConfigFile = Readonly<Partial<Static<typeof schema>>>

export interface Sources {
  /** Settings from WordPress's own configuration, the weakest source. */
  readonly owner?: Readonly<Record<string, unknown>>
  readonly file: Readonly<Record<string, unknown>>
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly flags: Readonly<Record<string, string | undefined>>
}

export interface Problem {
  readonly problem: string
}

export const settingNames: readonly string[] = Object.keys(settings)
export const environmentName = (name: string): string => name.replace(/[A-Z]/g, '_$&').toUpperCase()
export const flagName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Returns the configuration that the sources give together, or all problems in them. */
export function readConfig(
  sources: Sources,
):
  | { readonly kind: 'config'; readonly config: Config }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] } {
  const problems = Object.keys(sources.file)
    .filter((name) => !Object.hasOwn(settings, name))
    .map((name) => ({ problem: `${name} (config file): there is no such setting${meant(name)}` }))
  const values: Record<string, unknown> = {}
  const origins = new Map<string, string>()
  const checks: (() => Problem | null)[] = []
  for (const [name, setting] of Object.entries<TSchema>(settings)) {
    const { given, origin } = find(name, sources)
    if (given !== undefined) origins.set(name, origin)
    const value = given === undefined ? keyword(setting, 'default') : fromText(given, setting)
    if (value === undefined) continue
    values[name] = value
    checks.push(() => (Check(setting, value) ? null : { problem: describe(name, origin, given, setting) }))
  }
  // Compiling a schema would take longer than checking it once
  const areValid = Check(schema, values)
  if (!areValid) problems.push(...checks.map((check) => check()).filter((problem) => problem !== null))
  // A config file's seed creates that file's database, not one that the environment or a flag names
  if (origins.get('databaseSeed') === configFile && origins.get('databaseUrl') !== configFile)
    values['databaseSeed'] = []
  if (problems.length > 0) return { kind: 'problems', problems }
  if (!areValid) throw new Error('settings are valid one by one but not together')
  return { kind: 'config', config: Object.freeze(values) }
}

export interface SettingDescription {
  readonly topic: string
  readonly name: string
  readonly environment: string
  readonly flag: string
  readonly about: string
  readonly allowed: string
  /** The default as JSON; null where there is none. */
  readonly fallback: string | null
}

/** Every setting, for `--help` and the documentation. */
export function describeSettings(): readonly SettingDescription[] {
  return topics.flatMap(({ topic, settings: ofTopic }) =>
    Object.entries<TSchema>(ofTopic).map(([name, setting]) => ({
      topic,
      name,
      environment: environmentName(name),
      flag: `--${flagName(name)}`,
      about: String(keyword(setting, 'description')),
      allowed: String(keyword(setting, 'allowed')),
      fallback: JSON.stringify(keyword(setting, 'default')) ?? null,
    })),
  )
}

/** Returns a sentence for each variable with almost the name of a setting, or with one behind the program's name. */
export function misspeltVariables(environment: Sources['environment']): readonly string[] {
  const names = settingNames.map(environmentName)
  const nearestOf = nearestAmong(names)
  return Object.keys(environment).flatMap((variable) => {
    const plain = variable.replace(/^LECTERN_/, '')
    // Kubernetes gives the address of a Service named lectern as LECTERN_PORT
    if (/^\w+:\/\//.test(environment[variable] ?? '') && plain !== variable) return []
    if (names.includes(variable) || (plain === variable && plain.length < variableLengthMin)) return []
    const near = nearestOf(plain, misspellingEditsMax)
    return near === undefined ? [] : [`the variable ${variable} is no setting: did you mean ${near}?`]
  })
}

/** Shorter names resemble others by chance, and so do names more edits apart. */
const variableLengthMin = 5
const misspellingEditsMax = 2

const configFile = 'config file'

function meant(name: string): string {
  const near = nearest(name, settingNames)
  return near === undefined ? '' : `. Did you mean ${near}?`
}

/** True where a flag, the environment or the config file sets it. */
export function isGiven(name: string, sources: Omit<Sources, 'owner'>): boolean {
  return find(name, sources).given !== undefined
}

function find(
  name: string,
  { owner = {}, file, environment, flags }: Sources,
): { given: unknown; origin: string } {
  const flag = flags[flagName(name)]
  if (flag !== undefined) return { given: flag, origin: `--${flagName(name)}` }
  const variable = environment[environmentName(name)]
  if (variable !== undefined && variable !== '') return { given: variable, origin: environmentName(name) }
  if (Object.hasOwn(file, name)) return { given: file[name], origin: configFile }
  return { given: Object.hasOwn(owner, name) ? owner[name] : undefined, origin: 'wp-config.php' }
}

/** Converts text from the environment and flags to the setting's type; a config file's values have it already. */
function fromText(given: unknown, setting: TSchema): unknown {
  if (typeof given !== 'string') return given
  if (Type.IsInteger(setting)) return /^-?\d{1,15}$/.test(given) ? Number(given) : given
  if (Type.IsArray(setting))
    return given
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  return given
}

function describe(name: string, origin: string, given: unknown, setting: TSchema): string {
  const wrong = name === 'layout' ? formProblems(given) : memberProblems(name, given, setting)
  if (wrong.length > 0) return wrong.map((each) => `${name} (${origin}): ${each}`).join('\n')
  const isSecret = keyword(setting, 'secret') === true || hasUser(given)
  const shown = isSecret ? withoutSecrets(given) : JSON.stringify(given)
  return `${name} (${origin}): got ${shown}, allowed: ${String(keyword(setting, 'allowed'))}`
}

/** Problems of the members of a list of objects, by their positions; empty for other settings. */
function memberProblems(name: string, given: unknown, setting: TSchema): readonly string[] {
  if (!Type.IsArray(setting) || !Type.IsObject(setting.items)) return []
  return [...Errors(setting, given)].flatMap(({ keyword: rule, instancePath, message, params }) => {
    // The problem of an unknown member is reported for the object that has it
    if (rule === 'boolean' || instancePath === '') return []
    const named =
      'allowedValues' in params
        ? `: ${params.allowedValues.join(', ')}`
        : 'additionalProperties' in params
          ? `: ${params.additionalProperties.join(', ')}`
          : ''
    return [`${name}${instancePath.replaceAll('/', '.')} ${message}${named}`]
  })
}

/** True where an address may contain a password, whichever setting it belongs to. */
function hasUser(given: unknown): boolean {
  return /:\/\/[^]*@/.test(JSON.stringify(given) ?? '')
}

/** Shows an address without the part that may contain its password; any other secret is not shown at all. */
function withoutSecrets(given: unknown): string {
  const several = Array.isArray(given) && given.every((each) => typeof each === 'string')
  const texts = typeof given === 'string' || several ? addressTexts(given) : []
  const shown = texts.map((text) => {
    const [scheme] = /^[a-z][a-z0-9+]{0,15}:(?=\/\/)/i.exec(text) ?? []
    if (scheme === undefined || !text.includes('@')) return null
    // The text after a comma may be another address, with a password of its own
    const behindUser = text.slice(text.lastIndexOf('@') + 1).replace(/([?,]).*$/s, '$1…')
    return JSON.stringify(`${scheme}//…@${behindUser}`)
  })
  const isShown = shown.some((each) => each !== null)
  return isShown ? shown.map((each) => each ?? '…').join(', ') : 'a value that is not shown'
}

function keyword(setting: TSchema, name: string): unknown {
  return Object.entries(setting).find(([each]) => each === name)?.[1]
}
