// Reports whose values rendered blocks use: those of the theme.json that was found, of WordPress for a theme without one, or else
// of the default theme.
import { advice, good, printable, type Finding, type Looking } from './finding.ts'
import { readOptions } from './options.ts'

const pathLengthMax = 4096

/** `theme`: the owner's, with a null path where it has no theme.json; null where its files are unknown. */
export async function checkTheme(
  looking: Looking,
  theme: { readonly name: string; readonly path: string | null } | null,
): Promise<readonly Finding[]> {
  if (theme?.path === null)
    return [good('Classes of rendered blocks are those of a theme without a theme.json.')]
  if (theme !== null)
    return [
      good(
        `Classes of rendered blocks follow the theme.json of ${printable(theme.name)}: ${printable(theme.path, pathLengthMax)}.`,
      ),
    ]
  const stylesheet = (await readOptions(looking, ['stylesheet'])).get('stylesheet') ?? ''
  return stylesheet === '' || stylesheet === 'twentytwentyfive'
    ? [good('Classes of rendered blocks follow the theme.json of Twenty Twenty-Five.')]
    : [
        advice(
          `The theme is ${printable(stylesheet)}, but classes of rendered blocks follow the theme.json of Twenty Twenty-Five: gaps, layouts and styles of blocks may differ.`,
          'THEME_JSON=…',
        ),
      ]
}
