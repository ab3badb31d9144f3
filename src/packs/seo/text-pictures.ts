// Pictures that a text shows: the first of its first gallery, and its first image tag. The plug-in uses them for content without
// a featured image.
import { textOf, type Row } from '../../index.ts'
import type { SeoPage } from './page.ts'
import type { Picture } from './subject.ts'

interface TextPictures {
  /** The id of a file, and the name of the size in which the gallery shows it. */
  readonly gallery: { readonly id: string; readonly size: string } | null
  /** An address, and the id of the file that the editor wrote beside it; '' for none. */
  readonly first: { readonly url: string; readonly id: string } | null
}

function picturesIn(row: Row): TextPictures {
  const content = textOf(row, 'content')
  const gallery = /\[gallery\s([^\][]{0,1000})\]/.exec(content)?.[1] ?? ''
  const id = /\bids=["']?\s*(\d{1,18})/.exec(gallery)?.[1]
  const size = /\bsize=["']?([\w-]{1,50})/.exec(gallery)?.[1] ?? 'thumbnail'
  const tag = firstImage(content)
  const url = /\ssrc=(["'])(.*?)\1/.exec(tag)?.[2] ?? ''
  return {
    gallery: id === undefined ? null : { id, size },
    first: url === '' ? null : { url, id: /\bwp-image-(\d{1,18})\b/.exec(tag)?.[1] ?? '' },
  }
}

/** Longer tags are skipped: they hold a picture itself instead of its address. */
const tagMax = 4000

/** The first image tag; empty for none. Each end of a tag is searched once, which keeps this linear. */
function firstImage(content: string): string {
  let end = -1
  for (const { index } of content.matchAll(/<img\s/g)) {
    if (end < index) end = content.indexOf('>', index)
    if (end < 0) return ''
    if (end - index <= tagMax) return content.slice(index, end + 1)
  }
  return ''
}

/** The picture for social networks, in the gallery's size, else the first one in the text; it has an address alone. */
export function sharedPicture(row: Row, page: Pick<SeoPage, 'file'>): Picture | null {
  const { gallery, first } = picturesIn(row)
  const file = gallery && page.file(gallery.id)
  const url = file ? (file.sizes.get(gallery?.size ?? '')?.url ?? file.url) : first?.url
  return url === undefined ? null : { url, file: null }
}

/** The main picture of a text: the first one in it, with its file where the site has that file. */
export function mainPicture(row: Row, page: Pick<SeoPage, 'file'>): Picture | null {
  const { first } = picturesIn(row)
  if (!first) return null
  const file = page.file(first.id)
  const urls = file ? [file.url, ...[...file.sizes.values()].map(({ url }) => url)] : []
  return { url: first.url, file: urls.includes(first.url) ? file : null }
}

/** The ids of the pictures' files; '' for unknown ones. */
export function fileIdsIn(row: Row): readonly string[] {
  const { gallery, first } = picturesIn(row)
  return [gallery?.id ?? '', first?.id ?? '']
}
