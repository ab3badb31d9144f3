// Definitions of what can be served, built in and by an owner's extensions, before any database is looked at.
import { builtinKinds, type Kinds } from './builtins.ts'
import { withFilters } from './declared-filters.ts'
import { withAdditions, withExtensionKinds } from '../extensions/apply.ts'
import { loadExtensions, orThrow, type LoadedExtension } from '../extensions/load.ts'
import { withRenderers } from '../extensions/renderers.ts'
import { refuseClashes, withLayoutFields, withRowFields } from './layout-fields.ts'
import { withoutClashingKinds } from './pack-kinds.ts'
import { findPacks, wantedPacks, type FoundPacks, type PackDatabase } from './packs.ts'
import { openResources, publicMenus } from './room-options.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import type { Renderers } from '../render/context.ts'
import type { Theme } from '../render/theme.ts'
import { builtInRenderers } from '../resources/rendering/render-context.ts'
import type { Config } from '../settings/config.ts'
import type { SiteValue } from '../site/site-value.ts'
import { themeValue } from '../site/theme-value.ts'
import { StartError } from '../core/start-error.ts'
import { readThemeFiles } from './theme-files.ts'

export interface Definitions {
  readonly extensions: readonly LoadedExtension[]
  /** The packs that the database's rows asked for. */
  readonly packs: FoundPacks
  readonly kinds: Kinds
  /** The resources that the owner has not closed. */
  readonly resources: readonly ResourceDefinition[]
  /** Menus and their items as everybody reads them; empty where only those do who read them in REST. */
  readonly publicMenus: readonly ResourceDefinition[]
  readonly renderers: Renderers
  /** Values of the owner's theme; null where the settings name none. */
  readonly theme: SiteValue<Theme> | null
}

export async function loadDefinitions(config: Config, database: PackDatabase): Promise<Definitions> {
  const theme = await themeOf(config)
  const files = orThrow(await loadExtensions(config.extensions))
  const packs = await findPacks(wantedPacks(config, files.packs), database)
  const extensions = withoutClashingKinds([...packs.extensions, ...files.extensions], database.observe)
  const kinds = withLayoutFields(orThrow(withExtensionKinds(builtinKinds, extensions)), config)
  const resources = orThrow(withAdditions(withRowFields(openResources(kinds, config), config), extensions))
  refuseClashes(resources, config)
  const filtered = withFilters(resources, config, extensions)
  return {
    extensions,
    packs,
    kinds,
    resources: filtered,
    publicMenus: publicMenus(kinds, config),
    renderers: orThrow(withRenderers(builtInRenderers, extensions)),
    theme,
  }
}

/** Throws a StartError where the theme's files cannot be used. */
async function themeOf({
  themeJson: path,
  themeBytesMax: bytesMax,
}: Config): Promise<SiteValue<Theme> | null> {
  if (path === undefined) return null
  const files = await readThemeFiles({ path, bytesMax })
  if (typeof files === 'string') throw new StartError(`themeJson: ${files}`)
  return themeValue(files)
}
