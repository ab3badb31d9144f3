// The theme's values: its files, read at the start, overridden by the owner's changes in the site editor. These are rows of
// wp_global_styles and wp_template_part, kept with the site until they change.
import { asRead } from './as-read.ts'
import { isList, isMembers, parseJson, type Members } from '../core/json-value.ts'
import type { Filter } from '../database/filter.ts'
import { textOf } from '../database/tables.ts'
import { themeFrom, type ThemeFiles } from '../render/theme-json.ts'
import type { Theme } from '../render/theme.ts'
import { defineSiteValue, type SiteList, type SiteValue } from './site-value.ts'
import { partsOf, patternsOf } from './theme-texts.ts'

const chosen: SiteList = {
  source: 'posts',
  columns: ['id', 'slug', 'content'],
  filters: [
    { kind: 'in', column: 'type', values: ['wp_global_styles'] },
    { kind: 'in', column: 'status', values: ['publish'] },
  ],
}

/** Template parts that the owner changed or added; with `area` only the ids of those in that area. */
function partsIn(folder: string, area?: string): SiteList {
  const inArea: readonly Filter[] =
    area === undefined
      ? []
      : [{ kind: 'term', taxonomy: 'wp_template_part_area', by: 'slug', values: [area] }]
  return {
    source: 'posts',
    columns: area === undefined ? ['id', 'slug', 'content'] : ['id'],
    filters: [
      { kind: 'in', column: 'type', values: ['wp_template_part'] },
      { kind: 'in', column: 'status', values: ['publish'] },
      { kind: 'term', taxonomy: 'wp_theme', by: 'slug', values: [folder] },
      ...inArea,
    ],
  }
}

export function themeValue(files: ThemeFiles): SiteValue<Theme> {
  const { folder } = files
  const [all, headers, footers] = [partsIn(folder), partsIn(folder, 'header'), partsIn(folder, 'footer')]
  return defineSiteValue({
    options: ['stylesheet', 'template', 'siteurl', 'home', 'WPLANG'],
    lists: [chosen, all, headers, footers],
    make: ({ option, rows }): Theme => {
      const stored = { all: rows(all), headers: rows(headers), footers: rows(footers) }
      const address = (name: 'home' | 'siteurl') => asRead(name, (each) => option(each) ?? '')
      const folders = `${address('siteurl')}/wp-content/themes`
      const site = {
        home: address('home'),
        themeUrl: `${folders}/${folder}`,
        parentUrl: `${folders}/${option('template') ?? folder}`,
        isEnglish: ['', 'en_US'].includes(option('WPLANG') ?? ''),
      }
      const texts = {
        theme: folder,
        parts: partsOf(files.parts, files.theme, stored),
        patterns: patternsOf(files.patterns, site),
      }
      const slug = slugOf(option('stylesheet') ?? '')
      const own = rows(chosen).findLast((row) => textOf(row, 'slug') === slug)
      const styles = own ? parseJson(textOf(own, 'content')) : null
      const isChosen = isMembers(styles) && styles['isGlobalStylesUserThemeJSON'] === true
      const theme = themeFrom(isChosen ? { ...files, theme: mergedTheme(files.theme, styles) } : files)
      return { ...theme, texts }
    },
  })
}

/** The slug of a theme's row of global styles. */
function slugOf(stylesheet: string): string {
  return `wp-global-styles-${encodeURIComponent(stylesheet).toLowerCase()}`
}

/** Values that lie deeper are not merged. */
const depthMax = 20

/** Merges objects member by member; other values are the owner's. Presets of theme and owner stay apart, by their origin. */
export function mergedTheme(theme: Members, own: Members, depth = 0): Members {
  const names = new Set([...Object.keys(theme), ...Object.keys(own)])
  return Object.fromEntries(
    [...names].map((name) => {
      const [under, over] = [theme[name], own[name]]
      const isDeeper = isMembers(under) && isMembers(over) && depth < depthMax
      if (isList(under) && isMembers(over)) return [name, { theme: under, ...over }]
      return [name, isDeeper ? mergedTheme(under, over, depth + 1) : (over ?? under)]
    }),
  )
}
