// What a head is about: a post, a term or an author, in the words that templates and the graph use.
import {
  avatarUrl,
  formatDate,
  textOf,
  title as titleOf,
  type FieldInput,
  type ResourceDefinition,
  type Row,
} from '../../index.ts'
import { textIn } from '../php/stored.ts'
import type { FoundFile, SeoPage } from './page.ts'
import { separatorOf, settings, templateOf, isSet } from './settings.ts'
import { collapsed, filled, plain, shortened, type Variables } from './variables.ts'

export interface Crumb {
  readonly name: string
  readonly url: string
}

export interface Picture {
  readonly url: string
  readonly file: FoundFile | null
}

export interface Subject {
  readonly kind: 'post' | 'term' | 'user'
  readonly isArticle: boolean
  /** Whether a password hides its text. */
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
  readonly featured: FoundFile | null
  readonly isNoindex: boolean
  readonly isNofollow: boolean
  readonly advanced: readonly string[]
  readonly crumbs: readonly Crumb[]
  readonly headline: string
  /** The second page of a text that has several. */
  readonly next: string
  readonly author: Row | null
  readonly pageTypes: readonly string[]
  readonly articleTypes: readonly string[]
  readonly published: string | null
  readonly modified: string | null
  readonly minutes: number
  readonly words: number
  readonly terms: (taxonomy: string) => readonly string[]
}

const nobody: Row = {}

export function subjectOf(input: FieldInput, resource: ResourceDefinition, page: SeoPage): Subject {
  const { source } = resource
  if (source === 'terms') return termSubject(input, page)
  return source === 'users' ? userSubject(input, page) : postSubject(input, resource, page)
}

function common({ site }: FieldInput): Variables {
  const now = new Date().toISOString()
  return (name) => {
    switch (name) {
      case 'sitename':
        return site.option('blogname')
      case 'sitedesc':
        return site.option('blogdescription')
      case 'currentyear':
        return now.slice(0, 4)
      default:
        return undefined
    }
  }
}

/** What PHP makes of a time that was never set begins before the year 0. */
function isoTime(utc: string): string {
  return utc.startsWith('0000') ? '-0001-11-30T00:00:00+00:00' : `${utc.replace(' ', 'T')}+00:00`
}

