// The subject of a post's head.
import {
  formatDate,
  summary,
  textOf,
  type FieldInput,
  type ResourceDefinition,
  type Row,
} from '../../index.ts'
import { crumbsAbove, crumbTitle, primaryTerm, shownTitle } from './crumbs.ts'
import type { SeoPage } from './page.ts'
import { settings, templateOf, isSet } from './settings.ts'
import { filling, shownPicture, type Subject } from './subject.ts'
import { mainPicture, sharedPicture } from './text-pictures.ts'
import { plain, shortened, wordCount, type Variables } from './variables.ts'

const nobody: Row = {}

export function postSubject(input: FieldInput, resource: ResourceDefinition, page: SeoPage): Subject {
  const { row, site } = input
  const seo = settings.of(site)
  const [id, type] = [textOf(row, 'id'), textOf(row, 'type')]
  const meta = (key: string) => page.meta(id, `_yoast_wpseo_${key}`)
  const isHidden = textOf(row, 'password') !== ''
  const author = page.author(textOf(row, 'author_id'))
  const named = (taxonomy: string) => namesOf(id, taxonomy, page)
  const fill = filling(input, postVariables(input, resource, page))
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
  const isListing = site.option('show_on_front') === 'page' && site.option('page_for_posts') === id
  const words = wordCount(textOf(row, 'title'), textOf(row, 'content'))
  return {
    kind: 'post',
    isArticle: type === 'post',
    isListing,
    isHidden,
    row,
    url,
    canonical: meta('canonical') || url,
    title: fill(shown),
    description,
    ogTitle: fill(meta('opengraph-title')) || fill(shown),
    ogDescription:
      fill(meta('opengraph-description')) ||
      description ||
      (isHidden ? '' : plain(String(summary.value(input))).trim()),
    twitterTitle: fill(meta('twitter-title')),
    twitterDescription: fill(meta('twitter-description')),
    twitterImage: meta('twitter-image'),
    picture: ownFile
      ? { url: ownFile.url, file: ownFile }
      : own !== ''
        ? { url: own, file: null }
        : ((featured || file || isHidden ? null : sharedPicture(row, page)) ??
          shownPicture(featured ?? file, isHidden, input, page)),
    main: featured ? { url: featured.url, file: featured } : isHidden || file ? null : mainPicture(row, page),
    isNoindex:
      noindex === '1' ||
      (noindex !== '2' && isSet(seo, `noindex-${type}`)) ||
      textOf(row, 'status') === 'private',
    isNofollow: meta('meta-robots-nofollow') === '1',
    advanced: meta('meta-robots-adv')
      .split(',')
      .filter((word) => /^no\w+$/.test(word) && word !== 'none'),
    crumbs: [...crumbsAbove(row, input, page), { name: meta('bctitle') || crumbTitle(input), url }],
    headline,
    next:
      type !== 'attachment' && textOf(row, 'content').includes('<!--nextpage-->')
        ? `${url.replace(/\/$/, '')}/2/`
        : '',
    author: hasAuthor ? author : null,
    pageTypes: isListing
      ? ['WebPage', 'CollectionPage']
      : pageType === 'WebPage'
        ? ['WebPage']
        : ['WebPage', pageType],
    articleTypes: isHidden || !hasAuthor ? [] : articleTypes(articleType),
    published: isoTime(created),
    modified: modified > created ? isoTime(modified) : null,
    minutes: Number(meta('estimated-reading-time-minutes')) || Math.round(words / 200),
    words,
    focus: meta('focuskw'),
    isCornerstone: meta('is_cornerstone') === '1',
    terms: named,
  }
}

function postVariables(input: FieldInput, resource: ResourceDefinition, page: SeoPage): Variables {
  const { row, site } = input
  const id = textOf(row, 'id')
  const meta = (key: string) => page.meta(id, `_yoast_wpseo_${key}`)
  const labels = resource.contentType?.labels
  const named = (taxonomy: string) => namesOf(id, taxonomy, page)
  const { written, excerpt } = textsOf(row)
  const dateIn = (column: string, format = site.option('date_format') || 'F j, Y') =>
    formatDate(format, { local: textOf(row, column), offsetHours: 0, zone: '' })
  return (name) => {
    switch (name) {
      case 'title':
        return textOf(row, 'title')
      case 'excerpt':
        return excerpt
      case 'excerpt_only':
        return written
      case 'category':
      case 'tag':
        return named(name === 'tag' ? 'post_tag' : 'category').join(', ')
      case 'primary_category':
        return textOf(primaryTerm(row, 'category', page) ?? nobody, 'name')
      case 'name':
        return textOf(page.author(textOf(row, 'author_id')) ?? nobody, 'name')
      case 'userid':
        return textOf(row, 'author_id')
      case 'user_description':
        return page.userMeta(textOf(row, 'author_id'), 'description')
      case 'permalink':
        return page.link('post', id)
      case 'id':
        return id
      case 'date':
        return dateIn('created_at')
      case 'modified':
        return dateIn('modified_at')
      case 'post_year':
        return dateIn('created_at', 'Y')
      case 'post_month':
        return dateIn('created_at', 'F')
      case 'post_day':
        return dateIn('created_at', 'd')
      case 'focuskw':
        return meta('focuskw')
      case 'pt_single':
        return labels?.singular
      case 'pt_plural':
        return labels?.plural
      case 'parent_title':
        return textOf(page.above(row).at(-1) ?? nobody, 'title')
      default:
        if (name.startsWith('cf_')) return page.meta(id, name.slice('cf_'.length))
        if (name.startsWith('ct_desc_')) return descriptionOf(id, name.slice('ct_desc_'.length), page)
        return name.startsWith('ct_') ? named(name.slice('ct_'.length)).join(', ') : undefined
    }
  }
}

function namesOf(id: string, taxonomy: string, page: SeoPage): readonly string[] {
  return page.terms(id, taxonomy).map((term) => textOf(term, 'name'))
}

/** The description of a post's first term of a taxonomy. */
function descriptionOf(id: string, taxonomy: string, page: SeoPage): string {
  const [first = nobody] = page.terms(id, taxonomy)
  return plain(textOf(first, 'description'))
}

/** The written excerpt, and that or one made of the content; both are empty where a password protects the post. */
function textsOf(row: Row): { readonly written: string; readonly excerpt: string } {
  if (textOf(row, 'password') !== '') return { written: '', excerpt: '' }
  const written = plain(textOf(row, 'excerpt'))
  if (written !== '') return { written, excerpt: written }
  // Shortcodes are left out
  return { written, excerpt: shortened(plain(textOf(row, 'content').replace(/\[[^[\]\n]*\]/g, ''))) }
}

function articleTypes(type: string): readonly string[] {
  if (type === 'None') return []
  return type.endsWith('Article') ? [type] : ['Article', type]
}

/** PHP formats a time that was never set as one before the year 0. */
function isoTime(utc: string): string {
  return utc.startsWith('0000') ? '-0001-11-30T00:00:00+00:00' : `${utc.replace(' ', 'T')}+00:00`
}

/** The post's own title replaces the template. */
function titleTemplate(own: string, template: string): string {
  return own === '' ? template : own
}
