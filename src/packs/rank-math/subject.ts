// The subject of a head of Rank Math (the object or list that the head describes), and the filling of its templates.
import { textOf, type Row, type Site } from '../../index.ts'
import { textIn } from '../php/stored.ts'
import type { FoundFile } from '../seo/files.ts'
import type { SeoPage } from '../seo/page.ts'
import { common, type Crumb, type Picture, type Subject } from '../seo/subject.ts'
import { filled, type Variables } from '../seo/variables.ts'
import type { Robots } from './robots.ts'
import { isOn, separatorOf, settings } from './settings.ts'

export interface RankMathSubject {
  readonly kind: Subject['kind']
  readonly url: string
  readonly canonical: string
  readonly title: string
  readonly description: string
  readonly ogTitle: string
  readonly ogDescription: string
  readonly robots: Robots
  /** The address of a list's second page; '' for none. */
  readonly next: string
  /** The object's own picture; null where the site's is shown. */
  readonly picture: Picture | null
  readonly featured: FoundFile | null
  readonly tags: readonly string[]
  readonly section: string
  readonly published: string
  readonly modified: string
  readonly labels: readonly (readonly [label: string, value: string])[]
  readonly crumbs: readonly Crumb[]
  readonly author: Row | null
  /** The type of its article in the graph; '' for none. */
  readonly article: string
  readonly keywords: string
}

export const blank = {
  next: '',
  picture: null,
  featured: null,
  tags: [],
  section: '',
  published: '',
  modified: '',
  labels: [],
  crumbs: [],
  author: null,
  article: '',
  keywords: '',
} as const

/** Matches `%name%`, and `%name(argument)%`, whose argument is ignored. */
const singleSigns = /%([\w-]{1,100})(?:\([^()%]{0,100}\))?%/g

export function filling(site: Site, variables: Variables): (template: string) => string {
  const others = common({ site })
  return (template) =>
    filled(template, (name) => others(name) ?? variables(name), separatorOf(site), singleSigns)
}

export function home(site: Site): readonly Crumb[] {
  const { general } = settings.of(site)
  const isShown = general.get('breadcrumbs_home') === undefined || isOn(general.get('breadcrumbs_home'))
  return isShown ? [{ name: textIn(general, 'breadcrumbs_home_label') || 'Home', url: site.home }] : []
}

export function termCrumb(term: Row, page: SeoPage): Crumb {
  return { name: textOf(term, 'name'), url: page.link('term', textOf(term, 'id')) }
}
