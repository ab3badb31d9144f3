// Heads in GraphQL: `seo` of nodes, in Lectern's own schema and in WPGraphQL's, where it has the names that the plug-in for Yoast
// SEO gives it.
import {
  defineGraphTypes,
  type Derived,
  type FieldInput,
  type GraphType,
  type GraphTypesDefinition,
  type ResourceDefinition,
} from '../../index.ts'
import type { Headed } from './at-address.ts'
import type { SeoHead } from './head.ts'
import type { Subject } from './subject.ts'

/** The head of a node, with its subject. */
export interface NodeHead {
  readonly subject: Subject
  readonly head: SeoHead
  readonly html: string
}

/** A resource whose nodes have heads. */
export interface HeadedNodes extends Headed {
  readonly whole: Omit<Derived, 'value'> & { readonly value: (input: FieldInput) => NodeHead }
}

const ownType = {
  type: 'Seo_Head',
  description: 'The metadata of a page by Yoast SEO.',
  members: {
    title: 'String',
    description: 'String',
    robots: '[String!]',
    canonical: 'String',
    ogTitle: 'String',
    ogDescription: 'String',
    ogImage: 'String',
    html: 'String',
    jsonLd: 'String',
  },
} as const

/** A head costs more than a value of a row. */
const cost = 5

export function seoNodeField({ columns, needs, value }: HeadedNodes['whole']) {
  return {
    name: 'seo',
    type: { object: ownType },
    description: 'Its metadata for search engines and social networks.',
    cost,
    columns,
    ...(needs ? { needs } : {}),
    value: (input: FieldInput) => {
      const { head, html } = value(input)
      return {
        title: head.title,
        description: head.description || null,
        robots: Object.values(head.robots),
        canonical: head.canonical || null,
        ogTitle: propertyOf(head, 'og:title') || null,
        ogDescription: propertyOf(head, 'og:description') || null,
        ogImage: head.image?.url ?? null,
        html,
        jsonLd: JSON.stringify(head.schema),
      }
    },
  }
}

function propertyOf({ properties, names }: SeoHead, name: string): string {
  return [...properties, ...names].find(([each]) => each === name)?.[1] ?? ''
}

const common = {
  title: 'String',
  metaDesc: 'String',
  focuskw: 'String',
  metaKeywords: 'String',
  metaRobotsNoindex: 'String',
  metaRobotsNofollow: 'String',
  opengraphAuthor: 'String',
  opengraphDescription: 'String',
  opengraphImage: 'SEOImage',
  opengraphModifiedTime: 'String',
  opengraphPublishedTime: 'String',
  opengraphPublisher: 'String',
  opengraphSiteName: 'String',
  opengraphTitle: 'String',
  opengraphType: 'String',
  opengraphUrl: 'String',
  twitterDescription: 'String',
  twitterImage: 'SEOImage',
  twitterTitle: 'String',
  canonical: 'String',
  cornerstone: 'Boolean',
  readingTime: 'Float',
  breadcrumbs: '[SEOPostTypeBreadcrumbs]',
  schema: 'SEOPostTypeSchema',
  fullHead: 'String',
} as const

const names = { posts: 'PostTypeSEO', terms: 'TaxonomySEO', users: 'SEOUser' } as const

const types: readonly GraphType[] = [
  ...Object.values(names).flatMap((name): readonly GraphType[] => [
    { kind: 'type', name, interfaces: [], members: common },
    { kind: 'interface', name: `NodeWith${name}`, interfaces: [], members: { seo: name } },
  ]),
  {
    kind: 'type',
    name: 'SEOImage',
    interfaces: [],
    members: { sourceUrl: 'String', mediaItemUrl: 'String', altText: 'String', width: 'Int', height: 'Int' },
  },
  {
    kind: 'type',
    name: 'SEOPostTypeBreadcrumbs',
    interfaces: [],
    members: { text: 'String', url: 'String' },
  },
  {
    kind: 'type',
    name: 'SEOPostTypeSchema',
    interfaces: [],
    members: { raw: 'String', pageType: '[String]', articleType: '[String]' },
  },
]

export function seoGraphTypes(all: readonly HeadedNodes[]): GraphTypesDefinition {
  return defineGraphTypes({
    mark: () => 'the same for all sites',
    define: (_, kinds) => ({
      types,
      fields: new Map(
        kinds.flatMap(({ resource }) => {
          const headed = all.find((each) => each.resource.name === resource.name)
          const type = nameFor(resource)
          if (!headed || type === null) return []
          const { columns, needs, value } = headed.whole
          const field = {
            type,
            interface: `NodeWith${type}`,
            columns,
            ...(needs ? { needs } : {}),
            value: (input: FieldInput) => shownAs(type, value(input)),
          }
          return [[resource.name, { seo: field }]]
        }),
      ),
    }),
  })
}

function nameFor({ source }: ResourceDefinition): string | null {
  return source === 'posts' || source === 'terms' || source === 'users' ? names[source] : null
}

/** Missing texts are empty, as in the plug-in. */
function shownAs(__typename: string, { subject, head, html }: NodeHead) {
  const { picture, crumbs } = subject
  const property = (name: string) => propertyOf(head, name)
  const image = (url: string) =>
    url === ''
      ? null
      : {
          __typename: 'SEOImage',
          sourceUrl: url,
          mediaItemUrl: url,
          altText: picture?.url === url ? (picture.file?.alt ?? '') : '',
          width: picture?.url === url ? (picture.file?.width ?? null) : null,
          height: picture?.url === url ? (picture.file?.height ?? null) : null,
        }
  return {
    __typename,
    title: head.title,
    metaDesc: head.description,
    focuskw: subject.focus,
    metaKeywords: '',
    metaRobotsNoindex: head.robots['index'] ?? '',
    metaRobotsNofollow: head.robots['follow'] ?? '',
    opengraphAuthor: property('article:author'),
    opengraphDescription: property('og:description'),
    opengraphImage: image(head.image?.url ?? ''),
    opengraphModifiedTime: property('article:modified_time'),
    opengraphPublishedTime: property('article:published_time'),
    opengraphPublisher: property('article:publisher'),
    opengraphSiteName: property('og:site_name'),
    opengraphTitle: property('og:title'),
    opengraphType: property('og:type'),
    opengraphUrl: property('og:url'),
    twitterDescription: property('twitter:description'),
    twitterImage: image(property('twitter:image')),
    twitterTitle: property('twitter:title'),
    canonical: head.canonical,
    cornerstone: subject.isCornerstone,
    readingTime: subject.minutes,
    breadcrumbs: crumbs.map(({ name, url }) => ({ __typename: 'SEOPostTypeBreadcrumbs', text: name, url })),
    schema: {
      __typename: 'SEOPostTypeSchema',
      raw: JSON.stringify(head.schema),
      pageType: subject.pageTypes,
      articleType: subject.articleTypes,
    },
    fullHead: html,
  }
}
