// The images of content as data: the featured image and those in its text, with what `srcset` needs. One statement reads the
// images that the viewer may see for a page of content, and another their meta.
import { Type } from 'typebox'
import { idToJson } from '../../core/json.ts'
import { equal, toIdValue, type Filter, type Visibility } from '../../database/filter.ts'
import { parsePhpValue } from '../../database/php-value.ts'
import { integerOf, rowsById, textOf, type Row } from '../../database/tables.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { Derived, Field, FieldInput } from '../../registry/field.ts'
import type { NodeField, NodeObject } from '../../registry/node.ts'
import { ascending } from '../../related/listing-plan.ts'
import { belongingPlan } from '../../related/belonging.ts'
import type { Gathering, PageReads } from '../../related/gathers.ts'
import { previewedId, uploadsTo } from '../../related/previewed-files.ts'
import { needsOfText } from '../../render/needs.ts'
import { shownText } from '../../render/visibility.ts'
import { field, nodeField, outsideEmbeds } from '../derived.ts'
import { describedImage, type DescribedImage } from '../media/described-image.ts'
import { fileMeta } from '../media/media-values.ts'
import { featuredImageOf } from './featured-image.ts'
import { isLocked } from './post-text.ts'

interface PageImages {
  readonly files: ReadonlyMap<string, Row>
  readonly needed: FieldInput['needed']
}

const gather = {}
const gathered = new WeakMap<object, PageImages>()
const gathering: Gathering = {
  gather,
  read: async (page, rows, reads) => void gathered.set(page, await readImages(rows, reads)),
}

const fileColumns = [...describedImage.columns, 'excerpt', 'parent_id', 'status', 'type']
/** The key under which WP SmartCrop stores an image's focal point, in percent from the left and the top. */
const focusKey = '_wpsmartcrop_image_focus'

async function readImages(
  rows: readonly Row[],
  { viewer, rows: read, needed }: PageReads,
): Promise<PageImages> {
  const featured = await needed(rows, { meta: ['_thumbnail_id'] })
  const filesOf = async (shown: readonly Row[], filters: readonly Filter[], visible: Visibility | null) => {
    const ids = new Set(shown.flatMap((row) => idsOf({ row, needed: featured }, true)))
    if (ids.size === 0) return []
    const plan = belongingPlan('posts', fileColumns, 'id', [...ids].map(toIdValue), {
      filters: [...equal({ type: 'attachment' }), ...filters],
      order: ascending('id'),
    })
    return read({ ...plan, visible })
  }
  const post = previewedId(viewer)
  const previewed = rows.filter((row) => textOf(row, 'id') === post)
  const found = await Promise.all([
    filesOf(rows, [], seenBy(viewer)),
    filesOf(previewed, uploadsTo(post ?? '0'), null),
  ])
  const files = found.flat()
  return {
    files: rowsById(files),
    needed: await needed(files, { meta: [...fileMeta, focusKey] }),
  }
}

/** Files as REST shows them on single requests. */
function seenBy(viewer: Viewer): Visibility {
  const isUser = viewer.kind === 'user'
  return {
    resource: 'attachment',
    rule: 'visibleAlone',
    capabilities: isUser ? [...viewer.capabilities].toSorted() : [],
    viewerId: isUser ? toIdValue(viewer.id) : 0,
    unseen: 'exclude',
  }
}

/** The ids of the files that content shows, the featured image first; those in its text only if `isOpen`. */
function idsOf(of: Pick<FieldInput, 'row' | 'needed'>, isOpen: boolean): readonly string[] {
  const featured = String(featuredImageOf(of))
  const inText = isOpen ? needsOfText(shownText(textOf(of.row, 'content'))).files : []
  return [...new Set([...(featured === '0' ? [] : [featured]), ...inText])]
}

interface ShownImage extends Omit<DescribedImage, 'title'> {
  readonly id: unknown
  readonly isFeatured: boolean
  readonly caption: string
  readonly focalPoint: { readonly x: number; readonly y: number } | null
}

function imagesOf(input: FieldInput): readonly ShownImage[] {
  const page = gathered.get(input.needed.page)
  if (!page) return []
  const featured = String(featuredImageOf(input))
  return idsOf(input, !isLocked(input)).flatMap((id) => {
    const row = page.files.get(id)
    const isImage = row !== undefined && textOf(row, 'mime_type').startsWith('image/')
    return isImage ? [shownImage({ ...input, row, needed: page.needed }, id === featured)] : []
  })
}

