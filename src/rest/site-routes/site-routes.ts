// Registers the routes of the site itself: directories, settings, oEmbed, closed routes.
import type { Viewer } from '../../core/viewer.ts'
import type { DirectoryDefinition } from '../../registry/directory.ts'
import type { Registry } from '../../registry/registry.ts'
import { registerApplicationPasswords } from './application-passwords.ts'
import { registerClosedRoutes } from './closed-routes.ts'
import { registerDirectory, type DirectoryOptions } from './directory.ts'
import { registerGlobalStyles } from './global-styles.ts'
import { registerOembed, registerOembedProxy, type OembedOptions } from './oembed.ts'
import { registerSearch, type SearchOptions } from './search.ts'
import { registerSettings } from './settings.ts'

export interface SiteRouteOptions extends OembedOptions, Pick<DirectoryOptions, 'typeMembers'> {
  readonly directories: readonly DirectoryDefinition[]
  readonly search: Pick<SearchOptions, 'content' | 'terms' | 'formats'>
  /** True for viewers who may edit content of any type. */
  readonly editsAny: (viewer: Viewer) => boolean
  /** True where requests that the tables cannot answer are proxied to WordPress. */
  readonly passesOn: boolean
}

export function registerSiteRoutes(registry: Registry, options: SiteRouteOptions): void {
  const { directories, editsAny, resources, newReading, passesOn } = options
  registerOembed(registry, options)
  if (!passesOn) registerOembedProxy(registry, options, editsAny)
  for (const directory of directories) registerDirectory(registry, directory, options)
  registerSettings(registry, options)
  registerSearch(registry, { ...options, ...options.search })
  // Where the resource of users is closed, no data of users is served
  if (resources.has('user')) registerApplicationPasswords(registry, options)
  if (passesOn) return
  registerClosedRoutes(registry, editsAny)
  registerGlobalStyles(registry, newReading)
}
