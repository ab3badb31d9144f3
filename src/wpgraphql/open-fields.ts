// Closes the fields of this schema that correspond to fields of REST that the owner closed: they are null, and no list is ordered
// or filtered by them.
import { textAt } from '../core/json-value.ts'
import { mapValues } from '../core/map-values.ts'
import type { ResourceDefinition, ResourceItems } from '../registry/resource.ts'
import type { Where } from './connection.ts'
import { nothing, type WpFields, type WpKind } from './fields.ts'

/** The field of REST with the same value, by the name of the field in this schema. */
const content: Readonly<Record<string, string>> = {
  title: 'title',
  content: 'content',
  excerpt: 'excerpt',
  date: 'date',
  dateGmt: 'date_gmt',
  modified: 'modified',
  modifiedGmt: 'modified_gmt',
  slug: 'slug',
  uri: 'link',
  link: 'link',
  guid: 'guid',
  status: 'status',
  password: 'password',
  hasPassword: 'password',
  author: 'author',
  authorId: 'author',
  authorDatabaseId: 'author',
  lastEditedBy: 'author',
  editingLockedBy: 'author',
  featuredImage: 'featured_media',
  featuredImageId: 'featured_media',
  featuredImageDatabaseId: 'featured_media',
  enclosure: 'meta',
  commentStatus: 'comment_status',
  pingStatus: 'ping_status',
  menuOrder: 'menu_order',
  template: 'template',
  isSticky: 'sticky',
  parent: 'parent',
  parentId: 'parent',
  parentDatabaseId: 'parent',
  ancestors: 'parent',
  children: 'parent',
  altText: 'alt_text',
  caption: 'caption',
  description: 'description',
  mediaType: 'media_type',
  mimeType: 'mime_type',
  mediaDetails: 'media_details',
  srcSet: 'media_details',
  sizes: 'media_details',
  fileSize: 'media_details',
  mediaItemUrl: 'source_url',
  sourceUrl: 'source_url',
  file: 'source_url',
  filePath: 'source_url',
}

/** Files have their parent in another field of REST. */
const file = { parent: 'post', parentId: 'post', parentDatabaseId: 'post', ancestors: 'post' }

const menuItem: Readonly<Record<string, string>> = {
  label: 'title',
  title: 'attr_title',
  description: 'description',
  url: 'url',
  uri: 'url',
  path: 'url',
  target: 'target',
  linkRelationship: 'xfn',
  cssClasses: 'classes',
  order: 'menu_order',
  parentId: 'parent',
  parentDatabaseId: 'parent',
  childItems: 'parent',
  connectedNode: 'object_id',
  connectedObject: 'object_id',
  menu: 'menus',
}

const term: Readonly<Record<string, string>> = {
  name: 'name',
  slug: 'slug',
  description: 'description',
  count: 'count',
  link: 'link',
  uri: 'link',
  parent: 'parent',
  parentId: 'parent',
  parentDatabaseId: 'parent',
  ancestors: 'parent',
  children: 'parent',
  locations: 'locations',
}

const user: Readonly<Record<string, string>> = {
  name: 'name',
  slug: 'slug',
  nicename: 'slug',
  description: 'description',
  url: 'url',
  uri: 'link',
  avatar: 'avatar_urls',
  username: 'username',
  email: 'email',
  firstName: 'first_name',
  lastName: 'last_name',
  nickname: 'nickname',
  locale: 'locale',
  registeredDate: 'registered_date',
  roles: 'roles',
  capabilities: 'capabilities',
  extraCapabilities: 'extra_capabilities',
}

const comment: Readonly<Record<string, string>> = {
  content: 'content',
  date: 'date',
  dateGmt: 'date_gmt',
  link: 'link',
  uri: 'link',
  status: 'status',
  type: 'type',
  author: 'author_name',
  agent: 'author_user_agent',
  authorIp: 'author_ip',
  parent: 'parent',
  parentId: 'parent',
  parentDatabaseId: 'parent',
  commentedOn: 'post',
  replies: 'parent',
}

type ByRows = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Fields by the table of the rows, or by table and type for types with fields of their own. */
const named: ByRows = {
  posts: content,
  'posts attachment': { ...content, ...file },
  'posts nav_menu_item': menuItem,
  terms: term,
  users: user,
  comments: comment,
}

const contentReveals: Readonly<Record<string, string>> = {
  author: 'author',
  authorIn: 'author',
  authorName: 'author',
  authorNotIn: 'author',
  hasPassword: 'password',
  mimeType: 'mime_type',
  name: 'slug',
  nameIn: 'slug',
  parent: 'parent',
  parentIn: 'parent',
  parentNotIn: 'parent',
  password: 'password',
  stati: 'status',
  status: 'status',
  template: 'template',
  title: 'title',
  AUTHOR: 'author',
  DATE: 'date',
  MENU_ORDER: 'menu_order',
  MODIFIED: 'modified',
  PARENT: 'parent',
  SLUG: 'slug',
  TITLE: 'title',
}

const fileReveals = { parent: 'post', parentIn: 'post', parentNotIn: 'post', PARENT: 'post' }

/** The fields of REST that conditions and orders of lists would reveal. */
const reveals: ByRows = {
  posts: contentReveals,
  'posts attachment': { ...contentReveals, ...fileReveals },
  'posts nav_menu_item': { parentDatabaseId: 'parent', parentId: 'parent' },
  terms: {
    childless: 'parent',
    childOf: 'parent',
    descriptionLike: 'description',
    excludeTree: 'parent',
    location: 'locations',
    name: 'name',
    nameLike: 'name',
    objectIds: 'post',
    parent: 'parent',
    slug: 'slug',
    COUNT: 'count',
    DESCRIPTION: 'description',
    SLUG: 'slug',
  },
  users: {
    login: 'login',
    loginIn: 'login',
    loginNotIn: 'login',
    nicename: 'slug',
    nicenameIn: 'slug',
    nicenameNotIn: 'slug',
    role: 'roles',
    roleIn: 'roles',
    roleNotIn: 'roles',
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
    parent: 'parent',
    parentIn: 'parent',
    parentNotIn: 'parent',
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
    COMMENT_PARENT: 'parent',
    COMMENT_POST_ID: 'post',
    COMMENT_TYPE: 'type',
    USER_ID: 'author',
  },
}

/** The fields of a kind; those that the owner closed are null. */
export function openFields(resource: ResourceDefinition, fields: WpFields): WpFields {
  return mapValues(fields, (field, name) => (isShown(resource, named, name) ? field : nothing))
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

function isShown(resource: ResourceDefinition, by: ByRows, name: string): boolean {
  const { source, where } = resource
  const field = (by[`${source} ${where['type'] ?? ''}`] ?? by[source])?.[name]
  return field === undefined || isOpen(resource, field)
}

/** The field of REST that an id type looks for; those of ids and addresses look for none. */
const idTypeReveals: Readonly<Record<string, string>> = {
  SLUG: 'slug',
  NAME: 'name',
  USERNAME: 'username',
  EMAIL: 'email',
  LOCATION: 'locations',
  SOURCE_URL: 'source_url',
}

/** False where the owner closed the field that ids of this type look for. */
export function isFoundBy(resource: ResourceItems, idType: string): boolean {
  const field = idTypeReveals[idType]
  return field === undefined || isOpen(resource, field)
}

export function isOpen({ closed }: ResourceItems, name: string): boolean {
  return closed?.has(name) !== true
}
