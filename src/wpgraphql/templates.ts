// Page templates of themes: their names in the schema, and the templates of themes that come with WordPress. A theme lists its own
// in theme.json, which is not in the database, so a setting names those of other themes.
import { enumName } from './names.ts'

export const defaultTemplate = 'DEFAULT_TEMPLATE'

/** A template of a block theme, by its name: `page-no-title` → `PAGE_NO_TITLE_BLOCK_TEMPLATE`. */
export function templateEnum(name: string): string {
  return `${enumName(name)}_BLOCK_TEMPLATE`
}

/** `Page with Map` → `Template_PageWithMap`; a title that has the word `template` gets no prefix. */
export function templateType(title: string): string {
  const name = title.replace(/(?<!\S)[a-z]/g, (letter) => letter.toUpperCase()).replace(/[^\w]/g, '')
  return /^\D.*template|^template/i.test(name) ? name : `Template_${name}`
}

/** Titles of templates by their names, by the folders of the themes. */
const bundled: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ['twentytwentyfive', new Map([['page-no-title', 'Page No Title']])],
  [
    'twentytwentyfour',
    new Map([
      ['page-no-title', 'Page No Title'],
      ['page-with-sidebar', 'Page with Sidebar'],
      ['page-wide', 'Page with Wide Image'],
      ['single-with-sidebar', 'Single with Sidebar'],
    ]),
  ],
])

/** The templates of a theme: those that the owner named, or else those of a theme that comes with WordPress. */
export function templatesOf(
  stylesheet: string,
  named: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return named.size > 0 ? named : (bundled.get(stylesheet) ?? named)
}
