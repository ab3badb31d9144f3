// The head of a page, as JSON and as HTML.
import { attributeText, decoded, textOf, type Site } from '../../index.ts'
import { textIn } from '../php/stored.ts'
import { graphOf } from './graph.ts'
import { address, inElement, inScript } from './html.ts'
import type { SeoPage } from './page.ts'
import { localeOf, settings } from './settings.ts'
import type { Subject } from './subject.ts'

export interface SeoHead {
  readonly title: string
  readonly description: string
  readonly robots: Readonly<Record<string, string>>
  readonly canonical: string
  readonly next: string
  readonly properties: readonly (readonly [name: string, value: string])[]
  readonly image: {
    readonly url: string
    readonly width: number | ''
    readonly height: number | ''
    readonly type: string
  } | null
  readonly names: readonly (readonly [name: string, value: string])[]
  readonly misc: Readonly<Record<string, string>>
  /** Tags by which services verify the home page, under the services' own names. */
  readonly verifications: readonly (readonly [name: string, value: string])[]
  readonly schema: Readonly<Record<string, unknown>>
}

export function headOf(subject: Subject, site: Site, page: SeoPage): SeoHead {
  const seo = settings.of(site)
  const isIndexed = !subject.isNoindex && seo.isPublic
  const { picture, author, kind, isArticle } = subject
  const authorId = textOf(author ?? {}, 'id')
  const isPost = kind === 'post'
  const account = accountOf((isArticle && author && page.userMeta(authorId, 'twitter')) || '')
  const siteAccount = accountOf(textIn(seo.social, 'twitter_site'))
  const writer = isArticle && author ? textOf(author, 'name') : ''
  const minutes = isArticle ? subject.minutes : 0
  return {
    title: subject.title,
    description: subject.description,
    robots: robotsOf(subject, isIndexed),
    canonical: isIndexed ? subject.canonical : '',
    next: subject.next,
    properties: said([
      ['og:locale', localeOf(site)],
      ['og:type', openGraphTypes[kind]],
      ['og:title', subject.ogTitle],
      ['og:description', subject.ogDescription],
      ['og:url', decoded(subject.canonical)],
      ['og:site_name', site.option('blogname')],
      ['article:publisher', isPost && !subject.isListing ? textIn(seo.social, 'facebook_site') : ''],
      ['article:author', isArticle && author ? page.userMeta(authorId, 'facebook') : ''],
      ['article:published_time', (isArticle && subject.published) || ''],
      ['article:modified_time', (isPost && !subject.isListing && subject.modified) || ''],
    ]),
    image:
      picture === null || picture.url === ''
        ? null
        : {
            url: picture.url,
            width: picture.file?.width ?? '',
            height: picture.file?.height ?? '',
            type: picture.file?.type ?? '',
          },
    names: said(
      kind === 'missing'
        ? []
        : [
            ['author', writer],
            ['twitter:card', textIn(seo.social, 'twitter_card_type') || 'summary_large_image'],
            ['twitter:title', subject.twitterTitle],
            ['twitter:description', subject.twitterDescription],
            ['twitter:image', subject.twitterImage],
            ['twitter:creator', isArticle ? account || siteAccount : ''],
            ['twitter:site', siteAccount],
          ],
    ),
    misc: {
      ...(writer === '' ? {} : { 'Written by': writer }),
      ...(minutes > 0 ? { 'Est. reading time': minutes === 1 ? '1 minute' : `${minutes} minutes` } : {}),
    },
    verifications: kind === 'home' ? verificationsOf(site) : [],
    schema: graphOf(subject, site, page),
  }
}

const openGraphTypes: Readonly<Record<Subject['kind'], string>> = {
  post: 'article',
  term: 'article',
  user: 'profile',
  archive: 'website',
  home: 'website',
  missing: '',
}

function said(pairs: readonly (readonly [string, string])[]) {
  return pairs.filter(([, value]) => value !== '')
}

const services = [
  ['baidu-site-verification', 'baiduverify'],
  ['msvalidate.01', 'msverify'],
  ['google-site-verification', 'googleverify'],
  ['p:domain_verify', 'pinterestverify'],
  ['yandex-verification', 'yandexverify'],
] as const

function verificationsOf(site: Site) {
  const { general, social } = settings.of(site)
  return said(
    services.map(([name, key]) => [name, textIn(key === 'pinterestverify' ? social : general, key)] as const),
  )
}

