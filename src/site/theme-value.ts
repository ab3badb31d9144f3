// The theme's values: its files, which were read at the start, and over them what the owner chose in the site editor. That is
// a row of wp_global_styles, which is kept with the site until it changes.
import { isList, isMembers, parseJson, type Members } from '../core/json-value.ts'
import { textOf } from '../database/tables.ts'
import { themeFrom, type ThemeFiles } from '../render/theme-json.ts'
import type { Theme } from '../render/theme.ts'
import { defineSiteValue, type SiteList, type SiteValue } from './site-value.ts'

const chosen: SiteList = {
  source: 'posts',
  columns: ['id', 'slug', 'content'],
  filters: [
    { kind: 'in', column: 'type', values: ['wp_global_styles'] },
    { kind: 'in', column: 'status', values: ['publish'] },
  ],
}

export function themeValue(files: ThemeFiles): SiteValue<Theme> {
  return defineSiteValue({
    options: ['stylesheet'],
    lists: [chosen],
    make: ({ option, rows }): Theme => {
      const slug = slugOf(option('stylesheet') ?? '')
      const own = rows(chosen).findLast((row) => textOf(row, 'slug') === slug)
      const styles = own ? parseJson(textOf(own, 'content')) : null
      const isChosen = isMembers(styles) && styles['isGlobalStylesUserThemeJSON'] === true
      return themeFrom(isChosen ? { ...files, theme: merged(files.theme, styles) } : files)
    },
  })
}

/** Each theme has a row of its own. */
function slugOf(stylesheet: string): string {
  return `wp-global-styles-${encodeURIComponent(stylesheet).toLowerCase()}`
}

/** Values that lie deeper are not merged. */
const depthMax = 20

/** Members of members are merged, and all else is the owner's. Presets of both are kept apart by who has them. */
function merged(theme: Members, own: Members, depth = 0): Members {
  const names = new Set([...Object.keys(theme), ...Object.keys(own)])
  return Object.fromEntries(
    [...names].map((name) => {
      const [under, over] = [theme[name], own[name]]
      const isDeeper = isMembers(under) && isMembers(over) && depth < depthMax
      if (isList(under) && isMembers(over)) return [name, { theme: under, ...over }]
      return [name, isDeeper ? merged(under, over, depth + 1) : (over ?? under)]
    }),
  )
}
