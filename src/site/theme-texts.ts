// Texts of the theme that content includes: template parts, from its files or as the owner changed them in the site editor, and
// patterns, as far as their PHP files are static.
import { isList, memberAt, textAt, type Members } from '../core/json-value.ts'
import { rowIds, textOf, type Row } from '../database/tables.ts'
import { attributeText, attributeUrl } from '../render/html-tag.ts'
import type { TextFile } from '../render/theme-json.ts'
import type { ThemePart, ThemeTexts } from '../render/theme.ts'
import { staticPage, type PhpFunctions } from './static-php.ts'

export interface StoredParts {
  readonly all: readonly Row[]
  readonly headers: readonly Row[]
  readonly footers: readonly Row[]
}

export function partsOf(
  files: readonly TextFile[],
  theme: Members,
  { all, headers, footers }: StoredParts,
): ThemeTexts['parts'] {
  const listed = memberAt(theme, 'templateParts')
  const areas = new Map(
    (isList(listed) ? listed : []).map((part) => [textAt(part, 'name'), textAt(part, 'area')]),
  )
  const [inHeader, inFooter] = [rowIds(headers), rowIds(footers)]
  const tagOf = (row: Row) =>
    inHeader.has(textOf(row, 'id')) ? 'header' : inFooter.has(textOf(row, 'id')) ? 'footer' : 'div'
  return new Map([
    ...files.map(({ name, text }): [string, ThemePart] => [name, { text, tag: tagOfArea(areas.get(name)) }]),
    ...all.map((row): [string, ThemePart] => [
      textOf(row, 'slug'),
      { text: textOf(row, 'content'), tag: tagOf(row) },
    ]),
  ])
}

function tagOfArea(area: string | undefined): ThemePart['tag'] {
  return area === 'header' || area === 'footer' ? area : 'div'
}

/** Settings on which addresses and words in patterns depend. */
export interface PatternSite {
  /** The address of the site, without a slash at the end. */
  readonly home: string
  /** Addresses of the theme's folder, and of the theme's that it is a child of. */
  readonly themeUrl: string
  readonly parentUrl: string
  /** True where words are not translated. */
  readonly isEnglish: boolean
}

/** Patterns by their slugs, without those whose text is unknown. */
export function patternsOf(files: readonly TextFile[], site: PatternSite): ThemeTexts['patterns'] {
  const functions = functionsOf(site)
  return new Map(
    files.flatMap(({ text }): readonly (readonly [string, string])[] => {
      const head = text.slice(0, 8192)
      const slug = /^[ \t/*#@]*Slug:[ \t]*([\w/-]+)[ \t]*$/im.exec(head)?.[1]
      const page =
        slug === undefined || !/^[ \t/*#@]*Title:/im.test(head) ? null : staticPage(text, functions)
      return slug === undefined || page === null ? [] : [[slug, page]]
    }),
  )
}

/** Functions of WordPress that patterns call. */
function functionsOf({ home, themeUrl, parentUrl, isEnglish }: PatternSite): PhpFunctions {
  const word: Valued = ([text = '']) => (isEnglish ? text : null)
  const escaped: Valued = ([text = '']) => (isEnglish ? attributeText(text) : null)
  const below =
    (folder: string): Valued =>
    ([path = '']) =>
      path === '' ? folder : `${folder}/${path.replace(/^\/+/, '')}`
  const valued: readonly (readonly [names: string, value: Valued])[] = [
    ['__ _x translate', word],
    ['esc_html__ esc_html_x esc_attr__ esc_attr_x', escaped],
    ['esc_html esc_attr', ([text = '']) => attributeText(text)],
    ['esc_url', ([url = '']) => attributeUrl(url)],
    ['get_stylesheet_directory_uri get_theme_file_uri', below(themeUrl)],
    ['get_template_directory_uri get_parent_theme_file_uri', below(parentUrl)],
    ['home_url', below(home)],
    ['sprintf', formatted],
    ['wp_kses_post', ([text = '']) => (isPlainHtml(text) ? text : null)],
  ]
  const writing: typeof valued = [
    ['_e _ex', word],
    ['esc_html_e esc_attr_e', escaped],
    ['printf', formatted],
  ]
  const named = (of: typeof valued, writes: boolean) =>
    of.flatMap(([names, value]) => names.split(' ').map((name) => [name, { value, writes }] as const))
  return new Map([...named(valued, false), ...named(writing, true)])
}

type Valued = (args: readonly string[]) => string | null

/** Formats as PHP's sprintf does, with `%s` and whole numbers for `%d`; null for any other directive. */
function formatted([format = '', ...values]: readonly string[]): string | null {
  let place = 0
  let isKnown = true
  const text = format.replace(
    /%(?:(\d{1,2})\$)?([%a-z]?)/gi,
    (_, number: string | undefined, kind: string) => {
      if (kind === '%') return '%'
      const value = values[number === undefined ? place++ : Number(number) - 1]
      isKnown &&= value !== undefined && (kind === 's' || (kind === 'd' && /^\d+$/.test(value)))
      return value ?? ''
    },
  )
  return isKnown ? text : null
}

const plainTag =
  /<\/?(?:a|b|br|cite|code|em|i|mark|p|span|strong|sub|sup)(?: (?:class|href|lang|rel|target)="[^"<>&:]*(?::\/\/[^"<>&:]*)?")*(?: ?\/)?>/g

/** True only for text that wp_kses_post leaves unchanged. */
function isPlainHtml(text: string): boolean {
  return !/[<>&]/.test(text.replace(plainTag, ''))
}
