// The built-in content types, as WordPress registers them.
import { defineContentType, type ContentTypeDefinition } from '../../registry/content-type.ts'
import { footnotes } from './post-meta.ts'

/** WordPress has no query variables for these types: `?p=` names both by id, and `?page=` selects a page of an item. */
const rewriting = { isPath: true, withFront: true, queryVar: null } as const

const post = defineContentType({
  name: 'post',
  base: 'posts',
  labels: { plural: 'Posts', singular: 'Post' },
  icon: 'dashicons-admin-post',
  rewriting,
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
  rewriting,
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

export const contentTypes: readonly ContentTypeDefinition[] = [post, page]