function postSubject(input: FieldInput, resource: ResourceDefinition, page: SeoPage): Subject {
  const { row, site } = input
  const seo = settings.of(site)
  const separator = separatorOf(seo)
  const [id, type] = [textOf(row, 'id'), textOf(row, 'type')]
  const meta = (key: string) => page.meta(id, `_yoast_wpseo_${key}`)
  const labels = resource.contentType?.labels
  const isHidden = textOf(row, 'password') !== ''
  const author = page.author(textOf(row, 'author_id'))
  const named = (taxonomy: string) =>
    page
      .terms(id)
      .filter((term) => term['taxonomy'] === taxonomy)
      .map((term) => textOf(term, 'name'))
      .toSorted(byLetters)
  const content = plain(textOf(row, 'content').replace(/\[[^\]\n]*\]/g, ''))
  const written = plain(textOf(row, 'excerpt'))
  const excerpt = isHidden ? '' : written === '' ? shortened(content) : written
  const dateIn = (column: string) =>
    formatDate(site.option('date_format') || 'F j, Y', {
      local: textOf(row, column),
      offsetHours: 0,
      zone: '',
    })
  const parents = page.above(row)
  const others = common(input)
  const variables: Variables = (name) => {
    switch (name) {
      case 'title':
        return textOf(row, 'title')
      case 'excerpt':
        return excerpt
      case 'excerpt_only':
        return isHidden ? '' : written
      case 'category':
      case 'tag':
        return named(name === 'tag' ? 'post_tag' : 'category').join(', ')
      case 'primary_category':
        return textOf(primaryTerm(row, 'category', page) ?? nobody, 'name')
      case 'name':
        return textOf(author ?? nobody, 'name')
      case 'id':
        return id
      case 'date':
        return dateIn('created_at')
      case 'modified':
        return dateIn('modified_at')
      case 'focuskw':
        return meta('focuskw')
      case 'pt_single':
        return labels?.singular
      case 'pt_plural':
        return labels?.plural
      case 'parent_title':
        return textOf(parents.at(-1) ?? nobody, 'title')
      default:
        if (name.startsWith('cf_')) return page.meta(id, name.slice('cf_'.length))
        return name.startsWith('ct_') ? named(name.slice('ct_'.length)).join(', ') : others(name)
    }
  }
  const fill = (template: string) => filled(template, variables, separator)
  const file = type === 'attachment' ? page.file(id) : null
  const url = file?.url ?? page.link('post', id)
  const description = fill(meta('metadesc') || templateOf(seo, `metadesc-${type}`, ''))
  const shown = titleTemplate(
    meta('title'),
    templateOf(seo, `title-${type}`, '%%title%% %%page%% %%sep%% %%sitename%%'),
  )
  const featured = isHidden ? null : page.file(page.meta(id, '_thumbnail_id'))
  const own = meta('opengraph-image')
  const ownFile = page.file(meta('opengraph-image-id'))
  const articleType =
    meta('schema_article_type') ||
    templateOf(seo, `schema-article-type-${type}`, type === 'post' ? 'Article' : 'None')
  const pageType = meta('schema_page_type') || templateOf(seo, `schema-page-type-${type}`, 'WebPage')
  const hasAuthor = resource.fields.some(({ name }) => name === 'author')
  const [created, modified] = [textOf(row, 'created_at_utc'), textOf(row, 'modified_at_utc')]
  const noindex = meta('meta-robots-noindex')
  const headline = shownTitle(input)
  const words = wordCount(textOf(row, 'title'), textOf(row, 'content'))
  return {
    kind: 'post',
    isArticle: type === 'post',
    isHidden,
    row,
    url,
    canonical: meta('canonical') || url,
    title: fill(shown),
    description,
    ogTitle: fill(meta('opengraph-title')) || fill(shown),
    ogDescription: fill(meta('opengraph-description')) || description || excerpt,
    twitterTitle: fill(meta('twitter-title')),
    twitterDescription: fill(meta('twitter-description')),
    twitterImage: meta('twitter-image'),
    picture: ownFile
      ? { url: ownFile.url, file: ownFile }
      : own !== ''
        ? { url: own, file: null }
        : shownPicture(featured ?? file, isHidden, input, page),
    featured,
    isNoindex:
      noindex === '1' ||
      (noindex !== '2' && isSet(seo, `noindex-${type}`)) ||
      textOf(row, 'status') === 'private',
    isNofollow: meta('meta-robots-nofollow') === '1',
    advanced: meta('meta-robots-adv')
      .split(',')
      .filter((word) => /^no\w+$/.test(word) && word !== 'none'),
    crumbs: [...crumbsAbove(row, input, page), { name: meta('bctitle') || headline, url }],
    headline,
    next:
      type !== 'attachment' && textOf(row, 'content').includes('<!--nextpage-->')
        ? `${url.replace(/\/$/, '')}/2/`
        : '',
    author: hasAuthor ? author : null,
    pageTypes: pageType === 'WebPage' ? ['WebPage'] : ['WebPage', pageType],
    articleTypes:
      isHidden || !hasAuthor || articleType === 'None'
        ? []
        : articleType === 'Article'
          ? ['Article']
          : ['Article', articleType],
    published: isoTime(created),
    modified: modified > created ? isoTime(modified) : null,
    minutes: Number(meta('estimated-reading-time-minutes')) || Math.round(words / 200),
    words,
    terms: named,
  }
}

function shownTitle(input: FieldInput): string {
  return collapsed(plain(String(titleOf.value(input))))
}

function byLetters(one: string, other: string): number {
  const [first, second] = [one.toLowerCase(), other.toLowerCase()]
  return first < second ? -1 : first > second ? 1 : 0
}

/** An own title stands for the template. */
function titleTemplate(own: string, template: string): string {
  return own === '' ? template : own
}

function shownPicture(
  featured: FoundFile | null,
  isHidden: boolean,
  { site }: FieldInput,
  page: SeoPage,
): Picture | null {
  if (featured) return { url: featured.url, file: featured }
  if (isHidden) return null
  const { social } = settings.of(site)
  const file = page.file(textIn(social, 'og_default_image_id'))
  const url = file?.url ?? textIn(social, 'og_default_image')
  return url === '' ? null : { url, file }
}

/** The primary term, or the one that lies deepest. */
function mainTerm(row: Row, taxonomy: string, page: SeoPage): Row | undefined {
  const terms = page.terms(textOf(row, 'id')).filter((term) => term['taxonomy'] === taxonomy)
  return (
    primaryTerm(row, taxonomy, page) ??
    terms.toSorted((one, other) => page.pathOf(other).length - page.pathOf(one).length)[0]
  )
}

