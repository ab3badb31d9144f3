// The settings of Yoast SEO: three options, and a fourth with its settings of terms.
import { defineSiteValue, parsePhpValue, type PhpArray, type Site } from '../../index.ts'
import { arrayOf, isTruthy, phpText, textIn, wholeNumber } from '../php/stored.ts'

export interface SeoSettings {
  readonly version: string
  readonly general: PhpArray
  readonly titles: PhpArray
  readonly social: PhpArray
  /** The plug-in's settings of a term. */
  readonly ofTerm: (taxonomy: string, id: string) => PhpArray
  readonly isPublic: boolean
  /** Keys of meta that templates show, and of the main terms of posts. */
  readonly metaKeys: readonly string[]
}

const names = ['wpseo', 'wpseo_titles', 'wpseo_social', 'wpseo_taxonomy_meta', 'blog_public'] as const

export const settings = defineSiteValue({
  options: names,
  make: ({ option }): SeoSettings => {
    const [general, titles, social, ofTerms] = names
      .slice(0, 4)
      .map((name) => arrayOf(parsePhpValue(option(name) ?? '')))
    return {
      version: textIn(arrayOf(general), 'version'),
      general: arrayOf(general),
      titles: arrayOf(titles),
      social: arrayOf(social),
      ofTerm: (taxonomy, id) => arrayOf(arrayOf(arrayOf(ofTerms).get(taxonomy)).get(id)),
      isPublic: option('blog_public') !== '0',
      metaKeys: [...arrayOf(titles)]
        .flatMap(([name, value]) =>
          /^post_types-.+-maintax$/.test(name)
            ? [`_yoast_wpseo_primary_${phpText(value)}`]
            : customFieldsIn(phpText(value)),
        )
        .slice(0, 100),
    }
  },
})

/** Keys of meta that a template shows. */
export function customFieldsIn(template: string): readonly string[] {
  return [...template.matchAll(/%%cf_([\w-]{1,100})%%/g)].map(([, key = '']) => key)
}

const separators: ReadonlyMap<string, string> = new Map([
  ['sc-dash', '-'],
  ['sc-ndash', '–'],
  ['sc-mdash', '—'],
  ['sc-colon', ':'],
  ['sc-middot', '·'],
  ['sc-bull', '•'],
  ['sc-star', '*'],
  ['sc-smstar', '⋆'],
  ['sc-pipe', '|'],
  ['sc-tilde', '~'],
  ['sc-laquo', '«'],
  ['sc-raquo', '»'],
  ['sc-lt', '<'],
  ['sc-gt', '>'],
])

export function separatorOf({ titles }: SeoSettings): string {
  return separators.get(textIn(titles, 'separator')) ?? '-'
}

/** A template of the settings; `otherwise` where it is not stored. */
export function templateOf({ titles }: SeoSettings, name: string, otherwise: string): string {
  return titles.has(name) ? textIn(titles, name) : otherwise
}

export function isSet({ titles }: SeoSettings, name: string, otherwise = false): boolean {
  return titles.has(name) ? isTruthy(titles.get(name)) : otherwise
}

/** The files that heads show: the site's image and its logo. */
export function filesOf({ titles, social }: SeoSettings): readonly string[] {
  return [social.get('og_default_image_id'), titles.get('company_logo_id')]
    .map(wholeNumber)
    .filter((id) => id > 0)
    .map(String)
}

export function localeOf(site: Site): string {
  return site.option('WPLANG') || 'en_US'
}
