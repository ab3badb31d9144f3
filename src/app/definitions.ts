// Definitions of what can be served, built in and by an owner's extensions, before the gateway looks at a database.
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
import { iconBlock } from '../render/icon.ts'
import type { TextFile, ThemeFiles } from '../render/theme-json.ts'
import { builtInRenderers } from '../resources/rendering/render-context.ts'
import type { Config } from '../settings/config.ts'
import type { Observe } from '../core/observation.ts'
import { StartError } from '../core/start-error.ts'
import { findLanguage, type Language } from './find-language.ts'
import { findTheme } from './find-theme.ts'
import { readIcons } from './icon-files.ts'

export interface Definitions {
  readonly extensions: readonly LoadedExtension[]
  /** The packs that rows of the database call for. */
  readonly packs: FoundPacks
  readonly kinds: Kinds
  /** The resources that the owner has not closed. */
  readonly resources: readonly ResourceDefinition[]
  /** Menus and their items with anonymous viewers allowed; empty where they have the same readers as in REST. */
  readonly publicMenus: readonly ResourceDefinition[]
  readonly renderers: Renderers
  /** Files of the owner's theme; null where they are unknown. */
  readonly themeFiles: ThemeFiles | null
  /** Drawings that come with the owner's WordPress; none where its folder is unknown. */
  readonly icons: readonly TextFile[]
}

export async function loadDefinitions(config: Config, database: PackDatabase): Promise<Definitions> {
  const files = orThrow(await loadExtensions(config.extensions))
  const packs = await findPacks(wantedPacks(config, files.packs), database)
  const themeFiles = await themeOf(config, packs, database.observe)
  const icons = await iconsOf(config, database.observe)
  const language = await languageOf(config, packs, database.observe)
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
    renderers: { ...orThrow(withRenderers(withIcons(icons), extensions)), ...language },
    themeFiles,
    icons,
  }
}

/** Without drawings no renderer exists for icon blocks. */
function withIcons(icons: readonly TextFile[]): Renderers {
  const { blocks } = builtInRenderers
  return icons.length === 0
    ? builtInRenderers
    : { ...builtInRenderers, blocks: new Map([...blocks, ['core/icon', iconBlock(icons)]]) }
}

async function languageOf(config: Config, { option }: FoundPacks, observe: Observe): Promise<Language> {
  const found = await findLanguage(config, option)
  if (typeof found !== 'string') return found
  observe({
    kind: 'warning',
    message: `wpContentDir: ${found}: words, quotes, dashes and dates are those of English`,
  })
  return {}
}

async function iconsOf(config: Config, observe: Observe): Promise<readonly TextFile[]> {
  const found = await readIcons(config)
  if (typeof found !== 'string') return found
  observe({ kind: 'warning', message: `wpContentDir: ${found}: blocks of icons are not rendered` })
  return []
}

/** Throws a StartError where the files that the settings name cannot be used. */
async function themeOf(
  config: Config,
  { option, isKnown }: FoundPacks,
  observe: Observe,
): Promise<ThemeFiles | null> {
  const found = await findTheme(config, option)
  switch (found.kind) {
    case 'files':
      return found.files
    case 'refused':
      throw new StartError(`themeJson: ${found.why}`)
    case 'default':
      // A database that is away names no theme; it is read again once it is found
      if (found.why !== null && isKnown)
        observe({
          kind: 'warning',
          message: `wpContentDir: ${found.why}: rendered blocks follow the theme.json of Twenty Twenty-Five`,
        })
      return null
  }
}