function primaryTerm(row: Row, taxonomy: string, page: SeoPage): Row | undefined {
  const id = textOf(row, 'id')
  const primary = page.meta(id, `_yoast_wpseo_primary_${taxonomy}`)
  return page.terms(id).find((term) => term['taxonomy'] === taxonomy && textOf(term, 'id') === primary)
}

function home({ site }: FieldInput): Crumb {
  return { name: templateOf(settings.of(site), 'breadcrumbs-home', 'Home'), url: `${site.home}/` }
}

function archiveCrumb(type: string, label: string | undefined, { site }: FieldInput, page: SeoPage): Crumb {
  const own = templateOf(settings.of(site), `bctitle-ptarchive-${type}`, '')
  return { name: own || (label ?? type), url: page.archiveLink(type) }
}

/** From the home page down to what a post lies below. */
function crumbsAbove(row: Row, input: FieldInput, page: SeoPage): readonly Crumb[] {
  const seo = settings.of(input.site)
  const type = textOf(row, 'type')
  const parents = page.above(row)
  const parent = parents.at(-1)
  const crumbOf = (post: Row): Crumb => ({
    name: page.meta(textOf(post, 'id'), '_yoast_wpseo_bctitle') || shownTitle({ ...input, row: post }),
    url: page.link('post', textOf(post, 'id')),
  })
  if (type === 'attachment' && parent) return [...crumbsAbove(parent, input, page), crumbOf(parent)]
  const taxonomy = templateOf(seo, `post_types-${type}-maintax`, '0')
  const term = taxonomy === '0' || taxonomy === '' ? undefined : mainTerm(row, taxonomy, page)
  const archive = page.archives.get(type)
  return [
    home(input),
    ...(archive === undefined ? [] : [archiveCrumb(type, archive, input, page)]),
    ...(term ? page.pathOf(term).map((each) => termCrumb(each, input, page)) : []),
    ...parents.map(crumbOf),
  ]
}

function termCrumb(term: Row, { site }: FieldInput, page: SeoPage): Crumb {
  const own = settings.of(site).ofTerm(textOf(term, 'taxonomy'), textOf(term, 'id'))
  return {
    name: textIn(own, 'wpseo_bctitle') || textOf(term, 'name'),
    url: page.link('term', textOf(term, 'id')),
  }
}

const blank = {
  isArticle: false,
  isHidden: false,
  twitterTitle: '',
  twitterDescription: '',
  twitterImage: '',
  featured: null,
  isNofollow: false,
  advanced: [],
  headline: '',
  next: '',
  articleTypes: [],
  published: null,
  modified: null,
  minutes: 0,
  words: 0,
  terms: () => [],
} as const

function termSubject(input: FieldInput, page: SeoPage): Subject {
  const { row, site } = input
  const seo = settings.of(site)
  const separator = separatorOf(seo)
  const taxonomy = textOf(row, 'taxonomy')
  const said = seo.ofTerm(taxonomy, textOf(row, 'id'))
  const path = page.pathOf(row)
  const others = common(input)
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
        return path.map((term) => textOf(term, 'name')).join(` ${separator} `)
      case 'id':
        return textOf(row, 'id')
      default:
        return others(name)
    }
  }
  const fill = (template: string) => filled(template, variables, separator)
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

function userSubject(input: FieldInput, page: SeoPage): Subject {
  const { row, site } = input
  const seo = settings.of(site)
  const id = textOf(row, 'id')
  const author = page.author(id) ?? row
  const others = common(input)
  const variables: Variables = (name) => {
    switch (name) {
      case 'name':
        return textOf(author, 'name')
      case 'user_description':
        return page.userMeta(id, 'description')
      case 'userid':
        return id
      default:
        return others(name)
    }
  }
  const fill = (template: string) => filled(template, variables, separatorOf(seo))
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

/** As the plug-in counts: letters, with apostrophes and hyphens inside. */
function wordCount(title: string, content: string): number {
  const text = plain(
    `${title} ${content}`.replace(/<(pre|code)\b[^>]*>[^]*?<\/\1>/gi, '').replaceAll('><', '> <'),
  )
  return text.replace(/&[a-z0-9]+;/gi, ' ').match(/[A-Za-z'-]+/g)?.length ?? 0
}
