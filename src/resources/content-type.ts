// A content type → the resource that serves its rows: what the original's posts controller gives every type that is
// registered for REST, by what the type supports.
import { Type } from 'typebox'
import type { ComputedDefinition } from '../registry/computed.ts'
import type { ContentTypeDefinition, Feature } from '../registry/content-type.ts'
import type { Field } from '../registry/field.ts'
import {
  defineResource,
  type FilterArg,
  type OrderDefinition,
  type ResourceDefinition,
} from '../registry/resource.ts'
import type { TaxonomyDefinition } from '../registry/taxonomy.ts'
import { filterArg } from '../registry/filter-arg.ts'
import { contentLinks } from './content-links.ts'
import { contentNode } from './content-node.ts'
import { capabilitiesOf, editable, readable } from './content-rules.ts'
import {
  everywhere,
  field,
  inEditing,
  integer,
  localTime,
  outsideEmbeds,
  stored,
  utcTime,
  utcTimeOfChange,
} from './derived.ts'
import { idArg, idsArg, noneOf, otherIdsArg, slugsArg, textsOf, timeArg } from './filter-args.ts'
import {
  classList,
  computedColumn,
  computedValue,
  content,
  excerpt,
  format,
  generatedSlug,
  link,
  meta,
  metaFields,
  permalinkTemplate,
  protectable,
  rendered,
  showsExcerpt,
  sticky,
  termIds,
  title,
} from './post-values.ts'

const text = Type.String()
const number = Type.Integer()
const dateTime = Type.String({ format: 'date-time' })
const dateTimeOrNone = Type.Unsafe<unknown>({ type: ['string', 'null'], format: 'date-time' })
const openOrClosed = Type.Enum(['open', 'closed'], { type: 'string' })
const html = Type.Object({ rendered: text })
const protectedHtml = Type.Object({ rendered: text, protected: Type.Boolean() })

/** The formats that a post can have; one without any is standard. */
const formats = [
  'standard',
  'aside',
  'chat',
  'gallery',
  'link',
  'image',
  'quote',
  'status',
  'video',
  'audio',
] as const

/** What content is kept in; `any` stands for these. */
const lasting = ['publish', 'future', 'draft', 'pending', 'private'] as const

const statusNames = [
  ...lasting,
  'trash',
  'auto-draft',
  'inherit',
  'request-pending',
  'request-confirmed',
  'request-failed',
  'request-completed',
]

/** The resource of a type, whose rows carry the terms of those of the taxonomies that are its own. */
export function contentResource(
  type: ContentTypeDefinition,
  taxonomies: readonly TaxonomyDefinition[],
): ResourceDefinition {
  const capabilities = capabilitiesOf(type.capabilityType ?? 'post', type.capabilities)
  const own = taxonomies.filter(({ types }) => types.includes(type.name))
  return defineResource({
    name: type.name,
    base: type.base,
    source: 'posts',
    where: { type: type.name },
    listed: { status: 'publish' },
    capabilities: ['read', ...Object.values(capabilities).filter((capability) => capability !== null)],
    visible: readable(capabilities),
    editable: editable(capabilities),
    password: 'password',
    notFound: 'rest_post_invalid_id',
    notVisible: 'rest_forbidden',
    editing: {
      capability: capabilities.edit,
      list: 'Sorry, you are not allowed to edit posts in this post type.',
      item: 'Sorry, you are not allowed to edit this post.',
    },
    statuses: {
      capability: capabilities.edit,
      readPrivate: capabilities.readPrivate,
      ...(capabilities.read === null ? {} : { read: capabilities.read }),
      values: statusNames,
      any: lasting,
    },
    hasSelf: false,
    within: null,
    beyondLastPage: 'refused',
    offset: 'apart',
    search: {
      columns: ['title', 'excerpt', 'content'],
      named: { post_title: 'title', post_content: 'content', post_excerpt: 'excerpt' },
      splits: true,
      // Nobody finds by search what a password protects
      where: { password: '' },
    },
    orders: ordersOf(type),
    order: { by: 'date', descending: true },
    args: contentArgs(type),
    taxonomies: own,
    fields: fieldsOf(type, own),
    computed: Object.fromEntries(
      (type.computed ?? []).map((each) => [computedColumn(type.name, each), each.expression]),
    ),
    links: contentLinks(type, own),
    page: type.isViewable === false ? null : link,
    node: type.isViewable === false ? null : contentNode(type, own),
  })
}

