// The schema.org graph at the end of a head of Rank Math.
import { avatarUrl, textOf, type Row, type Site } from '../../index.ts'
import { textIn } from '../php/stored.ts'
import { inElement } from '../seo/html.ts'
import type { FoundFile } from '../seo/files.ts'
import type { SeoPage } from '../seo/page.ts'
import { localeOf } from '../seo/settings.ts'
import { isOn, said, settings } from './settings.ts'
import type { RankMathSubject } from './subject.ts'

type Piece = Readonly<Record<string, unknown>>

interface At {
  readonly subject: RankMathSubject
  readonly site: Site
  readonly page: SeoPage
  readonly inLanguage: string
  /** A post's picture: its own, else the site's. */
  readonly primary: FoundFile | null
  readonly hasCrumbs: boolean
}

export function graphOf(subject: RankMathSubject, site: Site, page: SeoPage): Piece {
  const { general } = settings.of(site)
  const isPost = subject.kind === 'post'
  const at: At = {
    subject,
    site,
    page,
    inLanguage: localeOf(site).replace('_', '-'),
    primary: isPost ? (subject.featured ?? page.file(said(site, 'open_graph_image_id'))) : null,
    hasCrumbs: isOn(general.get('breadcrumbs')) && subject.crumbs.length > 0,
  }
  const hasPerson = subject.author !== null && (subject.kind === 'user' || subject.article !== '')
  return {
    '@context': 'https://schema.org',
    '@graph': [
      ...(hasPublisher(site) ? [organization(at)] : []),
      webSite(at),
      ...(at.primary ? [primaryImage(at.primary, at)] : []),
      ...(at.hasCrumbs ? [breadcrumbs(at)] : []),
      ...(subject.kind === 'missing' ? [] : [webPage(at)]),
      ...(hasPerson && subject.author ? [person(subject.author, at)] : []),
      ...(subject.article === '' ? [] : [article(at)]),
    ],
  }
}

function hasPublisher(site: Site): boolean {
  return said(site, 'knowledgegraph_type', 'company') === 'company'
}

const ref = (id: string) => ({ '@id': id })
const organizationOf = ({ home }: Site) => ref(`${home}/#organization`)
const publisherOf = (site: Site) => (hasPublisher(site) ? { publisher: organizationOf(site) } : {})

function organization({ subject, site, page, inLanguage }: At): Piece {
  const name = inElement(said(site, 'knowledgegraph_name') || site.option('blogname'))
  const logo = page.file(said(site, 'knowledgegraph_logo_id'))
  return {
    '@type': 'Organization',
    ...organizationOf(site),
    name,
    ...(logo && subject.kind === 'post'
      ? {
          logo: {
            '@type': 'ImageObject',
            '@id': `${site.home}/#logo`,
            url: logo.url,
            contentUrl: logo.url,
            caption: name,
            inLanguage,
            width: String(logo.width),
            height: String(logo.height),
          },
        }
      : {}),
  }
}

function webSite({ subject, site, inLanguage }: At): Piece {
  const { home } = site
  const { titles } = settings.of(site)
  return {
    '@type': 'WebSite',
    '@id': `${home}/#website`,
    url: home,
    name: inElement(textIn(titles, 'website_name') || site.option('blogname')),
    ...publisherOf(site),
    inLanguage,
    ...(subject.kind === 'home'
      ? {
          potentialAction: {
            '@type': 'SearchAction',
            target: `${home}/?s={search_term_string}`,
            'query-input': 'required name=search_term_string',
          },
        }
      : {}),
  }
}

function primaryImage({ url, width, height, alt }: FoundFile, { inLanguage }: At): Piece {
  return {
    '@type': 'ImageObject',
    '@id': url,
    url,
    width: String(width),
    height: String(height),
    ...(alt === '' ? {} : { caption: inElement(alt) }),
    inLanguage,
  }
}

function breadcrumbs({ subject: { url, crumbs } }: At): Piece {
  return {
    '@type': 'BreadcrumbList',
    '@id': `${url}#breadcrumb`,
    itemListElement: crumbs.map((crumb, at) => ({
      '@type': 'ListItem',
      position: String(at + 1),
      item: { '@id': crumb.url, name: inElement(crumb.name) },
    })),
  }
}

const pageTypes: Readonly<Record<RankMathSubject['kind'], string>> = {
  post: 'WebPage',
  term: 'CollectionPage',
  archive: 'CollectionPage',
  home: 'CollectionPage',
  user: 'ProfilePage',
  missing: 'WebPage',
}

function webPage({ subject, site, primary, inLanguage, hasCrumbs }: At): Piece {
  const { kind, url, title, published, modified } = subject
  return {
    '@type': pageTypes[kind],
    '@id': `${url}#webpage`,
    url,
    name: inElement(title),
    ...(published === '' ? {} : { datePublished: published, dateModified: modified }),
    ...(kind === 'home' && hasPublisher(site) ? { about: organizationOf(site) } : {}),
    isPartOf: ref(`${site.home}/#website`),
    ...(primary ? { primaryImageOfPage: ref(primary.url) } : {}),
    inLanguage,
    ...(hasCrumbs ? { breadcrumb: ref(`${url}#breadcrumb`) } : {}),
  }
}

function person(author: Row, { subject, site, page, inLanguage }: At): Piece {
  const url = page.userLink(author)
  const name = inElement(textOf(author, 'name'))
  const avatar = inElement(avatarUrl(textOf(author, 'email'), 96, site))
  const own = textOf(author, 'url')
  return {
    '@type': 'Person',
    '@id': url,
    name,
    url,
    ...(avatar === ''
      ? {}
      : { image: { '@type': 'ImageObject', '@id': avatar, url: avatar, caption: name, inLanguage } }),
    ...(own === '' ? {} : { sameAs: [inElement(own)] }),
    ...(hasPublisher(site) ? { worksFor: organizationOf(site) } : {}),
    ...(subject.kind === 'user' ? { mainEntityOfPage: ref(`${url}#webpage`) } : {}),
  }
}

function article({ subject, site, page, primary, inLanguage }: At): Piece {
  const { url, title, description, published, modified, section, author, keywords } = subject
  const name = inElement(title)
  return {
    '@type': subject.article,
    headline: name,
    ...(keywords === '' ? {} : { keywords: inElement(keywords) }),
    datePublished: published,
    dateModified: modified,
    ...(section === '' ? {} : { articleSection: inElement(section) }),
    ...(author ? { author: { '@id': page.userLink(author), name: inElement(textOf(author, 'name')) } } : {}),
    ...publisherOf(site),
    ...(description === '' ? {} : { description: inElement(description) }),
    name,
    '@id': `${url}#richSnippet`,
    isPartOf: ref(`${url}#webpage`),
    ...(primary ? { image: ref(primary.url) } : {}),
    inLanguage,
    mainEntityOfPage: ref(`${url}#webpage`),
  }
}
