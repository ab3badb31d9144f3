// Settings from an owner's wp-config.php, the weakest source.
import { readFile } from 'node:fs/promises'
import { whyUnread } from '../core/error-code.ts'
import { urlHost } from '../core/url-host.ts'
import { environmentName, type ConfigFile } from './config.ts'
import { constantsBefore, contentFolderOf } from './owner-folders.ts'
import { parseWpConfig, replacementOf, type GivenOtherwise, type WpConfig } from '../site/wp-config.ts'

/** Returns the settings, or a sentence why there are none; settings in `given` are not looked up. */
export async function readOwnerConfig(
  path: string,
  environment: NodeJS.ProcessEnv,
  given: readonly GivenOtherwise[] = [],
): Promise<ConfigFile | string> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    return `wpConfig: ${path} cannot be read: ${whyUnread(error)}`
  }
  const read = parseWpConfig(text, environment, constantsBefore(path), given)
  if (read.kind === 'problem') {
    const instead = replacementOf(read.constant)
    const remedy = instead === null ? '' : `; ${instead} can be set instead (${environmentName(instead)})`
    return `wpConfig: ${read.constant} in ${path} ${read.reason}${remedy}`
  }
  const found = settingsOf(read, contentFolderOf(path, read.contentFolder))
  return Object.fromEntries(Object.entries(found).filter(([name]) => !given.some((each) => each === name)))
}

function settingsOf(config: WpConfig, contentFolder: string | null): ConfigFile {
  const keys = Object.fromEntries(Object.entries(config.keys).filter(([, value]) => value !== null))
  return {
    ...keys,
    databaseUrl: addressOf(config),
    tablePrefix: config.tablePrefix,
    ...(config.charset === 'latin1' ? { databaseCharset: 'latin1' } : {}),
    ...(config.home === null ? {} : { wpHome: config.home }),
    ...(config.siteUrl === null ? {} : { wpSiteurl: config.siteUrl }),
    ...(config.loggedInCookie === null ? {} : { loggedInCookie: config.loggedInCookie }),
    ...(contentFolder === null ? {} : { wpContentDir: contentFolder }),
  }
}

function addressOf({ user, password, host, port, socket, databaseName }: WpConfig): string {
  const url = new URL(
    `mysql://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${urlHost(host || 'localhost')}:${port ?? 3306}/`,
  )
  url.pathname = `/${encodeURIComponent(databaseName)}`
  if (socket !== null) url.searchParams.set('socket', socket)
  return url.href
}
