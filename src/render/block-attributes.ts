// Attributes of core blocks by the types that WordPress registers for them (prepare_attributes_for_render): a value of another
// type counts as not stated, and one in another spelling (`"1"`) is converted. Attributes without an entry here, such as lists,
// objects and most texts, are checked by the code that reads them.
import { isEmpty } from '../core/php-empty.ts'
import type { Block, BlockAttributes } from './block-tree.ts'
import { numberAttribute, textAttribute } from './block-wrapper.ts'

type AttributeType =
  | 'boolean'
  /** A boolean that PHP compares with `false` by identity: all other spellings are true. */
  | 'boolean unless false'
  /** A boolean that PHP compares with `true` by identity. */
  | 'boolean if true'
  | 'integer'
  | 'number'
  | 'text'
  | { readonly from: number; readonly to: number }
  | readonly string[]

const known: ReadonlyMap<string, Readonly<Record<string, AttributeType>>> = new Map<
  string,
  Readonly<Record<string, AttributeType>>
>([
  ['core/accordion', { autoclose: 'boolean' }],
  ['core/accordion-item', { openByDefault: 'boolean' }],
  ['core/archives', { displayAsDropdown: 'boolean', showLabel: 'boolean', showPostCounts: 'boolean' }],
  ['core/avatar', { isLink: 'boolean', size: 'number', userId: 'number' }],
  ['core/block', { ref: 'number' }],
  ['core/breadcrumbs', { showCurrentItem: 'boolean', showHomeItem: 'boolean' }],
  ['core/calendar', { month: 'integer', year: 'integer' }],
  [
    'core/categories',
    {
      displayAsDropdown: 'boolean',
      showEmpty: 'boolean',
      showHierarchy: 'boolean',
      showLabel: 'boolean',
      showOnlyTopLevel: 'boolean',
      showPostCounts: 'boolean',
    },
  ],
  ['core/comment-author-name', { isLink: 'boolean' }],
  ['core/comment-date', { isLink: 'boolean' }],
  ['core/comments', { legacy: 'boolean' }],
  ['core/comments-title', { level: 'number', showCommentsCount: 'boolean', showPostTitle: 'boolean' }],
  ['core/cover', { hasParallax: 'boolean', isRepeated: 'boolean', useFeaturedImage: 'boolean unless false' }],
  ['core/file', { displayPreview: 'boolean' }],
  ['core/gallery', { columns: { from: 1, to: 8 }, imageCrop: 'boolean' }],
  ['core/home-link', { opensInNewTab: 'boolean if true' }],
  ['core/icon', { flipHorizontal: 'boolean', flipVertical: 'boolean', rotation: 'number' }],
  [
    'core/latest-comments',
    {
      commentsToShow: { from: 1, to: 100 },
      displayAvatar: 'boolean',
      displayContent: ['none', 'excerpt', 'full'],
      displayDate: 'boolean',
    },
  ],
  [
    'core/latest-posts',
    {
      addLinkToFeaturedImage: 'boolean',
      displayAuthor: 'boolean',
      displayFeaturedImage: 'boolean',
      displayPostContent: 'boolean',
      displayPostDate: 'boolean',
      excerptLength: 'number',
      featuredImageAlign: ['left', 'center', 'right'],
      featuredImageSizeHeight: 'number',
      featuredImageSizeWidth: 'number',
      postsToShow: 'number',
      selectedAuthor: 'number',
    },
  ],
  ['core/loginout', { displayLoginAsForm: 'boolean', redirectToCurrent: 'boolean' }],
  ['core/media-text', { imageFill: 'boolean', mediaId: 'number', useFeaturedImage: 'boolean unless false' }],
  [
    'core/navigation',
    {
      hasIcon: 'boolean',
      ref: 'number',
      showSubmenuIcon: 'boolean',
      submenuVisibility: ['hover', 'click', 'always'],
    },
  ],
  ['core/navigation-link', { id: 'number', opensInNewTab: 'boolean if true' }],
  ['core/navigation-overlay-close', { displayMode: ['icon', 'text', 'both'] }],
  ['core/navigation-submenu', { id: 'number', opensInNewTab: 'boolean if true' }],
  ['core/page-list', { parentPageID: 'integer' }],
  [
    'core/playlist',
    {
      showArtists: 'boolean',
      showImages: 'boolean',
      showNumbers: 'boolean',
      showPlayButtonArtwork: 'boolean',
      showTrackLength: 'boolean',
      showTracklist: 'boolean',
      waveformStyle: ['bars', 'mirror', 'line', 'blocks', 'dots', 'seekbar'],
    },
  ],
  ['core/playlist-track', { id: 'number' }],
  [
    'core/post-author',
    { avatarSize: 'number', isLink: 'boolean', showAvatar: 'boolean', showBio: 'boolean', textAlign: 'text' },
  ],
  ['core/post-author-name', { isLink: 'boolean' }],
  ['core/post-date', { datetime: 'text', isLink: 'boolean' }],
  ['core/post-excerpt', { excerptLength: 'number', showMoreOnNewLine: 'boolean' }],
  ['core/post-featured-image', { dimRatio: 'number', isLink: 'boolean', useFirstImageFromPost: 'boolean' }],
  ['core/post-time-to-read', { averageReadingSpeed: 'number', displayAsRange: 'boolean' }],
  ['core/post-title', { isLink: 'boolean', level: 'number' }],
  ['core/query', { enhancedPagination: 'boolean if true', queryId: 'number' }],
  ['core/query-pagination', { showLabel: 'boolean' }],
  ['core/query-pagination-numbers', { midSize: 'number' }],
  ['core/query-title', { level: 'number', showPrefix: 'boolean' }],
  ['core/search', { buttonUseIcon: 'boolean', showLabel: 'boolean', width: 'number' }],
  ['core/site-logo', { isLink: 'boolean', width: 'number' }],
  ['core/site-tagline', { level: 'number' }],
  ['core/site-title', { isLink: 'boolean', level: 'number' }],
  ['core/social-links', { openInNewTab: 'boolean', showLabels: 'boolean' }],
  ['core/tabs', { activeTabIndex: 'number' }],
  ['core/tag-cloud', { numberOfTags: { from: 1, to: 100 }, showTagCounts: 'boolean' }],
  ['core/term-count', { bracketType: ['none', 'round', 'square', 'curly', 'angle'] }],
  ['core/term-name', { isLink: 'boolean', level: 'number' }],
  ['core/video', { id: 'number' }],
])

