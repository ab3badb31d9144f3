// Finds the theme.json in effect: the one that the settings name, else that of the active theme in the owner's wp-content. An
// active theme without one has WordPress's own values, and so have WordPress's own older themes where no wp-content is known. One
// that cannot be used is no error: the values of the default theme apply, with a warning.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ThemeFiles } from '../render/theme-json.ts'
import type { Config } from '../settings/config.ts'
import { isThemeFolder, readThemeFiles } from './theme-files.ts'

export type FoundTheme =
  /** `path` is null where there is no theme.json. */
  | { readonly kind: 'files'; readonly files: ThemeFiles; readonly path: string | null }
  /** The values of the default theme apply; `why` is null where no theme was looked for. */
  | { readonly kind: 'default'; readonly why: string | null }
  /** The gateway refuses to start, because the files that the owner named cannot be used. */
  | { readonly kind: 'refused'; readonly why: string }

/** The options that name the active theme and its parent, where they decide which theme.json is in effect. */
export function themeOptions({ themeJson, wpContentDir }: Config): readonly string[] {
  if (themeJson !== undefined) return []
  return wpContentDir === undefined ? ['template'] : ['stylesheet', 'template']
}

export async function findTheme(
  { themeJson, wpContentDir, themeBytesMax: bytesMax }: Config,
  option: (name: string) => string | null,
): Promise<FoundTheme> {
  if (themeJson === 'off') return { kind: 'default', why: null }
  if (themeJson === 'none') return { kind: 'files', files: themeWithoutFiles, path: null }
  if (themeJson !== undefined) {
    const files = await readThemeFiles({ path: themeJson, hasJson: true, bytesMax })
    return typeof files === 'string'
      ? { kind: 'refused', why: files }
      : { kind: 'files', files, path: resolve(themeJson) }
  }
  if (wpContentDir === undefined)
    return olderThemes.has(option('template') ?? '')
      ? { kind: 'files', files: themeWithoutFiles, path: null }
      : { kind: 'default', why: null }
  const themes = resolve(wpContentDir, 'themes')
  const active = option('stylesheet') ?? ''
  // A child theme without a theme.json inherits its parent's
  const names = [active, option('template') ?? ''].filter(isThemeFolder)
  if (names[0] !== active) return { kind: 'default', why: 'the option stylesheet names no theme' }
  const stated = names.map((name) => join(themes, name, 'theme.json')).find((file) => existsSync(file))
  const own = join(themes, active, 'theme.json')
  const isThere = existsSync(own) || existsSync(join(themes, active, 'style.css'))
  const path = isThere ? own : stated
  if (path === undefined) return { kind: 'default', why: `there is no theme in ${join(themes, active)}` }
  const files = await readThemeFiles({ path, hasJson: existsSync(path), bytesMax, root: themes }, () => true)
  return typeof files === 'string'
    ? { kind: 'default', why: files }
    : { kind: 'files', files: { ...files, folder: active }, path: files.hasJson ? (stated ?? path) : null }
}

/** WordPress's own classic themes, none of which has a theme.json. */
const olderThemes: ReadonlySet<string> = new Set(
  'ten eleven twelve thirteen fourteen fifteen sixteen seventeen nineteen twenty twentyone'
    .split(' ')
    .map((year) => `twenty${year}`),
)

/** The theme has no theme.json, and nothing else about it is known. */
export const themeWithoutFiles: ThemeFiles = {
  name: '',
  folder: '',
  hasJson: false,
  isBlockTheme: false,
  theme: {},
  styles: [],
  parts: [],
  patterns: [],
}
