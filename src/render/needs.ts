// Collects the rows that rendering a text needs: files that it names, files attached to its post, rows that its blocks show or
// list. It is pure, so that the rows for a whole page of texts are read together.
import { listingKey, type TextNeeds } from '../core/text-needs.ts'
import { lettersMax } from '../core/unrendered.ts'
import { typedBlock } from './block-attributes.ts'
import { allBlocks, hasBlocks, mayHave, parseBlocks, type Block } from './block-tree.ts'
import { attachedMedia, gallerySource } from './attached-gallery.ts'
import { boundKeys, overridingFiles } from './bindings.ts'
import type { Asked, Asks, BlockSettings } from './context.ts'
import { embedKeysIn } from './embeds.ts'
import { playsNamed } from './players.ts'
import { namedIds, postNamed } from './galleries.ts'
import { imageIdsIn } from './image-tags.ts'
import { listingOf } from './listing.ts'
import { linkBlocks, linkedId } from './navigation-links.ts'
import { userIdOf } from './post-blocks.ts'
import { postsPageIn, queriesIn } from './query-listing.ts'
import { shortcodesIn } from './shortcode-parser.ts'
import { noThemeTexts, type ThemeTexts } from './theme.ts'
import { withThemeTexts } from './theme-texts.ts'

/** The highest numbers of files, listings, other texts, embeds, users and linked posts for one text. */
const filesMax = 200
const listingsMax = 30
const sharedMax = 20
const embedsMax = 20
const usersMax = 100
const linkedMax = 200

const asking =
  /<!--\s{1,20}wp:(?:core\/)?(?:comment-|breadcrumbs|latest-|categories|tag-cloud|terms-query|archives|calendar|page-list|post-|query|navigation|avatar|read-more|site-logo|block\s|cover|media-text|video\s)/

/** Collects the needs of a text; `asks` has those of extensions' shortcodes and blocks. */
export function needsOfText(
  stored: string,
  asks?: Asks,
  settings?: BlockSettings,
  texts: ThemeTexts = noThemeTexts,
): TextNeeds {
  const text = stored.length > lettersMax ? '' : withThemeTexts(stored, texts)
  const naming = [...shortcodesIn(text, (name) => name === 'gallery' || name === 'playlist')].map(
    ({ name, attributes }) => ({ name, ids: namedIds(attributes), post: postNamed(attributes) }),
  )
  const players = [...shortcodesIn(text, (name) => name === 'audio' || name === 'video')].map(
    ({ attributes }) => playsNamed(attributes),
  )
  const isAsking = asking.test(text) || mayHave(text, 'core/post-meta') || mayHave(text, attachedMedia)
  const tree = isAsking || (asks && asks.blocks.size > 0 && hasBlocks(text)) ? parseBlocks(text) : []
  const blocks = allBlocks(tree).map(typedBlock)
  const queries = settings ? queriesIn(tree, settings) : []
  const own = asks ? askedIn(text, blocks, asks) : []
  const ownFiles = own.flatMap(({ files: asked = [] }) => asked.filter((id) => /^\d+$/.test(id)))
  const videos = blocks.flatMap(({ name, attributes }) =>
    name === 'core/video' && isId(attributes['id']) ? [String(attributes['id'])] : [],
  )
  const has = (names: ReadonlySet<string>) => blocks.some(({ name }) => names.has(name))
  const files = [
    ...imageIdsIn(text),
    ...naming.flatMap(({ ids }) => ids),
    ...videos,
    ...blocks.flatMap(overridingFiles),
    ...ownFiles,
    ...(settings && settings.logo !== '0' && has(logos) ? [settings.logo] : []),
  ]
  const attached = naming.filter(({ name, ids }) => name === 'gallery' && ids.length === 0)
  const listed = [
    ...blocks.flatMap(({ name, attributes }) => listingOf(name, attributes, settings?.pageLength) ?? []),
    ...queries,
    ...(settings && has(trails) ? [postsPageIn(settings)].filter((listing) => listing !== null) : []),
    ...(blocks.some(isWithoutLinks) ? ([{ kind: 'menu' }, { kind: 'pages' }] as const) : []),
    ...own.flatMap(({ listings: asked = [] }) => asked),
  ]
  const keys = [
    ...(text.includes('wp:footnotes') ? ['footnotes'] : []),
    ...blocks.flatMap(boundKeys),
    ...embedKeysIn(text),
  ]
  const listings = new Map(listed.map((listing) => [listingKey(listing), listing]))
  return {
    files: firstOnes(files, filesMax),
    ownFiles:
      attached.some(({ post }) => post === null) ||
      players.some((named) => !named) ||
      blocks.some((block) => gallerySource(block) === attachedMedia),
    filesOf: firstOnes(
      attached.flatMap(({ post }) => (post !== null && /^[1-9]\d*$/.test(post) ? [post] : [])),
      sharedMax,
    ),
    covers: naming.some(({ name, ids }) => name === 'playlist' && ids.length > 0),
    author: has(authored),
    terms: has(classed) || queries.length > 0,
    image: has(pictured),
    discussion: has(discussed),
    embeds: firstOnes(keys, embedsMax),
    listings: [...listings.values()].slice(0, listingsMax),
    users: firstOnes(blocks.flatMap(usersIn), usersMax),
    shared: firstOnes(blocks.flatMap(sharedIn), sharedMax),
    linked: firstOnes(blocks.flatMap(linkedIn), linkedMax),
  }
}