/** The attributes as WordPress passes them to the block of this name. */
export function typedAttributes(name: string, attributes: BlockAttributes): BlockAttributes {
  const types = known.get(name)
  if (types === undefined) return attributes
  const typed = Object.entries(attributes).map(([key, value]) => {
    const type = Object.hasOwn(types, key) ? types[key] : undefined
    return [key, type === undefined ? value : valueOf(type, value)] as const
  })
  return Object.fromEntries(typed.filter(([, value]) => value !== undefined))
}

export function typedBlock(block: Block): Block {
  return { ...block, attributes: typedAttributes(block.name, block.attributes) }
}

/** The value as its type has it; undefined for a value of another type. */
function valueOf(type: AttributeType, value: unknown): unknown {
  if (type === 'boolean') return isBoolean(value) ? !isEmpty(value) : undefined
  if (type === 'boolean if true') return value === true ? value : undefined
  if (type === 'text') return typeof value === 'string' ? value : undefined
  if (type === 'boolean unless false') return isBoolean(value) ? value !== false : undefined
  if (isChoice(type)) return typeof value === 'string' && type.includes(value) ? value : undefined
  const number = numberOf(value)
  if (number === undefined || type === 'number') return number
  if (type === 'integer') return Number.isInteger(number) ? number : undefined
  return number >= type.from && number <= type.to ? number : undefined
}

function isChoice(type: AttributeType): type is readonly string[] {
  return Array.isArray(type)
}

/** Some texts count as booleans, too, although PHP takes the text `false` for true. */
function isBoolean(value: unknown): boolean {
  const said = typeof value === 'string' ? value.toLowerCase() : value
  return [true, false, 0, 1, '0', '1', 'true', 'false'].some((each) => each === said)
}

/** A number, or the one that a text writes (is_numeric). */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  const isNumeric =
    typeof value === 'string' &&
    value.length <= 64 &&
    /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?[ \t\n\r\v\f]*$/i.test(value)
  return isNumeric ? Number(value) : undefined
}

/** The stated text, even an empty one; else `otherwise`. */
export function statedText(attributes: BlockAttributes, name: string, otherwise: string): string {
  return typeof attributes[name] === 'string' ? textAttribute(attributes, name) : otherwise
}

/** The stated text, unless PHP takes it for empty, as it takes `0`; else `otherwise`. */
export function filledText(attributes: BlockAttributes, name: string, otherwise = ''): string {
  const text = textAttribute(attributes, name)
  return isEmpty(text) ? otherwise : text
}

/** The tag of a heading: a level of 0 is a paragraph, and any other is written as it is. */
export function headingTag(attributes: BlockAttributes, otherwise: number): string {
  const level = numberAttribute(attributes, 'level', otherwise)
  return level === 0 ? 'p' : `h${level}`
}
