// The schema.org graph at the end of a head: the article, the page, its picture, its breadcrumbs, the site, the publisher and the
// author.
import { avatarUrl, textOf, type Row, type Site } from '../../index.ts'
import { arrayOf, phpText, textIn } from '../php/stored.ts'
import type { FoundFile } from './files.ts'
import type { SeoPage } from './page.ts'
import { localeOf, settings, templateOf } from './settings.ts'
import { profiles } from './stored-keys.ts'
import type { Picture, Subject } from './subject.ts'
import { collapsed, plain } from './variables.ts'

type Piece = Readonly<Record<string, unknown>>

export function graphOf(subject: Subject, site: Site, page: SeoPage): Piece {
  const seo = settings.of(site)
  const hasPublisher =
    textIn(seo.titles, 'company_or_person') === 'company' && textIn(seo.titles, 'company_name') !== ''
  const language = localeOf(site).replace('_', '-')
  const { kind, author, articleTypes, main } = subject
  const hasPerson = author !== null && (kind === 'user' || articleTypes.length > 0)
  const at = { subject, site, page, hasPublisher, language }
  return {
    '@context': 'https://schema.org',
    '@graph': [
      ...(articleTypes.length > 0 ? [article(at)] : []),
      ...(kind === 'missing' ? [] : [webPage(at)]),
      ...(main ? [primaryImage(main, `${subject.canonical}#primaryimage`, language)] : []),
      ...(subject.isHidden || kind === 'missing' ? [] : [breadcrumbs(subject)]),
      webSite(at),
      ...(hasPublisher ? [organization(at)] : []),
      ...(hasPerson ? [person(author, at)] : []),
    ],
  }
}

interface At {
  readonly subject: Subject
  readonly site: Site
  readonly page: SeoPage
  readonly hasPublisher: boolean
  readonly language: string
}

const ref = (id: string) => ({ '@id': id })
const typeOf = (types: readonly string[]) => (types.length === 1 ? types[0] : types)

function homeOf(site: Site): string {
  return `${site.home}/`
}

/** The digest in the id needs WordPress's keys; without them the id has the author's slug instead. */
function personId(author: Row, site: Site): string {
  const named = textOf(author, 'login') + textOf(author, 'id')
  return `${homeOf(site)}#/schema/person/${site.digest?.(named) ?? textOf(author, 'slug')}`
}

function pictured({ main, canonical }: Subject): Piece {
  return main ? { image: ref(`${canonical}#primaryimage`), thumbnailUrl: main.url } : {}
}

function article({ subject, site, hasPublisher, language }: At): Piece {
  const { row, canonical, url, author, published, modified, terms } = subject
  const isOpen = textOf(row, 'comment_status') === 'open'
  const [keywords, sections] = [terms('post_tag'), terms('category')]
  return {
    '@type': typeOf(subject.articleTypes),
    '@id': `${canonical}#article`,
    isPartOf: ref(url),
    author: { name: textOf(author ?? {}, 'name'), ...(author ? ref(personId(author, site)) : {}) },
    headline: subject.headline,
    datePublished: published,
    ...(modified === null ? {} : { dateModified: modified }),
    mainEntityOfPage: ref(url),
    wordCount: subject.words,
    ...(isOpen ? { commentCount: Number(textOf(row, 'comment_count')) || 0 } : {}),
    ...(hasPublisher ? { publisher: ref(`${homeOf(site)}#organization`) } : {}),
    ...pictured(subject),
    ...(keywords.length > 0 ? { keywords } : {}),
    ...(sections.length > 0 ? { articleSection: sections } : {}),
    inLanguage: language,
    ...(isOpen
      ? { potentialAction: [{ '@type': 'CommentAction', name: 'Comment', target: [`${canonical}#respond`] }] }
      : {}),
  }
}

function webPage({ subject, site, language }: At): Piece {
  const { kind, canonical, url, title, description, published, modified, isHidden } = subject
  return {
    '@type': typeOf(subject.pageTypes),
    '@id': url,
    url: canonical,
    name: collapsed(title),
    isPartOf: ref(`${homeOf(site)}#website`),
    ...(subject.main ? { primaryImageOfPage: ref(`${canonical}#primaryimage`) } : {}),
    ...pictured(subject),
    ...(published === null ? {} : { datePublished: published }),
    ...(modified === null ? {} : { dateModified: modified }),
    ...(description === '' || isHidden ? {} : { description: collapsed(description) }),
    breadcrumb: ref(`${canonical}#breadcrumb`),
    inLanguage: language,
    ...((kind !== 'post' && kind !== 'user') || subject.isListing || isHidden
      ? {}
      : { potentialAction: [{ '@type': 'ReadAction', target: [canonical] }] }),
  }
}

