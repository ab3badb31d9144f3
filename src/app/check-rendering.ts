// The topics of `lectern check` about rendering: whose theme.json counts, and which blocks and shortcodes nothing renders.
import { checkContents } from '../check/contents.ts'
import { advice, printable, problem, type Finding, type Looking } from '../check/finding.ts'
import { readOptions } from '../check/options.ts'
import { checkTheme } from '../check/theme.ts'
import { isBroken, loadExtensions } from '../extensions/load.ts'
import type { PackDefinition } from '../extensions/pack.ts'
import { withRenderers } from '../extensions/renderers.ts'
import { builtInRenderers } from '../resources/rendering/render-context.ts'
import type { Config } from '../settings/config.ts'
import type { FoundPacks } from './packs.ts'
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

/** The findings of a broken extension are in another topic. */
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
  // No feed elsewhere is read
  blocks.delete('core/rss')
  // These are made of the theme's files
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
