// Keys of meta in which Yoast SEO keeps its settings of posts and authors.
import type { SaidBy } from './page.ts'
import { customFieldsIn, filesOf, settings } from './settings.ts'

/** Services at which authors may name their account in the plug-in. */
export const profiles = [
  'facebook',
  'instagram',
  'linkedin',
  'myspace',
  'pinterest',
  'soundcloud',
  'tumblr',
  'wikipedia',
] as const

const userKeys = [
  'description',
  'twitter',
  ...profiles,
  'youtube',
  'wpseo_title',
  'wpseo_metadesc',
  'wpseo_noindex_author',
] as const

const postKeys = [
  'title',
  'metadesc',
  'canonical',
  'bctitle',
  'meta-robots-noindex',
  'meta-robots-nofollow',
  'meta-robots-adv',
  'opengraph-title',
  'opengraph-description',
  'opengraph-image',
  'opengraph-image-id',
  'twitter-title',
  'twitter-description',
  'twitter-image',
  'schema_page_type',
  'schema_article_type',
  'primary_category',
  'estimated-reading-time-minutes',
  'focuskw',
  'is_cornerstone',
].map((key) => `_yoast_wpseo_${key}`)

export const said: SaidBy = {
  post: (site) => [...postKeys, ...settings.of(site).metaKeys],
  shown: {
    by: ['title', 'metadesc', 'opengraph-title', 'opengraph-description'].map((key) => `_yoast_wpseo_${key}`),
    in: customFieldsIn,
  },
  pictures: ['_yoast_wpseo_opengraph-image-id'],
  user: userKeys,
  term: [],
  files: (site) => filesOf(settings.of(site)),
}
