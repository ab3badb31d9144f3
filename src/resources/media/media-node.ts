// The GraphQL node of a file: its address, sizes and preview.
import type { Derived } from '../../registry/field.ts'
import type { NodeDefinition, NodeObject } from '../../registry/node.ts'
import { comments, commonFields, contentOrders } from '../content/content-node.ts'
import { idIn, nodeField, stored } from '../derived.ts'
import {
  fileName,
  imageSize,
  mediaType,
  sizedUrl,
  sizesOf,
  sourceUrl,
  type FileSize,
} from './media-values.ts'
import { meta } from '../content/post-meta.ts'

const mediaSize: NodeObject = {
  type: 'MediaSize',
  description: 'A copy of an image in one of the sizes that the site makes.',
  members: {
    name: { scalar: 'String!', description: 'The name of the size: `thumbnail`.' },
    width: { scalar: 'Int', description: 'The width in pixels.' },
    height: { scalar: 'Int', description: 'The height in pixels.' },
    mimeType: { scalar: 'String', description: 'The type of the file: `image/jpeg`.' },
    sourceUrl: { scalar: 'String', description: 'The address of the file.' },
    fileSize: { scalar: 'Float', description: 'Bytes of the file.' },
  },
}

/** `description` and `caption` make the same values as in REST. */
export function mediaNode(description: Derived, caption: Derived): NodeDefinition {
  return {
    type: 'Media',
    description: 'A file that was uploaded to the site.',
    prefix: '',
    isContent: true,
    connection: 'media',
    single: 'mediaItem',
    order: contentOrders.DATE,
    orders: contentOrders,
    statuses: null,
    fields: [
      ...commonFields,
      nodeField(
        'alt',
        'String',
        'The text that replaces the image.',
        meta('_wp_attachment_image_alt', (alt) => alt),
      ),
      nodeField('caption', 'String', 'Its caption, as HTML.', caption),
      nodeField('description', 'String', 'Its description, as HTML.', description),
      nodeField('mediaType', 'String!', '`image` or `file`.', mediaType),
      nodeField('mimeType', 'String', 'Its type: `image/png`.', stored('mime_type')),
      nodeField('filename', 'String', 'Its name when it was uploaded.', fileName),
      nodeField(
        'sourceUrl',
        'String',
        'The address of the file; of the full size where it has no size with that name.',
        sizedUrl,
        {
          args: { size: { type: 'String', description: 'The name of a size: `thumbnail`.' } },
        },
      ),
      nodeField('sizes', { objects: mediaSize }, 'The sizes in which it exists.', sizes),
      nodeField('width', 'Int', 'Its width, in pixels.', imageSize('width')),
      nodeField('height', 'Int', 'Its height, in pixels.', imageSize('height')),
      nodeField('fileSize', 'Float', 'Its size, in bytes.', imageSize('filesize')),
      nodeField('parent', { content: true }, 'The content that it was uploaded to.', idIn('parent_id')),
      comments,
    ],
  }
}

const sizes: Derived = {
  columns: sourceUrl.columns,
  needs: imageSize('width').needs ?? (() => ({})),
  value: (input): readonly FileSize[] => sizesOf(input),
}
