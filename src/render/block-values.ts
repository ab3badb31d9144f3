// Attributes of core blocks that the editor keeps in a block's HTML instead of its delimiter, by the names that it gives them.
import { plainText } from '../core/plain-text.ts'
import { decodeEntities } from '../core/entities.ts'
import type { Block, BlockAttributes } from './block-tree.ts'
import { attributeIn, elementIn, elementsIn, type HtmlElement } from './html-element.ts'

/** HTML of a block: `own` without the blocks in it, `whole` with theirs. */
interface BlockHtml {
  readonly own: string
  readonly whole: () => string
}

/** Returns undefined where the HTML has no such thing. */
type Reader = (html: BlockHtml) => unknown

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

/** The inner HTML of the first of these elements. */
const inner =
  (...names: readonly string[]): Reader =>
  ({ own }) =>
    elementIn(own, names)?.inner.trim()

const attribute =
  (names: readonly string[], name: string): Reader =>
  ({ own }) => {
    const found = elementIn(own, names)
    return found ? (attributeIn(found.tag, name) ?? undefined) : undefined
  }

/** True where the tag has the attribute, whatever it says. */
const flag =
  (element: string, name: string): Reader =>
  ({ own }) => {
    const found = elementIn(own, [element])
    return found ? attributeIn(found.tag, name) !== null : undefined
  }

const wholeInner =
  (...names: readonly string[]): Reader =>
  ({ whole }) =>
    elementIn(whole(), names)?.inner.trim()

/** The quotation without its citation. */
const quoted: Reader = ({ whole }) => {
  const quote = elementIn(whole(), ['blockquote'])
  if (!quote) return undefined
  const cite = elementIn(quote.inner, ['cite'])
  return (cite ? quote.inner.slice(0, cite.start) + quote.inner.slice(cite.end) : quote.inner).trim()
}

const text =
  (name: string): Reader =>
  ({ own }) => {
    const found = elementIn(own, [name])
    return found ? decodeEntities(plainText(found.inner)).trim() : undefined
  }

const stored: Reader = ({ own }) => own.trim()
const caption = inner('figcaption')
const link = (...names: readonly string[]) => ({
  linkTarget: attribute(names, 'target'),
  rel: attribute(names, 'rel'),
})
const player = (name: string) => ({
  src: attribute([name], 'src'),
  caption,
  autoplay: flag(name, 'autoplay'),
  loop: flag(name, 'loop'),
  preload: attribute([name], 'preload'),
})

/** The id that an image's class names. */
const imageId: Reader = ({ own }) => {
  const id = Number(/\bwp-image-(\d{1,15})\b/.exec(elementIn(own, ['img'])?.tag ?? '')?.[1])
  return id > 0 ? id : undefined
}

/** Rows of a part of a table, each with its cells. */
const rows =
  (part: string): Reader =>
  ({ own }) =>
    [...elementsIn(elementIn(own, [part])?.inner ?? '', ['tr'])].map((row) => ({
      cells: [...elementsIn(row.inner, ['td', 'th'])].map(cellOf),
    }))

function cellOf({ name, tag, inner: content }: HtmlElement): BlockAttributes {
  const spans = ['colspan', 'rowspan'].map((span) => [span, attributeIn(tag, span)] as const)
  return {
    content: content.trim(),
    tag: name,
    ...Object.fromEntries(spans.filter(([, value]) => value !== null)),
  }
}

const readers = new Map<string, Readonly<Record<string, Reader>>>([
  ['core/audio', player('audio')],
  [
    'core/button',
    {
      text: inner('a', 'button'),
      url: attribute(['a'], 'href'),
      title: attribute(['a'], 'title'),
      ...link('a'),
    },
  ],
  ['core/code', { content: inner('code') }],
  ['core/cover', { url: attribute(['img', 'video'], 'src'), alt: attribute(['img'], 'alt') }],
  ['core/details', { summary: inner('summary') }],
  ['core/embed', { caption }],
  [
    'core/file',
    {
      href: attribute(['a', 'object'], 'href'),
      fileName: text('a'),
      textLinkTarget: attribute(['a'], 'target'),
    },
  ],
  ['core/freeform', { content: stored }],
  ['core/gallery', { caption }],
  [
    'core/heading',
    {
      content: inner(...headings),
      level: ({ own }) => Number(elementIn(own, headings)?.name.slice(1)) || undefined,
    },
  ],
  ['core/html', { content: stored }],
  [
    'core/image',
    {
      id: imageId,
      url: attribute(['img'], 'src'),
      alt: attribute(['img'], 'alt'),
      title: attribute(['img'], 'title'),
      caption,
      href: attribute(['a'], 'href'),
      ...link('a'),
    },
  ],
  [
    'core/list',
    { values: wholeInner('ul', 'ol'), ordered: ({ own }) => elementIn(own, ['ul', 'ol'])?.name === 'ol' },
  ],
  ['core/list-item', { content: inner('li') }],
  [
    'core/media-text',
    { mediaId: imageId, mediaUrl: attribute(['img', 'video'], 'src'), mediaAlt: attribute(['img'], 'alt') },
  ],
  ['core/paragraph', { content: inner('p') }],
  ['core/preformatted', { content: inner('pre') }],
  ['core/pullquote', { value: quoted, citation: wholeInner('cite') }],
  ['core/quote', { value: quoted, citation: inner('cite') }],
  ['core/shortcode', { text: stored }],
  ['core/table', { head: rows('thead'), body: rows('tbody'), foot: rows('tfoot'), caption }],
  ['core/verse', { content: inner('pre') }],
  [
    'core/video',
    {
      ...player('video'),
      controls: flag('video', 'controls'),
      muted: flag('video', 'muted'),
      playsInline: flag('video', 'playsinline'),
      poster: attribute(['video'], 'poster'),
    },
  ],
])

/** The attributes of a block's HTML and those of its delimiter, which take precedence. */
export function blockValues(block: Block): BlockAttributes {
  const { name, attributes, parts } = block
  const own = parts.filter((part) => typeof part === 'string').join('')
  const html: BlockHtml = { own, whole: () => storedHtml(block) }
  const read = Object.entries(readers.get(name) ?? {}).map(([key, value]) => [key, value(html)] as const)
  const anchor = name === 'core/freeform' ? null : anchorOf(own)
  return {
    ...Object.fromEntries(read.filter(([, value]) => value !== undefined)),
    ...(anchor === null ? {} : { anchor }),
    ...attributes,
  }
}

/** The names of blocks with attributes in their HTML. */
export const readBlocks: ReadonlySet<string> = new Set(readers.keys())

function anchorOf(own: string): string | null {
  const start = own.search(/<[a-z]/i)
  const tag = start < 0 ? '' : own.slice(start, own.indexOf('>', start) + 1)
  return attributeIn(tag, 'id')
}

/** The stored HTML without delimiters. */
function storedHtml({ parts }: Block): string {
  return parts.map((part) => (typeof part === 'string' ? part : storedHtml(part))).join('')
}
