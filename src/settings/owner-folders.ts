// Finds the folder of WordPress and its wp-content by an owner's wp-config.php: beside it, or one folder below, where WordPress itself
// takes it from the folder above.
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { Constants } from '../site/php-constants.ts'
import type { WpConfig } from '../site/wp-config.ts'

/** Constants that are defined before WordPress reads the file; ABSPATH where its folder is known. */
export function constantsBefore(wpConfig: string): Constants {
  const file = realpathSync(wpConfig)
  const folder = wordPressOf(wpConfig)
  return {
    __FILE__: file,
    __DIR__: dirname(file),
    ...(folder === null ? {} : { ABSPATH: join(folder, '/') }),
  }
}

/** Null where no themes are there: the file may be a copy that lies alone. */
export function contentFolderOf(wpConfig: string, defined: WpConfig['contentFolder']): string | null {
  if (defined !== null && typeof defined !== 'string') return null
  const folder = wordPressOf(wpConfig)
  const content = defined ?? (folder === null ? null : join(folder, 'wp-content'))
  return content !== null && isAbsolute(content) && hasThemes(content) ? content : null
}

function wordPressOf(wpConfig: string): string | null {
  const above = dirname(resolve(wpConfig))
  if (existsSync(join(above, marker)) || hasThemes(join(above, 'wp-content'))) return above
  // Several are no answer: the file says of none that it is its
  const [found, ...others] = foldersIn(above).filter(
    (folder) => existsSync(join(folder, marker)) && !existsSync(join(folder, 'wp-config.php')),
  )
  return found !== undefined && others.length === 0 ? found : null
}

/** WordPress tells its own folder by it. */
const marker = 'wp-settings.php'

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .map(({ name }) => join(folder, name))
  } catch {
    return []
  }
}

function hasThemes(content: string): boolean {
  return existsSync(join(content, 'themes'))
}
