// The subjects of heads of lists (a term, an author, a content type, the home page), and of addresses without content (404).
import { textOf, type FieldInput, type Site } from '../../index.ts'
import { languagesOf } from '../languages/settings.ts'
import type { SeoPage } from '../seo/page.ts'
import { plain } from '../seo/variables.ts'
import { robotsOf } from './robots.ts'
import { isOn, said, settings } from './settings.ts'
import { blank, filling, home, termCrumb, type RankMathSubject } from './subject.ts'

/** Members of a subject with the same values for social networks as for search engines. */
function about(url: string, title: string, description: string) {
  return { url, canonical: url, title, description, ogTitle: title, ogDescription: description }
}

export function termSubject({ row, site }: FieldInput, page: SeoPage): RankMathSubject {
  const [id, taxonomy] = [textOf(row, 'id'), textOf(row, 'taxonomy')]
  const meta = (name: string) => page.termMeta(id, `rank_math_${name}`)
  const fill = filling(site, (name) =>
    name === 'term'
      ? textOf(row, 'name')
      : name === 'term_description'
        ? plain(textOf(row, 'description'))
        : name === 'id'
          ? id
          : undefined,
  )
  const url = page.link('term', id)
  const count = Number(textOf(row, 'count'))
  const title = fill(
    meta('title') || said(site, `tax_${taxonomy}_title`, '%term% Archives %page% %sep% %sitename%'),
  )
  const description = fill(
    meta('description') || said(site, `tax_${taxonomy}_description`, '%term_description%'),
  )
  const isEmpty = count === 0 && isOn(settings.of(site).titles.get('noindex_empty_taxonomies'))
  return {
    ...blank,
    kind: 'term',
    ...about(url, title, description),
    canonical: meta('canonical_url') || url,
    robots: robotsOf(site, {
      own: meta('robots'),
      advanced: meta('advanced_robots'),
      setting: `tax_${taxonomy}`,
      isHidden: isEmpty,
    }),
    next: count > pageSize(site) ? `${url}page/2/` : '',
    labels: [['Posts', String(count)]],
    crumbs: [...home(site), ...page.pathOf(row).map((term) => termCrumb(term, page))],
  }
}

export function userSubject({ row, site }: FieldInput, page: SeoPage): RankMathSubject {
  const id = textOf(row, 'id')
  const author = page.author(id) ?? row
  const meta = (name: string) => page.userMeta(id, `rank_math_${name}`)
  const name = textOf(author, 'name')
  const fill = filling(site, (variable) =>
    variable === 'name'
      ? name
      : variable === 'user_description'
        ? page.userMeta(id, 'description')
        : undefined,
  )
  const url = page.userLink(author)
  const title = fill(meta('title') || said(site, 'author_archive_title', '%name% %sep% %sitename% %page%'))
  const description = fill(meta('description') || said(site, 'author_archive_description'))
  // Polylang restricts the list to a language, which the plug-in takes for the term of the list
  const language = languagesOf.of(site).all.find(({ isDefault }) => isDefault)
  return {
    ...blank,
    kind: 'user',
    ...about(url, title, description),
    canonical: meta('canonical_url') || url,
    robots: robotsOf(site, { own: meta('robots'), advanced: meta('advanced_robots'), setting: 'author' }),
    crumbs: [...home(site), language ? { name: language.name, url: `${language.home}/` } : { name, url }],
    author,
  }
}

/** The subject of a content type's archive. */
export function typeSubject(type: string, site: Site, page: SeoPage): RankMathSubject {
  const label = page.archives.get(type) ?? type
  const fill = filling(site, (name) => (name === 'pt_plural' || name === 'title' ? label : undefined))
  const url = page.archiveLink(type)
  const title = fill(said(site, `pt_${type}_archive_title`, '%pt_plural% Archive %page% %sep% %sitename%'))
  const description = fill(said(site, `pt_${type}_archive_description`))
  return {
    ...blank,
    kind: 'archive',
    ...about(url, title, description),
    robots: robotsOf(site, { own: '', advanced: '', setting: `pt_${type}_archive` }),
    crumbs: [...home(site), { name: label, url }],
  }
}

/** The subject of a home page that lists posts. */
export function homeSubject(site: Site, hasMore: boolean, url = `${site.home}/`): RankMathSubject {
  const fill = filling(site, () => undefined)
  const title = fill(said(site, 'homepage_title', '%sitename% %page% %sep% %sitedesc%'))
  const description = fill(said(site, 'homepage_description') || '%sitedesc%')
  return {
    ...blank,
    kind: 'home',
    ...about(url, title, description),
    ogTitle: fill(said(site, 'homepage_facebook_title')) || title,
    ogDescription: fill(said(site, 'homepage_facebook_description')) || description,
    robots: robotsOf(site, { own: '', advanced: '', setting: 'homepage' }),
    next: hasMore ? `${url}page/2/` : '',
  }
}

export function missingSubject(site: Site): RankMathSubject {
  const title = filling(site, () => undefined)(said(site, '404_title', 'Page Not Found %sep% %sitename%'))
  return {
    ...blank,
    kind: 'missing',
    ...about('', title, ''),
    robots: robotsOf(site, { own: '', advanced: '', setting: '', isHidden: true }),
  }
}

export function pageSize({ integer }: Site): number {
  return integer('posts_per_page') || 10
}