/** The needs of an excerpt, which is plain text: only the meta that embeds and bindings show. */
export function needsOfExcerpt(text: string): TextNeeds {
  const isBound = mayHave(text, 'core/post-meta') && text.length <= lettersMax
  const keys = [
    ...(isBound ? allBlocks(parseBlocks(text)).flatMap(boundKeys) : []),
    ...embedKeysIn(text.slice(0, lettersMax)),
  ]
  return { ...needsOfText(''), embeds: firstOnes(keys, embedsMax) }
}

/** Removes duplicates and limits the number. Most texts need nothing of most kinds. */
function firstOnes(values: readonly string[], max: number): readonly string[] {
  return values.length === 0 ? values : [...new Set(values)].slice(0, max)
}

export function withFiles(needs: TextNeeds, ids: readonly string[]): TextNeeds {
  return ids.length === 0
    ? needs
    : { ...needs, files: [...new Set([...needs.files, ...ids])].slice(0, filesMax) }
}

const authored = new Set([
  'core/post-author',
  'core/post-author-name',
  'core/post-author-biography',
  'core/avatar',
])
const trails = new Set(['core/breadcrumbs'])
const logos = new Set(['core/site-logo'])
const discussed = new Set(['core/comment-template'])
const classed = new Set(['core/breadcrumbs', 'core/post-terms'])
const pictured = new Set(['core/post-featured-image', 'core/cover', 'core/media-text'])

function askedIn(text: string, blocks: readonly Block[], asks: Asks): readonly Asked[] {
  const shortcodes = [...shortcodesIn(text, (name) => asks.shortcodes.has(name))]
  return [
    ...shortcodes.flatMap(({ name, attributes }) => asks.shortcodes.get(name)?.(attributes) ?? []),
    ...blocks.flatMap(({ name, attributes }) => asks.blocks.get(name)?.(attributes) ?? []),
  ]
}

/** True for a navigation without links, which shows the newest menu, or all pages. */
function isWithoutLinks({ name, attributes, parts }: Block): boolean {
  return (
    name === 'core/navigation' &&
    attributes['ref'] === undefined &&
    parts.every((part) => typeof part === 'string')
  )
}

function isId(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

function usersIn({ name, attributes }: Block): readonly string[] {
  const id = name === 'core/avatar' ? userIdOf(attributes) : null
  return id === null || id === '0' ? [] : [id]
}

function linkedIn({ name, attributes }: Block): readonly string[] {
  const id = linkBlocks.has(name) ? linkedId(attributes) : null
  return id === null ? [] : [id]
}

function sharedIn({ name, attributes }: Block): readonly string[] {
  const { ref } = attributes
  return ['core/block', 'core/navigation'].includes(name) && isId(ref) ? [String(ref)] : []
}