function shownImage(input: FieldInput, isFeatured: boolean): ShownImage {
  const { row, needed } = input
  const { title: _title, ...image } = describedImage.of(row, input)
  return {
    ...image,
    id: idToJson(integerOf(row, 'id')),
    isFeatured,
    caption: textOf(row, 'excerpt'),
    focalPoint: focalPoint(needed.metaOf(integerOf(row, 'id'), focusKey)),
  }
}

function focalPoint(stored: string | null): ShownImage['focalPoint'] {
  const focus = parsePhpValue(stored ?? '')
  if (!(focus instanceof Map)) return null
  const [x, y] = ['left', 'top'].map((side) => Number(focus.get(side) ?? NaN) / 100)
  const isShare = (share: number | undefined) => share !== undefined && share >= 0 && share <= 1
  return x !== undefined && y !== undefined && isShare(x) && isShare(y) ? { x, y } : null
}

const images: Derived = {
  columns: ['id', 'content', 'password'],
  needs: () => ({ meta: ['_thumbnail_id'], gathers: [gathering] }),
  closedWith: [
    'content',
    'featured_media',
    ...['', '.alt_text', '.caption', '.media_details', '.mime_type', '.source_url'].map(
      (part) => `/media${part}`,
    ),
  ],
  value: imagesOf,
}

const whole = Type.Unsafe<unknown>({ type: ['integer', 'null'] })
const imageSchema = Type.Object({
  id: Type.Integer({ idOf: 'posts' }),
  featured: Type.Boolean(),
  url: Type.String(),
  alt: Type.String(),
  caption: Type.String(),
  mime_type: Type.String(),
  width: whole,
  height: whole,
  srcset: Type.Unsafe<unknown>({ type: ['string', 'null'] }),
  sizes: Type.Array(Type.Unsafe<unknown>({ type: 'object' })),
  focal_point: Type.Unsafe<unknown>({ type: ['object', 'null'] }),
})

export const imagesField: Field = {
  ...field('images', outsideEmbeds, Type.Array(imageSchema), {
    ...images,
    value: (input) =>
      imagesOf(input).map(({ id, isFeatured, mimeType, focalPoint: focal_point, ...rest }) =>
        Object.assign({ id, featured: isFeatured }, rest, { mime_type: mimeType, focal_point }),
      ),
  }),
  isByName: true,
  isUnlisted: true,
}

const source: NodeObject = {
  type: 'ImageSource',
  description: 'A copy of an image in another size.',
  members: {
    name: { scalar: 'String!', description: 'The name of the size: `thumbnail`.' },
    url: { scalar: 'String!', description: 'The address of the file.' },
    width: { scalar: 'Int', description: 'The width in pixels.' },
    height: { scalar: 'Int', description: 'The height in pixels.' },
  },
}

const image: NodeObject = {
  type: 'ContentImage',
  description: 'An image of an item.',
  members: {
    id: { scalar: 'ID!', description: 'The id of its file.' },
    isFeatured: { scalar: 'Boolean!', description: 'Whether it is the featured image.' },
    url: { scalar: 'String!', description: 'The address of the file.' },
    alt: { scalar: 'String', description: 'Its alternative text.' },
    caption: { scalar: 'String', description: 'Its caption, as stored.' },
    mimeType: { scalar: 'String', description: 'Its type: `image/png`.' },
    width: { scalar: 'Int', description: 'The width in pixels.' },
    height: { scalar: 'Int', description: 'The height in pixels.' },
    srcset: { scalar: 'String', description: 'Its copies for the attribute srcset of HTML.' },
    sizes: { objects: source, description: 'All its copies.' },
    focalX: { scalar: 'Float', description: 'Its focal point from the left, 0 to 1.' },
    focalY: { scalar: 'Float', description: 'Its focal point from the top, 0 to 1.' },
  },
}

export const imagesNodeField: NodeField = nodeField(
  'images',
  { objects: image },
  'Its featured image and those that its content shows, as far as the viewer may see them.',
  {
    ...images,
    value: (input) =>
      imagesOf(input).map((each) =>
        Object.assign({}, each, { focalX: each.focalPoint?.x ?? null, focalY: each.focalPoint?.y ?? null }),
      ),
  },
  { cost: 3 },
)
