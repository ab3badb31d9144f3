// WordPress's own blocks with their attributes, as types of GraphQL. Every block has all attributes that the editor can give to
// any block, because only the code of a theme knows which ones it allows.
import type { EditorBlock, GraphType } from '../../index.ts'

type Attributes = EditorBlock['attributes']

/** Attributes without a sign are texts; `#` marks a number, `?` a boolean, `{}` a value that is written as JSON. */
const anyBlock =
  'align anchor backgroundColor borderColor className fontFamily fontSize gradient layout{} lock{} metadata{} style{} textColor'

const ownAttributes: Readonly<Record<string, string>> = {
  archives: 'displayAsDropdown? showLabel? showPostCounts? type',
  audio: 'autoplay? blob caption id# loop? preload src',
  avatar: 'isLink? linkTarget size# userId#',
  block: 'content{} ref#',
  button: 'linkTarget placeholder rel tagName text textAlign title type url width#',
  buttons: '',
  calendar: 'month# year#',
  categories:
    'displayAsDropdown? label showEmpty? showHierarchy? showLabel? showOnlyTopLevel? showPostCounts? taxonomy',
  code: 'content',
  column: 'allowedBlocks{} templateLock verticalAlignment width',
  columns: 'isStackedOnMobile? templateLock verticalAlignment',
  cover:
    'alt backgroundType contentPosition customGradient customOverlayColor dimRatio# focalPoint{} hasParallax? id# isDark? isRepeated? isUserOverlayColor? minHeight# minHeightUnit overlayColor sizeSlug tagName templateLock url useFeaturedImage?',
  details: 'name placeholder showContent? summary',
  embed: 'allowResponsive? caption previewable? providerNameSlug responsive? type url',
  file: 'blob displayPreview? downloadButtonText fileId fileName href id# previewHeight# showDownloadButton? textLinkHref textLinkTarget',
  footnotes: '',
  freeform: 'content',
  gallery:
    'allowResize? aspectRatio caption columns# fixedHeight? ids{} imageCrop? linkTarget linkTo navigationButtonType randomOrder? shortCodeTransforms{} sizeSlug',
  group: 'allowedBlocks{} tagName templateLock',
  heading: 'content level# placeholder textAlign',
  html: 'content',
  image:
    'alt aspectRatio blob caption focalPoint{} height href id# lightbox{} linkClass linkDestination linkTarget rel scale sizeSlug src title url width',
  'latest-comments': 'commentsToShow# displayAvatar? displayDate? displayExcerpt?',
  'latest-posts':
    'addLinkToFeaturedImage? categories{} columns# displayAuthor? displayFeaturedImage? displayPostContent? displayPostContentRadio displayPostDate? excerptLength# featuredImageAlign featuredImageSizeSlug order orderBy postLayout postsToShow# selectedAuthor#',
  list: 'ordered? placeholder reversed? start# type values',
  'list-item': 'content placeholder',
  'media-text':
    'focalPoint{} href imageFill? isStackedOnMobile? linkClass linkDestination linkTarget mediaAlt mediaId# mediaLink mediaPosition mediaSizeSlug mediaType mediaUrl mediaWidth# rel verticalAlignment',
  more: 'customText noTeaser?',
  navigation: 'hasIcon? icon openSubmenusOnClick? overlayMenu ref# showSubmenuIcon? submenuVisibility',
  'navigation-link': 'description id# isTopLevelLink? kind label opensInNewTab? rel title type url',
  'navigation-submenu': 'description id# isTopLevelItem? kind label opensInNewTab? rel title type url',
  nextpage: '',
  'page-list': 'isNested? parentPageID#',
  paragraph: 'content direction dropCap? placeholder',
  pattern: 'slug',
  'post-author': 'avatarSize# byline isLink? linkTarget showAvatar? showBio? textAlign',
  'post-content': '',
  'post-date': 'displayType format isLink? textAlign',
  'post-excerpt': 'excerptLength# moreText showMoreOnNewLine? textAlign',
  'post-featured-image':
    'aspectRatio customGradient customOverlayColor dimRatio# height isLink? linkTarget overlayColor rel scale sizeSlug useFirstImageFromPost? width',
  'post-template': '',
  'post-terms': 'prefix separator suffix term textAlign',
  'post-title': 'isLink? level# linkTarget rel textAlign',
  preformatted: 'content',
  pullquote: 'citation textAlign value',
  query: 'enhancedPagination? namespace query{} queryId# tagName',
  'query-no-results': '',
  'query-pagination': 'paginationArrow showLabel?',
  'query-pagination-next': 'label',
  'query-pagination-numbers': 'midSize#',
  'query-pagination-previous': 'label',
  'query-title': 'level# showPrefix? showSearchTerm? textAlign type',
  quote: 'citation textAlign value',
  'read-more': 'content linkTarget',
  rss: 'blockLayout columns# displayAuthor? displayDate? displayExcerpt? excerptLength# feedURL itemsToShow#',
  search:
    'buttonPosition buttonText buttonUseIcon? isSearchFieldHidden? label placeholder query{} showLabel? width# widthUnit',
  separator: 'opacity tagName',
  shortcode: 'text',
  'site-logo': 'isLink? linkTarget shouldSyncIcon? width#',
  'site-tagline': 'level# textAlign',
  'site-title': 'isLink? level# linkTarget textAlign',
  'social-link': 'label rel service url',
  'social-links':
    'customIconBackgroundColor customIconColor iconBackgroundColor iconBackgroundColorValue iconColor iconColorValue openInNewTab? showLabels? size',
  spacer: 'height width',
  table: 'body[] caption foot[] hasFixedLayout? head[]',
  'tag-cloud': 'largestFontSize numberOfTags# showTagCounts? smallestFontSize taxonomy',
  'term-description': 'textAlign',
  'text-columns': 'columns# content{} width',
  verse: 'content textAlign',
  video: 'autoplay? blob caption controls? id# loop? muted? playsInline? poster preload src tracks{}',
}

