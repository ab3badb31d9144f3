// REST fields of a content type's rows, by what the type supports, in WordPress's order.
import type { Statuses } from '../../core/status.ts'
import { Type } from 'typebox'
import { has, type ContentTypeDefinition } from '../../registry/content-type.ts'
import type { Field } from '../../registry/field.ts'
import type { TaxonomyDefinition } from '../../registry/taxonomy.ts'
import { formats } from '../../related/post-formats.ts'
import { classList } from './class-list.ts'
import { computedField } from './computed-values.ts'
import {
  everywhere,
  field,
  idOf,
  inEditing,
  integer,
  localTime,
  outsideEmbeds,
  stored,
  utcTime,
  utcTimeOfChange,
} from '../derived.ts'
import { generatedSlug, link, permalinkTemplate } from './post-address.ts'
import { format } from './post-format.ts'
import { featuredMedia } from './featured-image.ts'
import { meta, metaFields } from './post-meta.ts'
import { termIds } from './post-terms.ts'
import { blocksField } from './post-blocks.ts'
import { imagesField } from './post-images.ts'
import { content, contentContexts, excerpt, protectable, rendered, showsExcerpt, title } from './post-text.ts'
import { sticky } from './sticky.ts'

const text = Type.String()
const number = Type.Integer()
const dateTime = Type.String({ format: 'date-time' })
const dateTimeOrNone = Type.Unsafe<unknown>({ type: ['string', 'null'], format: 'date-time' })
const openOrClosed = Type.Enum(['open', 'closed'], { type: 'string' })
const html = Type.Object({ rendered: text })
const protectedHtml = Type.Object({ rendered: text, protected: Type.Boolean() })

export function contentFields(
  type: ContentTypeDefinition,
  taxonomies: readonly TaxonomyDefinition[],
  statuses: Statuses,
): readonly Field[] {
  const { texts } = type
  return [
    field('id', everywhere, idOf('posts'), integer('id')),
    field('date', everywhere, dateTimeOrNone, localTime('created_at')),
    field('date_gmt', outsideEmbeds, dateTimeOrNone, utcTime('created_at_utc', 'created_at')),
    field('guid', outsideEmbeds, html, rendered(stored('guid'), 'guid')),
    field('modified', outsideEmbeds, dateTime, localTime('modified_at')),
    field('modified_gmt', outsideEmbeds, dateTime, utcTimeOfChange('modified_at_utc', 'modified_at')),
    field('password', inEditing, text, stored('password')),
    field('slug', everywhere, text, stored('slug')),
    field(
      'status',
      contentContexts(type),
      Type.Enum([...statuses.shown], { type: 'string' }),
      stored('status'),
    ),
    field('type', everywhere, text, stored('type')),
    field('link', everywhere, Type.String({ format: 'uri' }), link),
    ...(has(type, 'title') ? [field('title', everywhere, html, rendered(title, 'title', texts), texts)] : []),
    ...(has(type, 'editor')
      ? [
          field(
            'content',
            contentContexts(type),
            protectedHtml,
            protectable(content, 'content', texts),
            texts,
          ),
          blocksField,
        ]
      : []),
    ...(showsExcerpt(type)
      ? [field('excerpt', everywhere, protectedHtml, protectable(excerpt, 'excerpt'))]
      : []),
    ...(has(type, 'author') ? [field('author', everywhere, idOf('users'), integer('author_id'))] : []),
    ...(has(type, 'thumbnail') ? [field('featured_media', everywhere, idOf('posts'), featuredMedia)] : []),
    ...(has(type, 'editor') || has(type, 'thumbnail') ? [imagesField] : []),
    ...(type.isHierarchical ? [field('parent', outsideEmbeds, idOf('posts'), integer('parent_id'))] : []),
    ...(has(type, 'page-attributes')
      ? [field('menu_order', outsideEmbeds, number, integer('menu_order'))]
      : []),
    ...(has(type, 'comments')
      ? [
          field('comment_status', outsideEmbeds, openOrClosed, stored('comment_status')),
          field('ping_status', outsideEmbeds, openOrClosed, stored('ping_status')),
        ]
      : []),
    ...(type.name === 'post' ? [field('sticky', outsideEmbeds, Type.Boolean(), sticky)] : []),
    field(
      'template',
      outsideEmbeds,
      text,
      meta('_wp_page_template', (name) => (name === 'default' ? '' : name)),
    ),
    ...(has(type, 'post-formats')
      ? [field('format', outsideEmbeds, Type.Enum([...formats], { type: 'string' }), format)]
      : []),
    ...metaFields(type),
    ...taxonomies
      .filter(({ isServed }) => isServed !== false)
      .map((taxonomy) =>
        field(taxonomy.base, outsideEmbeds, Type.Array(idOf('terms')), termIds(taxonomy.name)),
      ),
    ...(type.isViewable === false || type.isPublic === false
      ? []
      : [
          field('permalink_template', inEditing, text, permalinkTemplate),
          field('generated_slug', inEditing, text, generatedSlug),
          field('class_list', outsideEmbeds, Type.Array(text), {
            ...classList(
              type,
              taxonomies.filter(({ shownIn }) => shownIn?.site !== false),
            ),
            // Classes reveal formats and terms, and whether there is a featured image
            closedWith: ['format', 'featured_media', ...taxonomies.flatMap(({ base }) => [base, `/${base}`])],
          }),
        ]),
    ...(type.fields ?? []),
    ...(type.computed ?? [])
      .filter(({ exposed }) => exposed?.includes('rest') ?? true)
      .map((each) => computedField(type.name, each)),
  ]
}
