// Closes the fields of this schema that correspond to fields of REST that the owner closed: they are null. Conditions and orders
// by them are in open-where.ts.
import { mapValues } from '../core/map-values.ts'
import type { ResourceDefinition, ResourceItems } from '../registry/resource.ts'
import { nothing, type WpFields } from './fields.ts'

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

/** Names of fields of REST by names of this schema; null for none. */
export type ByRows = Readonly<Record<string, Readonly<Record<string, string | null>>>>

/** Fields by the table of the rows, or by table and type for types with fields of their own. */
const named: ByRows = {
  posts: content,
  'posts attachment': { ...content, ...file },
  'posts nav_menu_item': menuItem,
  terms: term,
  users: user,
  comments: comment,
}

/** The fields of a kind; those that the owner closed are null. */
export function openFields(resource: ResourceDefinition, fields: WpFields): WpFields {
  return mapValues(fields, (field, name) => (isShown(resource, named, name) ? field : nothing))
}

/** True where no field is closed that has the value, or would be revealed by the condition, of this name. */
export function isShown(resource: ResourceDefinition, by: ByRows, name: string): boolean {
  const { source, where } = resource
  const field = (by[`${source} ${where['type'] ?? ''}`] ?? by[source])?.[name]
  return field === undefined || field === null || isOpen(resource, field)
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