/** A picture that is no file of the site has an address alone. */
function primaryImage({ url, file }: Picture, id: string, language: string): Piece {
  if (file) return image(file, id, language)
  return { '@type': 'ImageObject', inLanguage: language, '@id': id, url, contentUrl: url }
}

function image(file: FoundFile, id: string, language: string, caption = file.caption): Piece {
  return {
    '@type': 'ImageObject',
    inLanguage: language,
    '@id': id,
    url: file.url,
    contentUrl: file.url,
    ...(file.width > 0 ? { width: file.width, height: file.height } : {}),
    ...(caption === '' ? {} : { caption }),
  }
}

/** A text with several pages is not in its own breadcrumbs: the plug-in takes the last one for the number of a page. */
function breadcrumbs({ crumbs: whole, canonical, next }: Subject): Piece {
  const crumbs = next === '' ? whole : whole.slice(0, -1)
  return {
    '@type': 'BreadcrumbList',
    '@id': `${canonical}#breadcrumb`,
    itemListElement: crumbs.map(({ name, url }, at) => {
      const place = { '@type': 'ListItem', position: at + 1, name }
      return at === crumbs.length - 1 ? place : Object.assign(place, { item: url })
    }),
  }
}

function webSite({ site, hasPublisher, language }: At): Piece {
  const { titles } = settings.of(site)
  const alternate = textIn(titles, 'alternate_website_name')
  const home = homeOf(site)
  return {
    '@type': 'WebSite',
    '@id': `${home}#website`,
    url: home,
    name: textIn(titles, 'website_name') || site.option('blogname'),
    description: site.option('blogdescription'),
    ...(hasPublisher ? { publisher: ref(`${home}#organization`) } : {}),
    ...(alternate === '' ? {} : { alternateName: alternate }),
    potentialAction: [
      {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${home}?s={search_term_string}` },
        'query-input': {
          '@type': 'PropertyValueSpecification',
          valueRequired: true,
          valueName: 'search_term_string',
        },
      },
    ],
    inLanguage: language,
  }
}

function organization({ site, page, language }: At): Piece {
  const { titles, social } = settings.of(site)
  const home = homeOf(site)
  const name = textIn(titles, 'company_name')
  const logo = page.file(textIn(titles, 'company_logo_id'))
  const alternate = textIn(titles, 'company_alternate_name')
  const account = textIn(social, 'twitter_site')
  const sameAs = [
    textIn(social, 'facebook_site'),
    account === '' ? '' : `https://x.com/${account}`,
    ...[...arrayOf(social.get('other_social_urls')).values()].map(phpText),
  ].filter((url) => url !== '')
  const logoId = `${home}#/schema/logo/image/`
  return {
    '@type': 'Organization',
    '@id': `${home}#organization`,
    name,
    ...(alternate === '' ? {} : { alternateName: alternate }),
    url: home,
    ...(logo ? { logo: image(logo, logoId, language, name), image: ref(logoId) } : {}),
    ...(sameAs.length > 0 ? { sameAs } : {}),
  }
}

function person(author: Row, { subject, site, page, language }: At): Piece {
  const id = textOf(author, 'id')
  const name = textOf(author, 'name')
  const avatar = avatarUrl(textOf(author, 'email'), 96, site)
  const described = collapsed(plain(page.userMeta(id, 'description')))
  const account = page.userMeta(id, 'twitter')
  const sameAs = [
    textOf(author, 'url'),
    ...profiles.map((profile) => page.userMeta(id, profile)),
    account === '' ? '' : `https://x.com/${account}`,
    page.userMeta(id, 'youtube'),
  ].filter((url) => url !== '')
  return {
    '@type': 'Person',
    '@id': personId(author, site),
    name,
    ...(avatar === ''
      ? {}
      : {
          image: {
            '@type': 'ImageObject',
            inLanguage: language,
            '@id': avatar,
            url: avatar,
            contentUrl: avatar,
            caption: name,
          },
        }),
    ...(described === '' ? {} : { description: described }),
    ...(sameAs.length > 0 ? { sameAs } : {}),
    ...(subject.kind === 'user'
      ? { mainEntityOfPage: ref(subject.url) }
      : { url: templateOf(settings.of(site), 'disable-author', '') === '1' ? '' : page.userLink(author) }),
  }
}
