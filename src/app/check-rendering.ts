// Topics of `lectern check` about rendering: which theme.json is used, and which blocks and shortcodes have no renderer.
import { checkContents } from '../check/contents.ts'
import { advice, good, printable, problem, warning, type Finding, type Looking } from '../check/finding.ts'
import { readOptions } from '../check/options.ts'
import { checkTheme } from '../check/theme.ts'
import { isBroken, loadExtensions } from '../extensions/load.ts'
import type { PackDefinition } from '../extensions/pack.ts'
import { withRenderers } from '../extensions/renderers.ts'
import { builtInRenderers } from '../resources/rendering/render-context.ts'
import type { Config } from '../settings/config.ts'
import type { FoundPacks } from './packs.ts'
import { findLanguage, translationsPath } from './find-language.ts'
import { findTheme, themeOptions, themeWithoutFiles } from './find-theme.ts'

export type FindPacks = (own: readonly PackDefinition[]) => Promise<FoundPacks>

export async function themeFindings(looking: Looking, config: Config): Promise<readonly Finding[]> {
  const found = await findTheme(config, await optionsOf(looking, config))
  switch (found.kind) {
    case 'files':
      return checkTheme(looking, { name: found.files.name, path: found.path })
    case 'refused':
      return [problem(`themeJson: ${found.why}`)]
    case 'default':
      return [
        ...(found.why === null ? [] : [advice(`The theme is not read: ${printable(found.why)}.`)]),
        ...(await checkTheme(looking, null)),
      ]
  }
}

export async function languageFindings(looking: Looking, config: Config): Promise<readonly Finding[]> {
  const options = await readOptions(looking, ['WPLANG'])
  const language = options.get('WPLANG') ?? ''
  if (['', 'en_US'].includes(language)) return []
  const name = printable(language)
  const { wpContentDir } = config
  const inEnglish = 'words, quotes and dates are written in English'
  if (wpContentDir === undefined)
    return [
      warning(
        `The site is in ${name}, but ${inEnglish}, since its wp-content is unknown.`,
        'WP_CONTENT_DIR=…',
      ),
    ]
  const path = printable(translationsPath(wpContentDir, language), pathLengthMax)
  const found = await findLanguage(config, (option) => options.get(option) ?? null)
  if (typeof found === 'string')
    return [warning(`The site is in ${name}, but ${inEnglish}: ${printable(found, pathLengthMax)}.`)]
  return [
    found.words === undefined
      ? warning(`The site is in ${name}, but ${inEnglish}: ${path} is not there.`)
      : good(`The site is in ${name}, as ${path} translates it.`),
  ]
}

const pathLengthMax = 4096

/** Findings of a broken extension are in another topic, so they are left out here. */
export async function notRendered(
  looking: Looking,
  config: Config,
  found: FindPacks,
): Promise<readonly Finding[]> {
  const files = await loadExtensions(config.extensions)
  const renderers = isBroken(files)
    ? files
    : withRenderers(builtInRenderers, [...(await found(files.packs)).extensions, ...files.extensions])
  if (isBroken(renderers)) return []
  const [blocks, shortcodes] = [new Set(renderers.blocks.keys()), new Set(renderers.shortcodes.keys())]
  // The gateway fetches no feed of another site
  blocks.delete('core/rss')
  // Patterns and template parts come from the theme's files
  const theme = await findTheme(config, await optionsOf(looking, config))
  if (theme.kind !== 'files' || theme.files === themeWithoutFiles)
    for (const name of ['pattern', 'template-part']) blocks.delete(`core/${name}`)
  return checkContents(looking, { blocks, shortcodes })
}

async function optionsOf(looking: Looking, config: Config): Promise<(name: string) => string | null> {
  const names = themeOptions(config)
  const values = names.length === 0 ? new Map<string, string>() : await readOptions(looking, names)
  return (name) => values.get(name) ?? null
}
