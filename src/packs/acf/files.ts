// A file as templates get it (`image`, `file` and `gallery` fields): its row, its addresses, and for images every size that
// WordPress itself has.
import { fileAddress, textOf, type PhpArray, type PhpValue, type Row, type Site } from '../../index.ts'
import { arrayOf, textIn, wholeNumber } from '../php/stored.ts'

export interface ShownFile {
  readonly id: string
  readonly url: string
  readonly whole: Readonly<Record<string, unknown>>
}

export const fileColumns = [
  'id',
  'title',
  'content',
  'excerpt',
  'slug',
  'status',
  'parent_id',
  'author_id',
  'created_at_utc',
  'modified_at_utc',
  'menu_order',
  'mime_type',
  'guid',
  'type',
  'created_at',
  'password',
] as const

export const fileKeys = ['_wp_attached_file', '_wp_attachment_metadata', '_wp_attachment_image_alt'] as const

export interface FileParts {
  readonly site: Site
  /** The address of its attachment page. */
  readonly page: string
  readonly metadata: PhpValue
  readonly path: string
  readonly alt: string
}

export function shownFile(row: Row, parts: FileParts): ShownFile {
  const { site, path } = parts
  const url = fileAddress(path, textOf(row, 'guid'), site)
  const metadata = arrayOf(parts.metadata)
  const mime = textOf(row, 'mime_type')
  const [type = '', subtype = ''] = mime.split('/')
  const id = Number(textOf(row, 'id'))
  return {
    id: textOf(row, 'id'),
    url,
    whole: {
      ID: id,
      id,
      title: textOf(row, 'title'),
      filename: nameIn(path === '' ? url : path),
      filesize: wholeNumber(metadata.get('filesize')),
      url,
      link: parts.page,
      alt: parts.alt,
      author: textOf(row, 'author_id'),
      description: textOf(row, 'content'),
      caption: textOf(row, 'excerpt'),
      name: textOf(row, 'slug'),
      status: textOf(row, 'status'),
      uploaded_to: Number(textOf(row, 'parent_id')),
      date: textOf(row, 'created_at_utc'),
      modified: textOf(row, 'modified_at_utc'),
      menu_order: Number(textOf(row, 'menu_order')),
      mime_type: mime,
      type,
      subtype,
      icon: `${site.option('siteurl')}/wp-includes/images/media/${iconOf(type, nameIn(path))}.png`,
      ...(type === 'image' ? sizesOf(url, metadata, site) : measured(type, metadata)),
    },
  }
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Kinds of files by extension (wp_ext2type), as far as WordPress has an icon for them. */
const endings: ReadonlyMap<string, string> = new Map([
  ...['doc', 'docx', 'odt', 'pages', 'pdf', 'xps', 'oxps', 'rtf', 'wp', 'wpd', 'psd'].map(
    (end) => [end, 'document'] as const,
  ),
  ...['numbers', 'ods', 'xls', 'xlsx', 'xlsm', 'xlsb'].map((end) => [end, 'spreadsheet'] as const),
  ...['swf', 'key', 'ppt', 'pptx', 'pptm', 'odp'].map((end) => [end, 'interactive'] as const),
  ...['asc', 'csv', 'tsv', 'txt'].map((end) => [end, 'text'] as const),
  ...['bz2', 'cab', 'dmg', 'gz', 'rar', 'sea', 'sit', 'tar', 'tgz', 'zip', '7z'].map(
    (end) => [end, 'archive'] as const,
  ),
  ...['css', 'htm', 'html', 'php', 'js'].map((end) => [end, 'code'] as const),
])

function iconOf(type: string, name: string): string {
  if (type === 'audio' || type === 'video') return type
  return (
    endings.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? (type === 'text' ? 'text' : 'default')
  )
}

/** The size of a video; other files have none. */
function measured(type: string, metadata: PhpArray): Readonly<Record<string, unknown>> {
  return type === 'video'
    ? { width: wholeNumber(metadata.get('width')), height: wholeNumber(metadata.get('height')) }
    : {}
}

/** WordPress's own sizes: no table has those that themes and plug-ins register. */
function sizesOf(url: string, metadata: PhpArray, site: Site): Readonly<Record<string, unknown>> {
  const [width, height] = [wholeNumber(metadata.get('width')), wholeNumber(metadata.get('height'))]
  const copies = arrayOf(metadata.get('sizes'))
  const folder = url.slice(0, url.lastIndexOf('/') + 1)
  const sizes = boundsOf(site).flatMap(([name, wide, high]): [string, unknown][] => {
    const copy = arrayOf(copies.get(name))
    const isThere = textIn(copy, 'file') !== ''
    const shown = isThere
      ? [wholeNumber(copy.get('width')), wholeNumber(copy.get('height'))]
      : [width, height]
    const [across, down] = constrained(shown, wide, high)
    return [
      [name, isThere ? folder + textIn(copy, 'file') : url],
      [`${name}-width`, across],
      [`${name}-height`, down],
    ]
  })
  return { width, height, sizes: Object.fromEntries(sizes) }
}

function boundsOf({ option }: Site): readonly (readonly [string, number, number])[] {
  const set = (name: 'thumbnail' | 'medium' | 'medium_large' | 'large', wide: number, high: number) => {
    const [width, height] = [option(`${name}_size_w`), option(`${name}_size_h`)]
    return [
      name,
      width === '' ? wide : Number(width) || 0,
      height === '' ? high : Number(height) || 0,
    ] as const
  }
  return [
    set('thumbnail', 150, 150),
    set('medium', 300, 300),
    set('medium_large', 768, 0),
    set('large', 1024, 1024),
    ['1536x1536', 1536, 1536],
    ['2048x2048', 2048, 2048],
  ]
}

/** Scales down so that no side exceeds its bound, 0 for none, and one side meets it (wp_constrain_dimensions). */
function constrained(
  [width = 0, height = 0]: readonly number[],
  wide: number,
  high: number,
): readonly [number, number] {
  const across = wide > 0 && width > wide ? wide / width : 1
  const down = high > 0 && height > high ? high / height : 1
  const ratio = Math.min(across, down)
  if (ratio === 1) return [Math.max(1, width), Math.max(1, height)]
  return [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))]
}
