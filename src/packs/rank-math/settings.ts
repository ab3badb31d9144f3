// The settings of Rank Math: three options, and which of its modules are on.
import { defineSiteValue, parsePhpValue, type PhpArray, type PhpValue, type Site } from '../../index.ts'
import { arrayOf, phpText, textIn, wholeNumber } from '../php/stored.ts'
import type { SaidBy } from '../seo/page.ts'

export interface RankMathSettings {
  readonly titles: PhpArray
  readonly general: PhpArray
  readonly hasGraph: boolean
  readonly isPublic: boolean
}

const [titlesName, generalName, modulesName] = [
  'rank-math-options-titles',
  'rank-math-options-general',
  'rank_math_modules',
] as const

export const settings = defineSiteValue({
  options: [titlesName, generalName, modulesName, 'blog_public', 'posts_per_page'],
  make: ({ option }): RankMathSettings => {
    const stored = (name: string) => arrayOf(parsePhpValue(option(name) ?? ''))
    return {
      titles: stored(titlesName),
      general: stored(generalName),
      hasGraph: [...stored(modulesName).values()].includes('rich-snippet'),
      isPublic: option('blog_public') !== '0',
    }
  },
})

/** A setting of titles; `otherwise` where it is not stored. */
export function said(site: Site, name: string, otherwise = ''): string {
  const { titles } = settings.of(site)
  return titles.has(name) ? textIn(titles, name) : otherwise
}

export function isOn(value: PhpValue | undefined): boolean {
  const text = phpText(value)
  return text === 'on' || text === '1'
}

export function separatorOf(site: Site): string {
  return said(site, 'title_separator', '-')
}

const postKeys = [
  'title',
  'description',
  'focus_keyword',
  'robots',
  'advanced_robots',
  'canonical_url',
  'primary_category',
  'breadcrumb_title',
  'facebook_title',
  'facebook_description',
  'facebook_image',
  'facebook_image_id',
  'rich_snippet',
].map((name) => `rank_math_${name}`)

const otherKeys = ['title', 'description', 'robots', 'advanced_robots', 'canonical_url'].map(
  (name) => `rank_math_${name}`,
)

export const saidBy: SaidBy = {
  post: () => postKeys,
  pictures: ['rank_math_facebook_image_id'],
  user: [...otherKeys, 'description'],
  term: otherKeys,
  files: (site) => {
    const { titles } = settings.of(site)
    return [titles.get('open_graph_image_id'), titles.get('knowledgegraph_logo_id')]
      .map(wholeNumber)
      .filter((id) => id > 0)
      .map(String)
  },
}
