// Media: attachments of content, which are visible with their parent.
import type { Statuses } from '../../core/status.ts'
import { Type } from 'typebox'
import { idToJson } from '../../core/json.ts'
import type { Filter } from '../../database/filter.ts'
import { integerOf, textOf } from '../../database/tables.ts'
import { defineContentType, type ContentTypeDefinition } from '../../registry/content-type.ts'
import type { Derived } from '../../registry/field.ts'
import type { Needs } from '../../related/relations.ts'
import type { TaxonomyDefinition } from '../../registry/taxonomy.ts'
import { defineResource, type ResourceDefinition } from '../../registry/resource.ts'
import type { Site } from '../../site/site.ts'
import { filterArg } from '../../registry/filter-arg.ts'
import { attachedFile } from '../../render/attached-file.ts'
import { isBlank, renderContent, renderExcerpt } from '../../render/content.ts'
import { contentResource } from '../content/content-type.ts'
import {
  capabilitiesOf,
  capabilityNames,
  inheritsReadable,
  readableBelow,
  type ServedType,
} from '../content/content-rules.ts'
import { everywhere, field, idOf, outsideEmbeds, stored } from '../derived.ts'
import { oneOf, textsOf } from '../filter-args.ts'
import { imageEditing } from './image-editing.ts'
import { mediaNode } from './media-node.ts'
import { mimeTypesOf } from './mime-types.ts'
import { attachmentFrom } from './attachment-of-row.ts'
import { fileMeta, fileName, fileSize, mediaDetails, mediaType, sourceUrl } from './media-values.ts'
import { featuredMedia } from '../content/featured-image.ts'
import { meta } from '../content/post-meta.ts'
import { rendered } from '../content/post-text.ts'
import { renderContext, renderedColumns, renderNeeds } from '../rendering/render-context.ts'

const text = Type.String()
const html = Type.Object({ rendered: text })

const shownColumns = [...renderedColumns, 'guid', 'mime_type']
const fileNeeds = (site: Site): Needs => {
  const needs = renderNeeds(site)
  return {
    ...needs,
    texts: {
      // A video is shown with its poster image
      of: (row) => ({
        ...needs.texts.of(row),
        ...(textOf(row, 'mime_type').startsWith('video/') ? { image: true } : {}),
      }),
      fileMeta,
    },
    meta: fileMeta,
  }
}

export const attachment: ContentTypeDefinition = defineContentType({
  name: 'attachment',
  base: 'media',
  labels: { plural: 'Media', singular: 'Media' },
  wording: {
    add_new: 'Add Media File',
    add_new_item: 'Add Media File',
    edit_item: 'Edit Media',
    view_item: 'View Media File',
    attributes: 'Attachment Attributes',
  },
  icon: 'dashicons-admin-media',
  shownIn: { menus: false, screens: true },
  capabilities: { create_posts: 'upload_files' },
  supports: ['title', 'author', 'comments'],
})

/** The content resource of attachments, with fields for files instead of those for texts; `served` are the possible types of their parents. */
export function mediaResource(
  served: readonly ServedType[],
  taxonomies: readonly TaxonomyDefinition[],
  statuses: Statuses,
): ResourceDefinition {
  const content = contentResource(attachment, taxonomies, statuses)
  const capabilities = capabilitiesOf('post')
  return defineResource({
    ...content,
    listed: { status: 'inherit' },
    capabilities: [...new Set([...content.capabilities, ...capabilityNames(served)])],
    visible: (build) => build.eb.or([inheritsReadable(served)(build), readableBelow(capabilities)(build)]),
    password: null,
    statuses: {
      capability: capabilities.edit,
      readPrivate: capabilities.readPrivate,
      values: ['inherit', 'private', 'trash'],
      open: ['inherit'],
      private: [],
      any: null,
    },
    search: { ...content.search, metaKey: '_wp_attached_file', where: {} },
    args: { ...content.args, media_type: mediaTypes, mime_type: mimeTypes },
    // Fields of files that other content does not have
    servedWhole: [
      'description',
      'caption',
      'alt_text',
      'media_type',
      'mime_type',
      'media_details',
      'post',
      'source_url',
      'missing_image_sizes',
    ],
    fields: [
      ...content.fields.filter(({ name }) => name !== 'password'),
      field('featured_media', everywhere, idOf('posts'), featuredMedia),
      field('meta', outsideEmbeds, Type.Object({}), { columns: [], value: () => [] }),
      field('description', outsideEmbeds, html, rendered(description, 'content')),
      field('caption', everywhere, html, rendered(caption, 'excerpt')),
      field(
        'alt_text',
        everywhere,
        text,
        meta('_wp_attachment_image_alt', (alt) => alt),
      ),
      field('media_type', everywhere, Type.Enum(['image', 'file'], { type: 'string' }), mediaType),
      field('mime_type', everywhere, text, stored('mime_type')),
      field('media_details', everywhere, Type.Unsafe<unknown>({ type: 'object' }), mediaDetails),
      field('post', outsideEmbeds, idOf('posts', { served: { type: ['integer', 'null'] } }), post),
      field('source_url', everywhere, Type.String({ format: 'uri' }), sourceUrl),
      field('filename', outsideEmbeds, text, fileName),
      field('filesize', outsideEmbeds, Type.Unsafe<unknown>({ type: ['integer', 'null'] }), fileSize),
      ...imageEditing(),
    ],
    node: mediaNode(description, caption),
  })
}

const description: Derived = {
  columns: shownColumns,
  needs: fileNeeds,
  value: (input) => {
    const context = renderContext(input)
    return renderContent(
      textOf(input.row, 'content'),
      context,
      attachedFile(attachmentFrom(input.row, input), context),
    )
  },
}

/** The caption; without a stored one the beginning of the description, which starts with the link to the file. */
const caption: Derived = {
  columns: [...shownColumns, 'excerpt'],
  needs: fileNeeds,
  value: (input) => {
    const written = textOf(input.row, 'excerpt')
    const context = renderContext(input)
    const file = isBlank(written) ? attachedFile(attachmentFrom(input.row, input), context) : ''
    return renderExcerpt(written, textOf(input.row, 'content'), context, input.excerptWords, {
      before: file,
    })
  },
}

const post: Derived = {
  columns: ['parent_id'],
  value: ({ row }) => {
    const parent = integerOf(row, 'parent_id')
    return Number(parent) === 0 ? null : idToJson(parent)
  },
}

/** Filters by media types and MIME types; those that WordPress does not let users upload are ignored. */
const mediaTypes = filterArg(
  Type.Optional(
    Type.Array(Type.Enum(['image', 'video', 'text', 'application', 'audio'], { type: 'string' }), {
      default: null,
      description: 'Only files of these kinds.',
    }),
  ),
  (kinds, { args, viewer }) => ofTypes(mimeTypesOf(kinds, textsOf(args['mime_type']), viewer)),
)

const mimeTypes = filterArg(
  Type.Optional(Type.Array(Type.String(), { default: null, description: 'Only files of these types.' })),
  (types, { args, viewer }) =>
    textsOf(args['media_type']).length > 0 ? [] : ofTypes(mimeTypesOf([], types, viewer)),
)

function ofTypes(types: readonly string[]): readonly Filter[] {
  return types.length === 0 ? [] : oneOf('mime_type', types)
}
