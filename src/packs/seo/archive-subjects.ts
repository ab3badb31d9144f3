// The subjects of heads of archives (a term, an author, a content type), of the home page, and of addresses without content (404).
import { avatarUrl, textOf, type FieldInput } from '../../index.ts'
import { textIn } from '../php/stored.ts'
import { archiveCrumb, home, termCrumb } from './crumbs.ts'
import type { SeoPage } from './page.ts'
import { separatorOf, settings, templateOf, isSet } from './settings.ts'
import { filling, shownPicture, type Subject } from './subject.ts'
import { plain, type Variables } from './variables.ts'

const blank = {
  isArticle: false,
  isListing: false,
  isHidden: false,
  twitterTitle: '',
  twitterDescription: '',
  twitterImage: '',
  main: null,
  isNofollow: false,
  advanced: [],
  headline: '',
  next: '',
  articleTypes: [],
  published: null,
  modified: null,
  minutes: 0,
  words: 0,
  focus: '',
  isCornerstone: false,
  terms: () => [],
} as const

export function termSubject(input: FieldInput, page: SeoPage): Subject {
  const { row, site } = input
  const seo = settings.of(site)
  const taxonomy = textOf(row, 'taxonomy')
  const said = seo.ofTerm(taxonomy, textOf(row, 'id'))
  const path = page.pathOf(row)
  const described = plain(textOf(row, 'description'))
  const variables: Variables = (name) => {
    switch (name) {
      case 'term_title':
        return textOf(row, 'name')
      case 'category_description':
      case 'term_description':
      case 'tag_description':
        return described
      case 'term_hierarchy':
        return path.map((term) => textOf(term, 'name')).join(` ${separatorOf(seo)} `)
      case 'id':
        return textOf(row, 'id')
      default:
        return undefined
    }
  }
  const fill = filling(input, variables)
  const url = page.link('term', textOf(row, 'id'))
  const title = fill(
    textIn(said, 'wpseo_title') ||
      templateOf(seo, `title-tax-${taxonomy}`, '%%term_title%% Archives %%page%% %%sep%% %%sitename%%'),
  )
  const description = fill(textIn(said, 'wpseo_desc') || templateOf(seo, `metadesc-tax-${taxonomy}`, ''))
  const own = textIn(said, 'wpseo_opengraph-image')
  const noindex = textIn(said, 'wpseo_noindex')
  const parent = templateOf(seo, `taxonomy-${taxonomy}-ptparent`, '0')
  return {
    ...blank,
    kind: 'term',
    row,
    url,
    canonical: textIn(said, 'wpseo_canonical') || url,
    title,
    description,
    ogTitle: fill(textIn(said, 'wpseo_opengraph-title')) || title,
    ogDescription: fill(textIn(said, 'wpseo_opengraph-description')) || description || described,
    picture: own === '' ? shownPicture(null, false, input, page) : { url: own, file: null },
    isNoindex: noindex === 'noindex' || (noindex !== 'index' && isSet(seo, `noindex-tax-${taxonomy}`)),
    crumbs: [
      home(input),
      ...(page.archives.has(parent) ? [archiveCrumb(parent, page.archives.get(parent), input, page)] : []),
      ...path.map((term) => termCrumb(term, input, page)),
    ],
    author: null,
    pageTypes: ['CollectionPage'],
  }
}

export function userSubject(input: FieldInput, page: SeoPage): Subject {
  const { row, site } = input
  const seo = settings.of(site)
  const id = textOf(row, 'id')
  const author = page.author(id) ?? row
  const variables: Variables = (name) => {
    switch (name) {
      case 'name':
        return textOf(author, 'name')
      case 'user_description':
        return page.userMeta(id, 'description')
      case 'userid':
        return id
      default:
        return undefined
    }
  }
  const fill = filling(input, variables)
  const url = page.userLink(author)
  const title = fill(
    page.userMeta(id, 'wpseo_title') ||
      templateOf(seo, 'title-author-wpseo', '%%name%%, Author at %%sitename%% %%page%%'),
  )
  const description = fill(
    page.userMeta(id, 'wpseo_metadesc') || templateOf(seo, 'metadesc-author-wpseo', ''),
  )
  const prefix = templateOf(seo, 'breadcrumbs-archiveprefix', 'Archives for')
  return {
    ...blank,
    kind: 'user',
    row,
    url,
    canonical: url,
    title,
    description,
    ogTitle: title,
    ogDescription: description,
    picture: { url: avatarUrl(textOf(author, 'email'), 500, site), file: null },
    isNoindex: page.userMeta(id, 'wpseo_noindex_author') === 'on' || isSet(seo, 'noindex-author-wpseo'),
    crumbs: [home(input), { name: `${prefix} ${textOf(author, 'name')}`.trim(), url }],
    author,
    pageTypes: ['ProfilePage'],
  }
}

type OfSite = Pick<FieldInput, 'site'>

const nothing = {
  ...blank,
  row: {},
  url: '',
  canonical: '',
  description: '',
  ogDescription: '',
  picture: null,
  isNoindex: false,
  crumbs: [],
  author: null,
  pageTypes: ['CollectionPage'],
} as const

/** The subject of a content type's archive. */
export function typeSubject(type: string, input: OfSite, page: SeoPage): Subject {
  const { site } = input
  const seo = settings.of(site)
  const label = page.archives.get(type) ?? type
  const fill = filling(input, (name) => (name === 'pt_plural' ? label : undefined))
  const template = templateOf(
    seo,
    `title-ptarchive-${type}`,
    '%%pt_plural%% Archive %%page%% %%sep%% %%sitename%%',
  )
  const title = fill(template)
  const description = fill(templateOf(seo, `metadesc-ptarchive-${type}`, ''))
  const url = page.archiveLink(type)
  return {
    ...nothing,
    kind: 'archive',
    url,
    canonical: url,
    title,
    description,
    ogTitle: title,
    ogDescription: description,
    picture: shownPicture(null, false, input, page),
    isNoindex: isSet(seo, `noindex-ptarchive-${type}`),
    crumbs: [home(input), archiveCrumb(type, label, input, page)],
  }
}

/** The subject of a home page that lists posts. */
export function homeSubject(input: OfSite, page: SeoPage, url = `${input.site.home}/`): Subject {
  const { site } = input
  const seo = settings.of(site)
  const fill = filling(input)
  const description = fill(templateOf(seo, 'metadesc-home-wpseo', ''))
  const start = home(input)
  return {
    ...nothing,
    kind: 'home',
    url,
    canonical: url,
    title: fill(templateOf(seo, 'title-home-wpseo', '%%sitename%% %%page%% %%sep%% %%sitedesc%%')),
    description,
    ogTitle: fill(templateOf(seo, 'open_graph_frontpage_title', '%%sitename%%')),
    ogDescription: fill(templateOf(seo, 'open_graph_frontpage_desc', '')) || description,
    picture: shownPicture(null, false, input, page),
    crumbs: [start, start],
  }
}

/** The subject of an address without content. */
export function missingSubject(input: OfSite): Subject {
  const seo = settings.of(input.site)
  const template = templateOf(seo, 'title-404-wpseo', 'Page not found %%sep%% %%sitename%%')
  const title = filling(input)(template)
  return { ...nothing, kind: 'missing', title, ogTitle: title, isNoindex: true }
}
