// Says of every condition and order of lists which field of REST it reveals, and leaves out those by fields that the owner closed.
import { textAt } from '../core/json-value.ts'
import type { Where } from './connection.ts'
import type { WpKind } from './fields.ts'
import { isShown, type ByRows } from './open-fields.ts'

const contentReveals: ByRows[string] = {
  author: 'author',
  authorIn: 'author',
  authorName: 'author',
  authorNotIn: 'author',
  categoryId: 'category',
  categoryIn: 'category',
  categoryName: 'category',
  categoryNotIn: 'category',
  contentTypes: null,
  // By the column that it names
  dateQuery: null,
  hasPassword: 'password',
  id: null,
  in: null,
  isSticky: 'sticky',
  mimeType: 'mime_type',
  name: 'slug',
  nameIn: 'slug',
  notIn: null,
  orderby: null,
  parent: 'parent',
  parentIn: 'parent',
  parentNotIn: 'parent',
  password: 'password',
  // Finds words in open columns alone
  search: null,
  stati: 'status',
  status: 'status',
  tag: 'post_tag',
  tagId: 'post_tag',
  tagIn: 'post_tag',
  tagNotIn: 'post_tag',
  tagSlugAnd: 'post_tag',
  tagSlugIn: 'post_tag',
  template: 'template',
  title: 'title',
  AUTHOR: 'author',
  COMMENT_COUNT: null,
  DATE: 'date',
  IN: null,
  MENU_ORDER: 'menu_order',
  MODIFIED: 'modified',
  NAME_IN: 'slug',
  PARENT: 'parent',
  SLUG: 'slug',
  TITLE: 'title',
}

const fileReveals = { parent: 'post', parentIn: 'post', parentNotIn: 'post', PARENT: 'post' }

/** The field of REST that each condition and order reveals, by the table of the rows, or by table and type; null for none. */
export const reveals: ByRows = {
  posts: contentReveals,
  'posts attachment': { ...contentReveals, ...fileReveals },
  'posts nav_menu_item': { id: null, location: 'menus', parentDatabaseId: 'parent', parentId: 'parent' },
  terms: {
    cacheDomain: null,
    childless: 'parent',
    childOf: 'parent',
    descriptionLike: 'description',
    exclude: null,
    excludeTree: 'parent',
    hideEmpty: 'count',
    hierarchical: null,
    id: null,
    include: null,
    location: 'locations',
    name: 'name',
    nameLike: 'name',
    objectIds: 'post',
    order: null,
    orderby: null,
    padCounts: null,
    parent: 'parent',
    search: null,
    slug: 'slug',
    taxonomies: null,
    termTaxonomyId: null,
    updateTermMetaCache: null,
    COUNT: 'count',
    DESCRIPTION: 'description',
    // The order of all lists without another one
    NAME: null,
    SLUG: 'slug',
    TERM_GROUP: null,
    TERM_ID: null,
    TERM_ORDER: null,
  },
  users: {
    exclude: null,
    // Reveals authors of content, of the types on which they are open (list-other.ts)
    hasPublishedPosts: null,
    include: null,
    login: 'login',
    loginIn: 'login',
    loginNotIn: 'login',
    nicename: 'slug',
    nicenameIn: 'slug',
    nicenameNotIn: 'slug',
    orderby: null,
    role: 'roles',
    roleIn: 'roles',
    roleNotIn: 'roles',
    search: null,
    searchColumns: null,
    DISPLAY_NAME: 'name',
    EMAIL: 'email',
    LOGIN: 'login',
    LOGIN_IN: 'login',
    NICE_NAME: 'slug',
    NICE_NAME_IN: 'slug',
    REGISTERED: 'registered_date',
    URL: 'url',
  },
  comments: {
    authorEmail: 'author_email',
    authorIn: 'author',
    authorNotIn: 'author',
    authorUrl: 'author_url',
    commentIn: null,
    commentNotIn: null,
    commentType: 'type',
    commentTypeIn: 'type',
    commentTypeNotIn: 'type',
    contentAuthor: 'post',
    contentAuthorIn: 'post',
    contentAuthorNotIn: 'post',
    contentId: 'post',
    contentIdIn: 'post',
    contentIdNotIn: 'post',
    contentName: 'post',
    contentParent: 'post',
    contentStatus: 'post',
    contentType: 'post',
    // These two are refused
    includeUnapproved: null,
    karma: null,
    order: null,
    orderby: null,
    parent: 'parent',
    parentIn: 'parent',
    parentNotIn: 'parent',
    search: null,
    statusIn: 'status',
    userId: 'author',
    COMMENT_AGENT: 'author_user_agent',
    COMMENT_APPROVED: 'status',
    COMMENT_AUTHOR: 'author_name',
    COMMENT_AUTHOR_EMAIL: 'author_email',
    COMMENT_AUTHOR_IP: 'author_ip',
    COMMENT_AUTHOR_URL: 'author_url',
    COMMENT_CONTENT: 'content',
    COMMENT_DATE: 'date',
    COMMENT_DATE_GMT: 'date_gmt',
    COMMENT_ID: null,
    COMMENT_IN: null,
    COMMENT_KARMA: null,
    COMMENT_PARENT: 'parent',
    COMMENT_POST_ID: 'post',
    COMMENT_TYPE: 'type',
    USER_ID: 'author',
  },
}

/**
 * Removes from the `where` of a list the conditions and orders by fields that are closed on one of its kinds. A `dateQuery` is a
 * condition on the column that it names.
 */
export function openWhere(where: Where, kinds: readonly Pick<WpKind, 'resource'>[]): Where {
  const isOpenOf = (name: string) => kinds.every(({ resource }) => isShown(resource, reveals, name))
  const isOrder = (each: unknown) =>
    isOpenOf(String(typeof each === 'object' && each !== null && 'field' in each ? each.field : each))
  const open = Object.entries(where).filter(([name, value]) =>
    isOpenOf(name === 'dateQuery' ? textAt(value, 'column') || 'DATE' : name),
  )
  return Object.fromEntries(
    open.map(([name, value]) => {
      if (name !== 'orderby') return [name, value]
      return [name, Array.isArray(value) ? value.filter(isOrder) : isOrder(value) ? value : null]
    }),
  )
}
