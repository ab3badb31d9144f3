// Finds the folders of WordPress and wp-content by an owner's wp-config.php: beside it, or one folder below, because WordPress
// itself also reads the file from the folder above its own.
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { Constants } from '../site/php-constants.ts'
import type { WpConfig } from '../site/wp-config.ts'

/** Constants that WordPress defines before it reads the file; ABSPATH only where its folder is known. */
export function constantsBefore(wpConfig: string): Constants {
  const file = realpathSync(wpConfig)
  const folder = wordPressOf(wpConfig)
  return {
    __FILE__: file,
    __DIR__: dirname(file),
    ...(folder === null ? {} : { ABSPATH: join(folder, '/') }),
  }
}

/** Null where the folder has no themes: the file may be a copy without a WordPress beside it. */
export function contentFolderOf(wpConfig: string, defined: WpConfig['contentFolder']): string | null {
  if (defined !== null && typeof defined !== 'string') return null
  const folder = wordPressOf(wpConfig)
  const content = defined ?? (folder === null ? null : join(folder, 'wp-content'))
  return content !== null && isAbsolute(content) && hasThemes(content) ? content : null
}

function wordPressOf(wpConfig: string): string | null {
  const above = dirname(resolve(wpConfig))
  if (existsSync(join(above, marker)) || hasThemes(join(above, 'wp-content'))) return above
  // Several folders are ambiguous, since the file names none of them
  const [found, ...others] = foldersIn(above).filter(
    (folder) => existsSync(join(folder, marker)) && !existsSync(join(folder, 'wp-config.php')),
  )
  return found !== undefined && others.length === 0 ? found : null
}

/** A folder with this file is WordPress's own. */
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
