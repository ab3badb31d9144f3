// The public face of Lectern, for config files and, later, for extensions.
import type { ConfigFile } from './config.ts'

export type { ConfigFile } from './config.ts'

/**
 * A config file's settings, checked as they are typed.
 *
 * @example
 * ```ts
 * import { defineConfig } from 'lectern'
 *
 * export default defineConfig({ databaseUrl: 'mysql://reader:secret@127.0.0.1:3306/site', port: 8080 })
 * ```
 */
export function defineConfig(config: ConfigFile): ConfigFile {
  return config
}
