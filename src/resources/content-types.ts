// The content types that are built in, as the owning system registers them.
import { defineContentType, type ContentTypeDefinition } from '../registry/define.ts'
import { footnotes } from './post-values.ts'

const post = defineContentType({
  name: 'post',
  base: 'posts',
  labels: { plural: 'Posts', singular: 'Post' },
  icon: 'dashicons-admin-post',
  supports: [
    'title',
    'editor',
    'notes',
    'author',
    'thumbnail',
    'excerpt',
    'trackbacks',
    'custom-fields',
    'comments',
    'revisions',
    'post-formats',
  ],
  meta: [footnotes],
})

const page = defineContentType({
  name: 'page',
  base: 'pages',
  labels: { plural: 'Pages', singular: 'Page' },
  icon: 'dashicons-admin-page',
  isHierarchical: true,
  capabilityType: 'page',
  supports: [
    'title',
    'editor',
    'notes',
    'author',
    'thumbnail',
    'page-attributes',
    'custom-fields',
    'comments',
    'revisions',
  ],
  meta: [footnotes],
})

const block = defineContentType({
  name: 'wp_block',
  base: 'blocks',
  labels: { plural: 'Patterns', singular: 'Pattern' },
  isViewable: false,
  supports: ['title', 'excerpt', 'editor', 'revisions', 'custom-fields'],
  meta: [footnotes],
})

const navigation = defineContentType({
  name: 'wp_navigation',
  base: 'navigation',
  labels: { plural: 'Navigation Menus', singular: 'Navigation Menu' },
  description: 'Navigation menus that can be inserted into your site.',
  isViewable: false,
  supports: ['title', 'editor', 'revisions'],
})

export const contentTypes: readonly ContentTypeDefinition[] = [post, page, block, navigation]
