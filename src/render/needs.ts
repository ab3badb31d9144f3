// What rows a text asks for when it is rendered: files that it names, files that belong to its post, what its blocks show
// or list. Pure, so that a page of texts is read for at once.
import { listingKey, type TextNeeds } from '../core/text-needs.ts'
import { parseBlocks, type Block } from './block-tree.ts'
import { galleryIds } from './galleries.ts'
import { imageIdsIn } from './image-tags.ts'
import { listingOf } from './listing.ts'
import { shortcodesIn } from './shortcode-parser.ts'

/** How many files one text can name, and how many lists and other texts. */
const filesMax = 200
const listingsMax = 10
const sharedMax = 20

const asking =
  /<!--\s{1,20}wp:(?:core\/)?(?:latest-|categories|tag-cloud|archives|page-list|post-|avatar|read-more|block\s|cover)/

export function needsOfText(text: string): TextNeeds {
  const galleries = [...shortcodesIn(text, (name) => name === 'gallery')].map(({ attributes }) =>
    galleryIds(attributes),
  )
  const files = new Set([...imageIdsIn(text), ...galleries.flat()])
  const blocks = asking.test(text) ? allBlocks(parseBlocks(text)) : []
  const has = (names: ReadonlySet<string>) => blocks.some(({ name }) => names.has(name))
  const listings = new Map(
    blocks.flatMap(({ name, attributes }) => {
      const listing = listingOf(name, attributes)
      return listing ? [[listingKey(listing), listing] as const] : []
    }),
  )
  return {
    files: [...files].slice(0, filesMax),
    ownFiles: galleries.some((ids) => ids.length === 0),
    author: has(authored),
    terms: has(classed),
    image: has(pictured),
    listings: [...listings.values()].slice(0, listingsMax),
    shared: [...new Set(blocks.flatMap(sharedIn))].slice(0, sharedMax),
  }
}

const authored = new Set([
  'core/post-author',
  'core/post-author-name',
  'core/post-author-biography',
  'core/avatar',
])
const classed = new Set(['core/post-terms'])
const pictured = new Set(['core/post-featured-image', 'core/cover'])

function allBlocks(parts: readonly (string | Block)[]): readonly Block[] {
  return parts.flatMap((part) => (typeof part === 'string' ? [] : [part, ...allBlocks(part.parts)]))
}

function sharedIn({ name, attributes }: Block): readonly string[] {
  const id = Number(attributes['ref'])
  return name === 'core/block' && Number.isSafeInteger(id) && id > 0 ? [String(id)] : []
}
