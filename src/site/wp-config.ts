// Reads the owner's wp-config.php without running it: database, keys, prefix and addresses, where they are plain
// values, constants of such, or environment variables (getenv, the official container's getenv_docker). A constant
// that is defined otherwise, or differs by condition, is a problem that names it: nothing is guessed.
import { isEmpty } from '../core/php-empty.ts'
import { readConstants, type Constants, type Environment } from './php-constants.ts'
import { Unread } from './php-tokens.ts'

export interface WpConfig {
  readonly kind: 'config'
  readonly databaseName: string
  readonly user: string
  readonly password: string
  /** PHP reads `localhost` as the server's default socket, where no socket is named. */
  readonly host: string
  readonly port: number | null
  readonly socket: string | null
  readonly charset: string | null
  readonly tablePrefix: string
  readonly keys: Readonly<Record<WpKeyName, string | null>>
  readonly home: string | null
  readonly siteUrl: string | null
  /** The whole name of the login cookie, where it is configured and does not follow from the site's address. */
  readonly loggedInCookie: string | null
  /** Unread where its expression cannot be evaluated, which is no problem: only themes are read from this folder. */
  readonly contentFolder: string | Unread | null
}

export interface WpConfigProblem {
  readonly kind: 'problem'
  /** `DB_NAME`, or `$table_prefix`. */
  readonly constant: string
  /** Continues a sentence that begins with the constant: `is not defined`. It never holds a value. */
  readonly reason: string
}

/** Null where WordPress uses the value of its options table instead. */
export type WpKeyName = `${'auth' | 'secureAuth' | 'loggedIn' | 'nonce'}${'Key' | 'Salt'}`

/** Constants of `before` are defined before WordPress reads the file; constants that a setting of `given` replaces are not read. */
export function parseWpConfig(
  text: string,
  environment: Environment,
  before: Constants = {},
  given: readonly GivenOtherwise[] = [],
): WpConfig | WpConfigProblem {
  const unneeded = new Set<string>(given.flatMap((each) => constantsOf[each]))
  const isNeeded = (name: string) => !unneeded.has(name)
  const valueOf = readConstants(text, { environment, before, variable: prefixName })
  const texts = new Map<string, string>()
  for (const name of wanted.filter(isNeeded)) {
    const value = valueOf(name)
    if (value instanceof Unread) return problem(name, value.reason)
    if (typeof value === 'string' || typeof value === 'number') texts.set(name, String(value))
  }
  const missing =
    needed.find((name) => isNeeded(name) && !texts.has(name)) ?? filled.find((name) => texts.get(name) === '')
  if (missing !== undefined) return problem(missing, 'is not defined, or has no value')
  const content = valueOf('WP_CONTENT_DIR')
  return configOf(texts, typeof content === 'string' || content === null ? content : new Unread())
}

const prefixName = '$table_prefix'
const filled = ['DB_NAME', 'DB_USER'] as const
const needed = [...filled, 'DB_PASSWORD', 'DB_HOST', prefixName] as const

/** Settings that take the place of constants. */
export const replacements = ['databaseUrl', 'tablePrefix'] as const
export type GivenOtherwise = (typeof replacements)[number]

const constantsOf: Readonly<Record<GivenOtherwise, readonly string[]>> = {
  databaseUrl: [...filled, 'DB_PASSWORD', 'DB_HOST'],
  tablePrefix: [prefixName],
}

/** The setting that can replace a constant; null where there is none. */
export function replacementOf(constant: string): GivenOtherwise | null {
  return replacements.find((setting) => constantsOf[setting].includes(constant)) ?? null
}

const keyNames = ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE', 'SECRET'].flatMap((name) => [
  `${name}_KEY`,
  `${name}_SALT`,
])
const wanted: readonly string[] = [
  ...needed,
  'DB_CHARSET',
  ...keyNames,
  'WP_HOME',
  'WP_SITEURL',
  'COOKIEHASH',
  'LOGGED_IN_COOKIE',
]

function problem(constant: string, reason: string): WpConfigProblem {
  return { kind: 'problem', constant, reason }
}

function configOf(
  texts: ReadonlyMap<string, string>,
  contentFolder: WpConfig['contentFolder'],
): WpConfig | WpConfigProblem {
  const text = (name: string): string => texts.get(name) ?? ''
  const address = addressOf(text('DB_HOST'))
  const hash = text('COOKIEHASH')
  if (address === null) return problem('DB_HOST', 'names no host, port or socket')
  // wpdb::set_prefix
  if (!/^\w*$/.test(text(prefixName))) return problem(prefixName, 'holds more than letters, digits and _')
  return {
    kind: 'config',
    databaseName: text('DB_NAME'),
    user: text('DB_USER'),
    password: text('DB_PASSWORD'),
    ...address,
    charset: text('DB_CHARSET') || null,
    tablePrefix: text(prefixName),
    keys: keysOf(texts),
    home: text('WP_HOME') || null,
    siteUrl: text('WP_SITEURL') || null,
    loggedInCookie: text('LOGGED_IN_COOKIE') || (hash === '' ? null : `wordpress_logged_in_${hash}`),
    contentFolder,
  }
}

/** wpdb::parse_db_host: `host`, `host:port`, `host:/socket`, `:/socket`, `[::1]:3306`. */
function addressOf(text: string): Pick<WpConfig, 'host' | 'port' | 'socket'> | null {
  const at = text.indexOf(':/')
  const socket = at < 0 ? null : text.slice(at + 1)
  const address = at < 0 ? text : text.slice(0, at)
  const [, bracketed, bracketedPort] = /^\[([\da-f]*:[\da-f:.]+)\](?::(\d*))?$/i.exec(address) ?? []
  const [bare] = /^[\da-f]*:[\da-f]*:[\da-f:.]*$/i.exec(address) ?? []
  const [, name, namePort] = /^([^:/[\]\s]*)(?::(\d*))?$/.exec(address) ?? []
  const host = bracketed ?? bare ?? name
  const port = (bracketedPort ?? namePort) || null
  if (host === undefined || (port !== null && !(Number(port) >= 1 && Number(port) <= 65_535))) return null
  return { host: host || 'localhost', port: port === null ? null : Number(port), socket }
}

const placeholder = 'put your unique phrase here'

/** wp_salt: a key counts where it is set, is not the sample's and no duplicate; else SECRET_KEY replaces it. */
function keysOf(texts: ReadonlyMap<string, string>): WpConfig['keys'] {
  const all = keyNames.flatMap((name) => texts.get(name) ?? [])
  const own = (name: string): string | null => {
    const key = texts.get(name) ?? ''
    const isUnique = all.indexOf(key) === all.lastIndexOf(key)
    return isUnique && !isEmpty(key) && key !== placeholder ? key : null
  }
  return {
    authKey: own('AUTH_KEY') ?? own('SECRET_KEY'),
    authSalt: own('AUTH_SALT') ?? own('SECRET_SALT'),
    secureAuthKey: own('SECURE_AUTH_KEY') ?? own('SECRET_KEY'),
    secureAuthSalt: own('SECURE_AUTH_SALT'),
    loggedInKey: own('LOGGED_IN_KEY') ?? own('SECRET_KEY'),
    loggedInSalt: own('LOGGED_IN_SALT'),
    nonceKey: own('NONCE_KEY') ?? own('SECRET_KEY'),
    nonceSalt: own('NONCE_SALT'),
  }
}
