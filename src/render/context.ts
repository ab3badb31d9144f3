// Rendering depends on this besides the text: what the site says, whose text it is, and the counters of the request.
// Nothing that was rendered with one is kept for another.

import type { Count } from '../core/counter.ts'
import type { Translations } from '../core/sentence.ts'
import type { Listing, ListingOf } from '../core/text-needs.ts'
import type { Attachment } from './attachment.ts'
import type { Block, BlockAttributes } from './block-tree.ts'
import type { DateNames } from './date-names.ts'
import type { Marks } from './marks.ts'
import type { NavigationColors } from './navigation-colors.ts'
import type { TabsState } from './tabs.ts'
import type { Theme } from './theme.ts'
import type { Words } from './words.ts'
import type {
  LocalTime,
  Period,
  ShownAuthor,
  ShownComment,
  ShownPage,
  ShownPost,
  ShownReply,
  ShownTerm,
} from './shown.ts'

/** A content type as blocks show it. */
export interface ContentKind {
  readonly singular: string
  /** Where its items are served: `shop/v1/products`. */
  readonly restPath: string
  /** The name of the page that lists its posts; null where there is none. */
  readonly archive: string | null
  readonly supports: readonly string[]
  /** Its taxonomies in the order in which the site registers them; `isServed` is true of those with a REST interface. */
  readonly taxonomies: readonly { readonly name: string; readonly isServed: boolean }[]
}

/** Settings of the site by which blocks ask for rows, besides their own attributes. */
export interface BlockSettings {
  /** The content types whose posts can be shown. */
  readonly types: ReadonlySet<string>
  /** Those of them whose posts stand below one another. */
  readonly hierarchical: ReadonlySet<string>
  readonly kinds: ReadonlyMap<string, ContentKind>
  /** The statuses of posts that everybody reads. */
  readonly statuses: readonly string[]
  /** The id of the page that lists posts where another page comes first; `0` where there is none. */
  readonly postsPage: string
  /** Taxonomies that the site shows everybody; terms of others are in no block. */
  readonly taxonomies: ReadonlySet<string>
  /** Ids of what comes first on the site's pages, in their order. */
  readonly sticky: readonly string[]
  /** How many posts a page of the site has. */
  readonly pageLength: number
  /** The id of the image that is the site's logo; `0` where it has none. */
  readonly logo: string
}

export interface ShownMenu {
  readonly title: string
  /** As stored. */
  readonly content: string
}

/** How the links of a navigation are opened that have others below them. */
export interface NavigationState {
  readonly opensOn: 'hover' | 'click' | 'always'
  /** True where a button beside a link opens those below it. */
  readonly showsIcon: boolean
  readonly isInteractive: boolean
  /** Its colours, which lists of pages in it have, too. */
  readonly colors: NavigationColors
  readonly homeColors: NavigationColors
  /** Those of what is opened. */
  readonly overlay: NavigationColors
  /** Its attributes, which colour submenus, too. */
  readonly attributes: BlockAttributes
  /** True where its items are those of a menu, which take no numbers: WordPress renders them without what numbers a block. */
  readonly isMenu: boolean
  /** The attributes of blocks in it with their numbers, which they keep when they are rendered again. */
  readonly numbered: Map<Block, BlockAttributes>
}

export interface QueryState {
  readonly listing: ListingOf<'query'> | null
  /** The parameter of an address by which other pages are asked for: `query-3-page`. */
  readonly parameter: string
  /** Pages at most; 0 where all are shown. */
  readonly pagesMax: number
  readonly attributes: BlockAttributes
  /** Attributes of the block around the links to other pages. */
  readonly pagination?: BlockAttributes
}

/** Functions that make the parts of a text that are not served as they are stored, by their names. */
export interface Renderers {
  /** Registered shortcodes: only these are taken out of text. */
  readonly shortcodes: ReadonlyMap<string, Shortcode>
  /** With their namespaces: `core/post-title`. */
  readonly blocks: ReadonlyMap<string, BlockRenderer>
  /** Quotes and dashes as the site's language writes them. Default: as English does. */
  readonly marks?: Marks
  /** Names of months and days. Default: the English ones. */
  readonly dateNames?: DateNames
  /** Texts of WordPress in the site's language. Default: the English ones. */
  readonly words?: Words
  /** All of the language's translations, of which `words` are made. Default: none. */
  readonly translations?: Translations
  /** Rows that shortcodes and blocks of extensions ask for. Default: none. */
  readonly asks?: Asks
}

