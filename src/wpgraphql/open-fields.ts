// Closes in this schema the fields that an owner closed of a resource: fields made of them are null, and no list is ordered or
// filtered by them.
import type { ResourceItems, ResourceRows } from '../registry/resource.ts'
import { nothing, type WpFields } from './fields.ts'

/** The field of REST that says the same, by the name of the field here. */
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
  author: 'author',
  authorId: 'author',
  authorDatabaseId: 'author',
  featuredImage: 'featured_media',
  featuredImageId: 'featured_media',
  featuredImageDatabaseId: 'featured_media',
  commentStatus: 'comment_status',
  pingStatus: 'ping_status',
  menuOrder: 'menu_order',
  template: 'template',
  isSticky: 'sticky',
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

const term: Readonly<Record<string, string>> = {
  name: 'name',
  slug: 'slug',
  description: 'description',
  count: 'count',
  link: 'link',
  uri: 'link',
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
}

const named: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  posts: content,
  terms: term,
  users: user,
  comments: comment,
}

/** The fields of a kind, without the values of those that its resource does not show. */
export function openFields(resource: ResourceItems & ResourceRows, fields: WpFields): WpFields {
  const said = named[resource.source] ?? {}
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const shown = said[name]
      return [name, shown === undefined || isOpen(resource, shown) ? field : nothing]
    }),
  )
}

export function isOpen({ fields }: ResourceItems, name: string): boolean {
  return fields.some((field) => field.name === name)
}