/** Names with their namespace: `core/paragraph`. */
export const coreBlocks: readonly string[] = Object.keys(ownAttributes).map((name) => `core/${name}`)

/** `core/list-item` → `CoreListItem`. */
export function typeOf(name: string): string {
  return name.replace(/(?:^|[-/])([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

const kinds: ReadonlyMap<string, string> = new Map([
  ['#', 'Float'],
  ['?', 'Boolean'],
  ['{}', 'String'],
])

type Attribute = readonly [name: string, kind: string]

const byBlock: ReadonlyMap<string, readonly Attribute[]> = new Map(
  Object.entries(ownAttributes).map(([name, own]) => [
    `core/${name}`,
    `${anyBlock} ${own}`
      .trim()
      .split(' ')
      .map((word) => {
        const [, attribute = '', kind = ''] = /^(\w+)(.*)$/.exec(word) ?? []
        return [attribute, kind]
      }),
  ]),
)

const partOf = (name: string) => `CoreTableAttributes${name.charAt(0).toUpperCase()}${name.slice(1)}`

export const attributeTypes: readonly GraphType[] = [
  ...[...byBlock].map(([name, attributes]): GraphType => ({
    kind: 'type',
    name: `${typeOf(name)}Attributes`,
    interfaces: [],
    members: Object.fromEntries(
      attributes.map(([attribute, kind]) => [
        attribute,
        kind === '[]' ? `[${partOf(attribute)}]` : (kinds.get(kind) ?? 'String'),
      ]),
    ),
  })),
  ...['body', 'foot', 'head'].flatMap((part): readonly GraphType[] => [
    { kind: 'type', name: partOf(part), interfaces: [], members: { cells: `[${partOf(part)}Cells]` } },
    {
      kind: 'type',
      name: `${partOf(part)}Cells`,
      interfaces: [],
      members: Object.fromEntries(
        ['align', 'colspan', 'content', 'rowspan', 'scope', 'tag'].map((member) => [member, 'String']),
      ),
    },
  ]),
]

/** Values as the schema types them; null where one is missing, or of another type. */
export function attributesOf(name: string, attributes: Attributes): Attributes {
  return Object.fromEntries(
    (byBlock.get(name) ?? []).map(([attribute, kind]) => [
      attribute,
      valueOf(kind, attributes[attribute === 'src' ? srcOf(attributes) : attribute]),
    ]),
  )
}

/** An image's address is stored as `src` or as `url`. */
function srcOf(attributes: Attributes): string {
  return 'src' in attributes ? 'src' : 'url'
}

function valueOf(kind: string, value: unknown): unknown {
  if (value === undefined || value === null) return null
  switch (kind) {
    case '#':
      return typeof value === 'number' ? value : null
    case '?':
      return typeof value === 'boolean' ? value : null
    case '{}':
      return JSON.stringify(value)
    case '[]':
      return Array.isArray(value) ? value : null
    default:
      return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : null
  }
}
