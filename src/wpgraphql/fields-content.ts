// Fields of posts, pages, files and other content: how each field's value is made of a row.
import { GraphQLError } from 'graphql'
import { integerOf, textOf } from '../database/tables.ts'
import type { Derived } from '../registry/field.ts'
import { idIn, integer, localTime, rowId, stored, utcTime, utcTimeOfChange } from '../resources/derived.ts'
import { link } from '../resources/content/post-address.ts'
import { featuredImage } from '../resources/content/featured-image.ts'
import { meta } from '../resources/content/post-meta.ts'
import { content, excerpt, title } from '../resources/content/post-text.ts'
import { sticky } from '../resources/content/sticky.ts'
import { frontPageId, postsPageId } from '../site/content-address.ts'
import { uriOf } from '../site/permalink.ts'
import { decoded } from '../core/decoded.ts'
import {
  changed,
  constant,
  decodedText,
  guarded,
  kindOfAddress,
  locked,
  nothing,
  orNull,
  restricted,
  text,
  type WpFields,
} from './fields.ts'
import { globalId, globalIdOrNull } from './ids.ts'
import { templateType } from './templates.ts'

/** The cost of a rendered text, equal to that in Lectern's own views. */
const renderedCost = 10

export function contentFields(single: string, templates: ReadonlyMap<string, string>): WpFields {
  return {
    ...kindOfAddress('content'),
    ...addressed(single),
    ...locked(inside(templates)),
    ...ofEditors,
    ...notKnown,
  }
}

/** Fields that protected content shows, too. */
function addressed(single: string): WpFields {
  const databaseId = changed(rowId, (id) => Number(id))
  return {
    id: { columns: ['id'], value: ({ row }) => globalId('post', integerOf(row, 'id')) },
    databaseId,
    [`${single}Id`]: databaseId,
    title: text(decodedText(title), 'title'),
    slug: changed(stored('slug'), (slug) => decoded(String(slug)) || null),
    uri: {
      ...link,
      value: (input) =>
        textOf(input.row, 'id') === postsPageId(input.site)
          ? null
          : decoded(uriOf(String(link.value(input)), input.site)),
    },
    link: changed(link, (url) => decoded(String(url))),
    status: stored('status'),
    contentTypeName: stored('type'),
    contentType: stored('type'),
    hasPassword: { columns: ['password'], value: ({ row }) => textOf(row, 'password') !== '' },
    isRestricted: restricted(['password'], (row) => textOf(row, 'password') !== ''),
    isFrontPage: { columns: ['id'], value: ({ row, site }) => textOf(row, 'id') === frontPageId(site) },
    isPostsPage: { columns: ['id'], value: ({ row, site }) => textOf(row, 'id') === postsPageId(site) },
    isPrivacyPage: {
      columns: ['id'],
      value: ({ row, site }) => site.option('wp_page_for_privacy_policy') === textOf(row, 'id'),
    },
    // A password does not hide this field: it cannot be null, so that its error would remove the whole list
    isSticky: sticky,
  }
}

function inside(templates: ReadonlyMap<string, string>): WpFields {
  return {
    content: { ...text(content, 'content'), cost: renderedCost },
    // The excerpt of a post without words is empty, not null
    excerpt: { ...changed(text(excerpt, 'excerpt'), (made) => made ?? ''), cost: renderedCost },
    date: localTime('created_at'),
    dateGmt: utcTime('created_at_utc', 'created_at'),
    modified: localTime('modified_at'),
    modifiedGmt: utcTimeOfChange('modified_at_utc', 'modified_at'),
    guid: orNull(stored('guid')),
    commentStatus: stored('comment_status'),
    commentCount: changed(integer('comment_count'), (count) => Number(count)),
    pingStatus: stored('ping_status'),
    menuOrder: changed(integer('menu_order'), (place) => Number(place) || null),
    author: idIn('author_id'),
    authorId: changed(integer('author_id'), (id) => globalIdOrNull('user', Number(id))),
    authorDatabaseId: changed(integer('author_id'), (id) => Number(id) || null),
    featuredImage,
    featuredImageId: changed(featuredImage, (id) => globalIdOrNull('post', Number(id))),
    featuredImageDatabaseId: changed(featuredImage, (id) => Number(id) || null),
    parent: idIn('parent_id'),
    parentId: changed(integer('parent_id'), (id) => globalIdOrNull('post', Number(id))),
    parentDatabaseId: changed(integer('parent_id'), (id) => Number(id) || null),
    ancestors: ancestorIds,
    enclosure: orNull(meta('enclosure', (file) => file)),
    pinged: refused,
    isPreview: constant(false),
    isRevision: constant(false),
    template: {
      ...meta('_wp_page_template', (name) => templateOf(templates.get(name) ?? null)),
    },
  }
}

/** The ids of its ancestors, the nearest first. */
const ancestorIds: Derived = {
  columns: ['id', 'parent_id'],
  needs: () => ({ ancestors: true }),
  value: ({ row, needed }) => {
    const ids: string[] = []
    for (let at = integerOf(row, 'parent_id'); Number(at) !== 0 && ids.length < ancestorsMax;) {
      const above = needed.postOf(at)
      if (above === null || ids.includes(String(at))) break
      ids.push(String(at))
      at = integerOf(above, 'parent_id')
    }
    return ids
  },
}

const ancestorsMax = 20

/** Throws, because the field fails in WPGraphQL, too; REST shows its value to no viewer. */
const refused: Derived = {
  columns: [],
  value: () => {
    throw new GraphQLError('Addresses that were pinged are not served.')
  },
}

const newestVersion: Derived = {
  columns: ['id'],
  needs: () => ({ newestVersions: ['id'] }),
  value: ({ row, needed }) => needed.newestVersionOf(integerOf(row, 'id')),
}

/** Fields for viewers who may edit the content. */
const ofEditors: WpFields = {
  password: guarded(stored('password')),
  lastEditedBy: guarded(meta('_edit_last', (id) => id)),
  editingLockedBy: guarded(meta('_edit_lock', (lock) => lock)),
  revisions: guarded(idIn('id')),
  preview: guarded(newestVersion),
  previewRevisionDatabaseId: guarded(changed(newestVersion, (id) => Number(id) || null)),
  previewRevisionId: guarded(changed(newestVersion, (id) => globalIdOrNull('post', Number(id)))),
}

/** Fields of WPGraphQL that are always null here. */
const notKnown: WpFields = {
  desiredSlug: nothing,
  toPing: nothing,
}

function templateOf(title_: string | null) {
  return title_ === null
    ? { __typename: 'DefaultTemplate', templateName: 'Default' }
    : { __typename: templateType(title_), templateName: title_ }
}