/** `@name`, from a name or from the address of an account; '' for none. */
function accountOf(stored: string): string {
  const name = stored
    .replace(/(?<!\/)\/+$/, '')
    .replace(/^.*\//s, '')
    .replace(/^@/, '')
  return name === '' ? '' : `@${name}`
}

function robotsOf({ isNofollow, advanced }: Subject, isIndexed: boolean): Readonly<Record<string, string>> {
  const follow = isNofollow ? 'nofollow' : 'follow'
  if (!isIndexed) return { index: 'noindex', follow }
  const is = (word: string) => advanced.includes(word)
  return {
    index: 'index',
    follow,
    ...(is('nosnippet') ? {} : { 'max-snippet': 'max-snippet:-1' }),
    ...(is('noimageindex') ? {} : { 'max-image-preview': 'max-image-preview:large' }),
    'max-video-preview': 'max-video-preview:-1',
    ...(is('noimageindex') ? { imageindex: 'noimageindex' } : {}),
    ...(is('noarchive') ? { archive: 'noarchive' } : {}),
    ...(is('nosnippet') ? { snippet: 'nosnippet' } : {}),
  }
}

/** The head as JSON, without empty members. */
export function jsonOf(head: SeoHead): Readonly<Record<string, unknown>> {
  const named = (pairs: SeoHead['names']) =>
    Object.fromEntries(pairs.map(([name, value]) => [name.replace(':', '_'), value]))
  return {
    title: head.title,
    ...(head.description === '' ? {} : { description: head.description }),
    robots: head.robots,
    ...(head.canonical === '' ? {} : { canonical: head.canonical }),
    ...(head.next === '' ? {} : { next: head.next }),
    ...named(head.properties),
    ...(head.image ? { og_image: [head.image] } : {}),
    ...named(head.names),
    ...(Object.keys(head.misc).length > 0 ? { twitter_misc: head.misc } : {}),
    schema: head.schema,
    ...Object.fromEntries(head.verifications.map(([name, value]) => [name.replace(/[-.:]/g, '_'), value])),
  }
}

/** The HTML for a viewer: tags have the plug-in's class for logged-in users; its managers see a notice of a missing description. */
export function htmlOf(head: SeoHead, version: string, viewer: SeoPage['viewer']): string {
  const mark = viewer.kind === 'user' ? ' class="yoast-seo-meta-tag"' : ''
  const managesSeo = viewer.kind === 'user' && viewer.capabilities.has('wpseo_manage_options')
  const meta = (kind: string, name: string, value: string | number) =>
    `<meta ${kind}="${name}" content="${value}"${mark} />`
  const image = head.image
  const sides = image && image.width !== '' ? image : null
  const labels = Object.entries(head.misc).flatMap(([label, value], at) => [
    `${at === 0 ? '' : '\t'}${meta('name', `twitter:label${at + 1}`, attributeText(label))}`,
    `\t${meta('name', `twitter:data${at + 1}`, attributeText(value))}`,
  ])
  const asUrl = (name: string, value: string) =>
    /url$|image$|publisher$|:author$/.test(name) ? address(value) : attributeText(value)
  return [
    `<!-- This site is optimized with the Yoast SEO plugin v${version} - https://yoast.com/product/yoast-seo-wordpress/ -->`,
    `<title>${inElement(head.title)}</title>`,
    ...(head.description === '' ? [] : [meta('name', 'description', attributeText(head.description))]),
    ...(head.description === '' && managesSeo ? [noDescription] : []),
    `<meta name="robots" content="${Object.values(head.robots).join(', ')}" />`,
    ...(head.canonical === '' ? [] : [`<link rel="canonical" href="${address(head.canonical)}"${mark} />`]),
    ...(head.next === '' ? [] : [`<link rel="next" href="${address(head.next)}"${mark} />`]),
    ...head.properties.map(([name, value]) => meta('property', name, asUrl(name, value))),
    ...(image ? [meta('property', 'og:image', address(image.url))] : []),
    ...(sides
      ? [
          `\t${meta('property', 'og:image:width', sides.width)}`,
          `\t${meta('property', 'og:image:height', sides.height)}`,
          `\t${meta('property', 'og:image:type', attributeText(sides.type))}`,
        ]
      : []),
    ...head.names.map(([name, value]) => meta('name', name, asUrl(name, value))),
    ...labels,
    `<script type="application/ld+json" class="yoast-schema-graph">${inScript(head.schema)}</script>`,
    ...head.verifications.map(([name, value]) => meta('name', name, attributeText(value))),
    '<!-- / Yoast SEO plugin. -->',
  ].join('\n')
}

const noDescription =
  '<!-- Admin only notice: this page does not show a meta description because it does not have one, either write it for this page specifically or go into the [Yoast SEO - Settings] menu and set up a template. -->'
