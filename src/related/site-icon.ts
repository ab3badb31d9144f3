// The address of the site's icon (get_site_icon_url), even for viewers who may not see its file: every page of the site shows
// it.
import { isFailure, type Failure } from '../core/failure.ts'
import { parsePhpValue } from '../database/php-value.ts'
import { textOf } from '../database/tables.ts'
import { fileAddress } from '../site/file-address.ts'
import type { Site } from '../site/site.ts'
import type { RelatedReads } from './reads.ts'

/** From this side in px on, the original file is used. */
const wholeFrom = 512
const fileKey = '_wp_attached_file'
const metadataKey = '_wp_attachment_metadata'

/** Reads the icon's address; with `size`, that of the copy that fits this side in px best. Empty where the site has no icon. */
export async function readIconUrl(
  site: Site,
  reading: Pick<RelatedReads, 'list'>,
  size = wholeFrom,
): Promise<string | Failure> {
  const id = site.integer('site_icon')
  if (id <= 0) return ''
  const isCopy = size > 0 && size < wholeFrom
  const found = await reading.list({
    kind: 'list',
    source: 'postmeta',
    columns: ['id', 'key', 'value'],
    filters: [
      { kind: 'in', column: 'post_id', values: [id] },
      { kind: 'in', column: 'key', values: isCopy ? [fileKey, metadataKey] : [fileKey] },
    ],
    visible: null,
    order: [{ kind: 'column', column: 'id', descending: false }],
    page: { kind: 'all' },
  })
  if (isFailure(found)) return found
  const valueOf = (key: string) => {
    const row = found.rows.find((each) => textOf(each, 'key') === key)
    return row && textOf(row, 'value')
  }
  const file = valueOf(fileKey)
  if (file === undefined) return ''
  const copy = isCopy ? copyFor(size, valueOf(metadataKey) ?? '') : null
  return fileAddress(copy === null ? file : file.slice(0, file.lastIndexOf('/') + 1) + copy, '', site)
}

/** The copy of exactly this size; else the smallest larger square; else a larger thumbnail, whatever its shape. */
function copyFor(side: number, metadata: string): string | null {
  const parsed = parsePhpValue(metadata)
  const sizes = parsed instanceof Map ? parsed.get('sizes') : null
  const copies = [...(sizes instanceof Map ? sizes : [])].flatMap(([name, copy]) => {
    const file = copy instanceof Map ? copy.get('file') : null
    if (!(copy instanceof Map) || typeof file !== 'string') return []
    const [width, height] = [Number(copy.get('width')), Number(copy.get('height'))]
    return [{ name, file, width, height }]
  })
  const exact = copies.find(({ width, height }) => width === side && height === side)
  const isSquare = (width: number, height: number) =>
    Math.abs(Math.round((height * side) / width) - side) <= 1
  const larger = copies
    .filter(({ width, height }) => width >= side && height >= side && isSquare(width, height))
    .toSorted((one, other) => one.width * one.height - other.width * other.height)
  const thumbnail = copies.find(({ name, width }) => name === 'thumbnail' && width >= side)
  return (exact ?? larger[0] ?? thumbnail)?.file ?? null
}