function has({ supports }: ContentTypeDefinition, feature: Feature): boolean {
  return supports.includes(feature)
}

function ordersOf(type: ContentTypeDefinition): Readonly<Record<string, OrderDefinition>> {
  return {
    author: { by: 'column', column: 'author_id' },
    date: { by: 'column', column: 'created_at' },
    id: { by: 'column', column: 'id' },
    include: { by: 'given', column: 'id' },
    modified: { by: 'column', column: 'modified_at' },
    parent: { by: 'column', column: 'parent_id' },
    relevance: { by: 'relevance', column: 'title' },
    slug: { by: 'column', column: 'slug' },
    include_slugs: { by: 'given', column: 'slug', otherwise: 'slug' },
    title: { by: 'column', column: 'title' },
    ...(has(type, 'page-attributes') ? { menu_order: { by: 'column', column: 'menu_order' } as const } : {}),
  }
}

function contentArgs(type: ContentTypeDefinition): Readonly<Record<string, FilterArg>> {
  return {
    after: timeArg('after', 'created_at', 'Only items that were published after this time.'),
    modified_after: timeArg('after', 'modified_at', 'Only items that were changed after this time.'),
    ...(has(type, 'author')
      ? {
          author: unlessGiven('author_exclude', idsArg('author_id', 'Only items of these authors.')),
          author_exclude: otherIdsArg('author_id', 'No items of these authors.'),
        }
      : {}),
    before: timeArg('before', 'created_at', 'Only items that were published before this time.'),
    modified_before: timeArg('before', 'modified_at', 'Only items that were changed before this time.'),
    ...(has(type, 'page-attributes')
      ? { menu_order: idArg('menu_order', 'Only items at this place in menus.') }
      : {}),
    ...(type.isHierarchical || type.name === 'attachment'
      ? {
          parent: idsArg('parent_id', 'Only items below these.'),
          parent_exclude: unlessGiven('parent', otherIdsArg('parent_id', 'No items below these.')),
        }
      : {}),
    slug: slugsArg('Only items with these slugs.'),
    ...(type.name === 'post' ? { sticky: stickyArg, ignore_sticky: ignoreStickyArg } : {}),
    ...(has(type, 'post-formats') ? { format: formatArg } : {}),
  }
}

/** An argument that another, where it is given, stands for (measured). */
function unlessGiven(other: string, arg: FilterArg): FilterArg {
  return {
    ...arg,
    filters: (value, asked) => (textsOf(asked.args[other]).length > 0 ? [] : arg.filters(value, asked)),
  }
}

const stickyArg = filterArg(
  Type.Optional(Type.Boolean({ description: 'Only items that are kept at the front, or only others.' })),
  (isSticky, { site, args }) => {
    const atFront = { kind: 'in', column: 'id', values: [...site.stickyPosts] } as const
    if (isSticky) return [atFront]
    // What is included by its id is included
    return Array.isArray(args['include']) && args['include'].length > 0 ? [] : noneOf([atFront])
  },
)

/** What it asks of the rows, `stickyFirst` does. */
const ignoreStickyArg = filterArg(
  Type.Boolean({
    default: true,
    description: 'Whether items that are kept at the front stand where their date puts them.',
  }),
  () => [],
)

