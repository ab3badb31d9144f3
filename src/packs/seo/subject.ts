// The subject of a head (the object or list that the head describes), with the values that templates and the graph use.
import type { FieldInput, Row } from '../../index.ts'
import { textIn } from '../php/stored.ts'
import type { FoundFile } from './files.ts'
import type { SeoPage } from './page.ts'
import { separatorOf, settings } from './settings.ts'
import { filled, type Variables } from './variables.ts'

export interface Crumb {
  readonly name: string
  readonly url: string
}

export interface Picture {
  readonly url: string
  readonly file: FoundFile | null
}

export interface Subject {
  /** Subjects of the kinds `archive`, `home` and `missing` (404) have no row. */
  readonly kind: 'post' | 'term' | 'user' | 'archive' | 'home' | 'missing'
  /** True for the page that lists posts. */
  readonly isListing: boolean
  readonly isArticle: boolean
  /** True where a password hides its text. */
  readonly isHidden: boolean
  readonly row: Row
  readonly url: string
  readonly canonical: string
  readonly title: string
  readonly description: string
  readonly ogTitle: string
  readonly ogDescription: string
  readonly twitterTitle: string
  readonly twitterDescription: string
  readonly twitterImage: string
  readonly picture: Picture | null
  /** The main picture, by the address at which the text shows it. */
  readonly main: Picture | null
  readonly isNoindex: boolean
  readonly isNofollow: boolean
  readonly advanced: readonly string[]
  readonly crumbs: readonly Crumb[]
  readonly headline: string
  /** The address of the second page of a text; '' where it has one page. */
  readonly next: string
  readonly author: Row | null
  readonly pageTypes: readonly string[]
  readonly articleTypes: readonly string[]
  readonly published: string | null
  readonly modified: string | null
  readonly minutes: number
  readonly words: number
  /** The plug-in's focus keyphrase; '' for none. */
  readonly focus: string
  readonly isCornerstone: boolean
  readonly terms: (taxonomy: string) => readonly string[]
}

export function common({ site }: Pick<FieldInput, 'site'>): Variables {
  return (name) => {
    switch (name) {
      case 'sitename':
        return site.option('blogname')
      case 'sitedesc':
        return site.option('blogdescription')
      case 'currentyear':
        return String(site.yearNow())
      default:
        return undefined
    }
  }
}

/** Fills templates with the variables of a subject, and with those that all subjects share. */
export function filling(
  { site }: Pick<FieldInput, 'site'>,
  variables: Variables = () => undefined,
): (template: string) => string {
  const others = common({ site })
  const separator = separatorOf(settings.of(site))
  return (template) => filled(template, (name) => variables(name) ?? others(name), separator)
}

/** The picture of a subject: its own, else the site's. */
export function shownPicture(
  featured: FoundFile | null,
  isHidden: boolean,
  { site }: Pick<FieldInput, 'site'>,
  page: SeoPage,
): Picture | null {
  if (featured) return { url: featured.url, file: featured }
  if (isHidden) return null
  const { social } = settings.of(site)
  const file = page.file(textIn(social, 'og_default_image_id'))
  const url = file?.url ?? textIn(social, 'og_default_image')
  return url === '' ? null : { url, file }
}