/** Rows of the tables that shortcodes and blocks are made of, by their names. */
export interface Asks {
  readonly shortcodes: ReadonlyMap<string, Asking<ReadonlyMap<string, string>>>
  readonly blocks: ReadonlyMap<string, Asking<BlockAttributes>>
}

export type Asking<A> = (attributes: A) => Asked

export interface Asked {
  /** Ids of attachments, as decimal digits. */
  readonly files?: readonly string[]
  readonly listings?: readonly Listing[]
}

/** The options of the site that blocks of comments follow. */
export interface CommentRules {
  /** True where comments reply to each other, and how deep. */
  readonly isThreaded: boolean
  readonly repliesDepth: number
  /** True where the newest of those that reply to none comes first. */
  readonly isNewestFirst: boolean
  /** True where only users may comment. */
  readonly isForUsers: boolean
  readonly requiresNames: boolean
  /** True where the form offers to remember who comments. */
  readonly offersCookies: boolean
}

export interface RenderContext extends Renderers {
  /** Where the site's pages are, without a slash at the end. */
  readonly home: string
  /** Where WordPress's own files are, without a slash at the end. */
  readonly siteUrl: string
  /** True where smilies become pictures (the option use_smilies). */
  readonly hasSmilies: boolean
  /** The post whose text it is, as decimal digits; empty for other text. */
  readonly postId: string
  /** The name of the site and what it says of itself, as stored. */
  readonly siteName: string
  readonly tagline: string
  readonly theme: Theme
  /** How the site writes dates, in PHP's letters. */
  readonly dateFormat: string
  /** True where the addresses of posts contain their year and month. */
  readonly hasMonthAddresses: boolean
  /** Now, as the site's clocks say: `YYYY-MM-DD HH:MM:SS`. Only what notes when it ends may show it. */
  readonly today: () => string
  /** A time of the site's clock, as stored. */
  readonly atClock: (local: string) => LocalTime
  /** The instant that a text writes, UTC unless it names an offset, by the site's clock; null for what is none. */
  readonly timeAt: (written: string) => LocalTime | null
  /** In milliseconds of UTC. */
  readonly now: () => number
  /** The day that weeks begin on, from 0 for Sunday. */
  readonly weekStart: number
  /** The post whose text it is. */
  readonly post: () => ShownPost
  /** A user whom the text names; without a name where there is none. */
  readonly user: (id: string) => ShownAuthor
  /** Rows that a block lists. */
  readonly posts: (listing: ListingOf<'posts'>) => readonly ShownPost[]
  readonly comments: (listing: ListingOf<'comments'>) => readonly ShownComment[]
  readonly terms: (listing: ListingOf<'terms'>) => readonly ShownTerm[]
  readonly periods: (listing: ListingOf<'periods'>) => readonly Period[]
  /** A context for each post of a query loop. */
  readonly queried: (listing: ListingOf<'query' | 'posts'>) => readonly RenderContext[]
  readonly totalOf: (listing: ListingOf<'query'>) => number
  readonly pages: () => readonly ShownPage[]
  readonly blockSettings: BlockSettings
  /** The query loop that the text stands in. */
  readonly query?: QueryState
  /**
   * The post of a loop whose content WordPress has set up last (setup_postdata): also behind the loop, blocks that show a content
   * show this one's. Null before any loop.
   */
  readonly setUp: { post: ShownPost | null }
  /** The terms that a template shows once each, and the one that it shows. */
  readonly listedTerms?: readonly ShownTerm[]
  readonly term?: ShownTerm
  /** How many posts or terms that loop may show yet, with all the loops in it. */
  readonly loopBudget?: { posts: number }
  /** The comments of the post whose text it is, the oldest first. */
  readonly discussion: () => readonly ShownReply[]
  readonly commentRules: CommentRules
  /** The comment that a template shows, and how deep it is below others, from 1. */
  readonly comment?: ShownReply & { readonly depth: number }
  /** Where the item whose text it is is served, without a host: `/cms-json/cms/v2/posts/1`, `/?rest_route=…`. */
  readonly itemPath: string
  /** True where a password protects the post, and was not given. */
  readonly isLocked?: boolean
  /** The address of the page that lists the posts of a type. */
  readonly archiveLink: (type: string) => string
  /** Where what was published then is on the site. */
  readonly periodLink: (period: Period) => string
  /** The content of a text that others are made of, as stored; null where there is none to show. */
  readonly sharedText: (id: string) => string | null
  /**
   * A menu by its id, which is empty where it is gone; or the newest one, also instead of one that is not published. Null where
   * there is none.
   */
  readonly menu: (id: string | null) => ShownMenu | null
  /** True of content that is published, and of what the text does not name. */
  readonly isPublished: (id: string) => boolean
  /** True in a block that scripts of the site make alive. */
  readonly isAlive?: boolean
  /** The tabs that the text stands in. */
  readonly tabs?: TabsState
  /** The navigation that the text stands in. */
  readonly navigation?: NavigationState
  /** Attributes of blocks in a shared text that are said otherwise where it stands, by the blocks' names. */
  readonly overrides?: BlockAttributes
  /** The ids of the texts that this one stands in. */
  readonly within?: readonly string[]
  /** A file that the text names, or that stands below its post. */
  readonly attachmentOf: (id: string) => Attachment | null
  /** The id of the picture of a sound or a film, where a text shows it; null where it has none. */
  readonly coverIdOf: (id: string) => string | null
  /** The oEmbed response that WordPress stores with the post for an address, by its key; null where there is none. */
  readonly embedded: (key: string) => string | null
  /** The stored value of the post's meta under a key that blocks may show; null for all other keys. */
  readonly meta: (key: string) => string | null
  /** The files that belong to a post that the text names, or whose text it is, in their order; none of a hidden one. */
  readonly attachments: (postId: string) => readonly Attachment[]
  /**
   * Counts letters that the text shows besides its own: of other texts, of rows, and of what is made of these; false once it has
   * shown as many as one text may, with all the texts in it.
   */
  readonly allows: (letters: number) => boolean
  /** The next number, from 1, of what is numbered through a request: galleries, players. A step of 0 gives the last. */
  readonly count: Count
}