const formatArg = filterArg(
  Type.Optional(
    Type.Array(Type.Enum([...formats], { type: 'string' }), {
      uniqueItems: true,
      description: 'Only items of these formats.',
    }),
  ),
  (wanted) => {
    const carrying = (names: readonly string[]) =>
      ({
        kind: 'term',
        taxonomy: 'post_format',
        by: 'slug',
        values: names.map((name) => `post-format-${name}`),
      }) as const
    const named = wanted.filter((name) => name !== 'standard')
    const standard = { kind: 'none', filters: [carrying(formats.slice(1))] } as const
    if (wanted.length === 0) return []
    return [
      {
        kind: 'any',
        filters: [
          ...(named.length > 0 ? [carrying(named)] : []),
          ...(wanted.includes('standard') ? [standard] : []),
        ],
      },
    ]
  },
)

function fieldsOf(type: ContentTypeDefinition, taxonomies: readonly TaxonomyDefinition[]): readonly Field[] {
  const { texts } = type
  // What shows its stored texts in embeds is whole there
  const inEmbeds = texts?.raw.includes('embed') ?? false
  return [
    field('id', everywhere, number, integer('id')),
    field('date', everywhere, dateTimeOrNone, localTime('created_at')),
    field('date_gmt', outsideEmbeds, dateTimeOrNone, utcTime('created_at_utc', 'created_at')),
    field('guid', outsideEmbeds, html, rendered(stored('guid'), 'guid')),
    field('modified', outsideEmbeds, dateTime, localTime('modified_at')),
    field('modified_gmt', outsideEmbeds, dateTime, utcTimeOfChange('modified_at_utc', 'modified_at')),
    field('password', inEditing, text, stored('password')),
    field('slug', everywhere, text, stored('slug')),
    field(
      'status',
      inEmbeds ? everywhere : outsideEmbeds,
      Type.Enum([...lasting], { type: 'string' }),
      stored('status'),
    ),
    field('type', everywhere, text, stored('type')),
    field('link', everywhere, Type.String({ format: 'uri' }), link),
    ...(has(type, 'title') ? [field('title', everywhere, html, rendered(title, 'title', texts), texts)] : []),
    ...(has(type, 'editor')
      ? [
          field(
            'content',
            inEmbeds ? everywhere : outsideEmbeds,
            protectedHtml,
            protectable(content, 'content', texts),
            texts,
          ),
        ]
      : []),
    ...(showsExcerpt(type)
      ? [field('excerpt', everywhere, protectedHtml, protectable(excerpt, 'excerpt'))]
      : []),
    ...(has(type, 'author') ? [field('author', everywhere, number, integer('author_id'))] : []),
    ...(has(type, 'thumbnail')
      ? [
          field(
            'featured_media',
            everywhere,
            number,
            meta('_thumbnail_id', (id) => Math.trunc(Number(id)) || 0),
          ),
        ]
      : []),
    ...(type.isHierarchical ? [field('parent', outsideEmbeds, number, integer('parent_id'))] : []),
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
    ...taxonomies.map((taxonomy) =>
      field(taxonomy.base, outsideEmbeds, Type.Array(number), termIds(taxonomy.name)),
    ),
    ...(type.isViewable === false
      ? []
      : [
          field('permalink_template', inEditing, text, permalinkTemplate),
          field('generated_slug', inEditing, text, generatedSlug),
          field('class_list', outsideEmbeds, Type.Array(text), classList(type, taxonomies)),
        ]),
    ...(type.fields ?? []),
    ...(type.computed ?? [])
      .filter(({ exposed }) => exposed?.includes('rest') ?? true)
      .map((each) => computedField(type.name, each)),
  ]
}

function computedField(type: string, computed: ComputedDefinition): Field {
  const { name, contexts, schema, deprecationReason } = computed
  const served = field(name, contexts, schema, computedValue(type, computed))
  return deprecationReason === undefined ? served : { ...served, deprecationReason }
}