/** A part of the chain, from HTML to HTML. */
export type Stage = (html: string, context: RenderContext) => string

/**
 * Makes the HTML of a shortcode. Attributes without a name have the number of their place as one, from `0`; `inner` is
 * null where nothing is enclosed.
 *
 * @example
 * ```ts
 * import { defineExtension, type Shortcode } from 'lectern'
 *
 * const mark: Shortcode = (_, inner) => `<mark>${inner ?? ''}</mark>`
 *
 * export default defineExtension({ name: 'marks', shortcodes: { mark } })
 * ```
 */
export type Shortcode = (
  attributes: ReadonlyMap<string, string>,
  inner: string | null,
  context: RenderContext,
) => string

/** A block as its renderer gets it: `html` is what is stored, with the blocks in it rendered. */
export interface RenderedBlock {
  readonly name: string
  readonly attributes: BlockAttributes
  /** The name of the block that it is in. */
  readonly parent: string | null
  /** The attributes of that block. */
  readonly parentAttributes: BlockAttributes
  readonly html: string
  /** The texts and blocks inside, as stored. */
  readonly parts: Block['parts']
  /** The same, or a part of it, rendered in another context: for another post, say. */
  readonly inner: (context: RenderContext, parts?: Block['parts']) => string
}

/**
 * Makes the HTML of a block.
 *
 * @example
 * ```ts
 * import { attributeText, defineExtension, type BlockRenderer } from 'lectern'
 *
 * const note: BlockRenderer = ({ attributes, html }) =>
 *   `<aside title="${attributeText(String(attributes['title'] ?? ''))}">${html}</aside>`
 *
 * export default defineExtension({ name: 'notes', blocks: { 'notes/note': note } })
 * ```
 */
export type BlockRenderer = (block: RenderedBlock, context: RenderContext) => string
