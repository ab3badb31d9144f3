// The context of rendering, all that it depends on besides the text: the site's options, the post that contains the text,
// and the counters of the request. HTML that is rendered with one context is not kept for another.

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
  /** The REST path of its items: `shop/v1/products`. */
  readonly restPath: string
  /** The name of the page that lists its posts; null where there is none. */
  readonly archive: string | null
  readonly supports: readonly string[]
  /** Its taxonomies in the order in which the site registers them; `isServed` is true of those with a REST interface. */
  readonly taxonomies: readonly { readonly name: string; readonly isServed: boolean }[]
}

/** Settings of the site that decide, besides a block's own attributes, which rows it reads. */
export interface BlockSettings {
  /** The content types whose posts can be shown. */
  readonly types: ReadonlySet<string>
  /** The hierarchical types among them. */
  readonly hierarchical: ReadonlySet<string>
  readonly kinds: ReadonlyMap<string, ContentKind>
  /** The public statuses of posts. */
  readonly statuses: readonly string[]
  /** The id of the page that lists posts where the front page is another page; `0` where there is none. */
  readonly postsPage: string
  /** The public taxonomies; blocks show no terms of others. */
  readonly taxonomies: ReadonlySet<string>
  /** Ids of sticky posts, in their order. */
  readonly sticky: readonly string[]
  /** The number of posts on a page of the site. */
  readonly pageLength: number
  /** The id of the image that is the site's logo; `0` where it has none. */
  readonly logo: string
}

export interface ShownMenu {
  readonly title: string
  /** As stored. */
  readonly content: string
}

/** The state of a navigation that blocks in it follow: how submenus are opened, and their colours. */
export interface NavigationState {
  readonly opensOn: 'hover' | 'click' | 'always'
  /** True where a button beside a link opens its submenu. */
  readonly showsIcon: boolean
  readonly isInteractive: boolean
  /** Its colours, which lists of pages in it have, too. */
  readonly colors: NavigationColors
  readonly homeColors: NavigationColors
  /** The colours of the lists below pages, which open as submenus. */
  readonly overlay: NavigationColors
  /** Its attributes, which colour submenus, too. */
  readonly attributes: BlockAttributes
  /** True where its items come from a menu: WordPress renders these without numbering their classes. */
  readonly isMenu: boolean
  /** The attributes of blocks in it with their numbered classes, which they keep when they are rendered again. */
  readonly numbered: Map<Block, BlockAttributes>
}

export interface QueryState {
  readonly listing: ListingOf<'query'> | null
  /** The query parameter that selects another page: `query-3-page`. */
  readonly parameter: string
  /** The highest number of pages; 0 for no limit. */
  readonly pagesMax: number
  readonly attributes: BlockAttributes
  /** Attributes of the pagination block around the current one. */
  readonly pagination?: BlockAttributes
}

/** Functions that render shortcodes and blocks, by their names, and the language that they write. */
export interface Renderers {
  /** Registered shortcodes: only these are rendered, or removed from excerpts. */
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
  /** Rows that shortcodes and blocks of extensions need. Default: none. */
  readonly asks?: Asks
}

/** Functions that list the rows that a shortcode or a block needs, by its name. */
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
  /** True where comments are threaded, down to the level `repliesDepth`. */
  readonly isThreaded: boolean
  readonly repliesDepth: number
  /** True where the newest comment of the top level comes first. */
  readonly isNewestFirst: boolean
  /** True where only users may comment. */
  readonly isForUsers: boolean
  readonly requiresNames: boolean
  /** True where the form offers to remember the commenter in cookies. */
  readonly offersCookies: boolean
}

export interface RenderContext extends Renderers {
  /** The address of the site's front page, without a slash at the end. */
  readonly home: string
  /** The address of WordPress's own files, without a slash at the end. */
  readonly siteUrl: string
  /** True where smilies become pictures (the option use_smilies). */
  readonly hasSmilies: boolean
  /** The id of the post that contains the text, as decimal digits; empty for other text. */
  readonly postId: string
  /** The site's title and tagline, as stored. */
  readonly siteName: string
  readonly tagline: string
  readonly theme: Theme
  /** The site's date format, in the letters of PHP's date(). */
  readonly dateFormat: string
  /** True where the addresses of posts contain their year and month. */
  readonly hasMonthAddresses: boolean
  /** The site's current local time: `YYYY-MM-DD HH:MM:SS`. Only a block that also notes when its HTML expires may show it. */
  readonly today: () => string
  /** The local time that is stored as this text. */
  readonly atClock: (local: string) => LocalTime
  /** The site's local time at an instant written as text, UTC unless it names an offset; null where the text is no time. */
  readonly timeAt: (written: string) => LocalTime | null
  /** The current time in milliseconds of UTC. */
  readonly now: () => number
  /** The day that weeks begin on, from 0 for Sunday. */
  readonly weekStart: number
  /** The post that contains the text. */
  readonly post: () => ShownPost
  /** A user whom the text names; its name is empty where there is no such user. */
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
  /** The query loop around the text. */
  readonly query?: QueryState
  /**
   * The post of a loop whose content WordPress has set up last (setup_postdata): blocks that show a post's content show this
   * one's, even behind the loop. Null before any loop.
   */
  readonly setUp: { post: ShownPost | null }
  /** The terms that a term template loops over, and the current one. */
  readonly listedTerms?: readonly ShownTerm[]
  readonly term?: ShownTerm
  /** The number of posts or terms that the loop, with all the loops in it, may still show. */
  readonly loopBudget?: { posts: number }
  /** The comments of the post that contains the text, the oldest first. */
  readonly discussion: () => readonly ShownReply[]
  readonly commentRules: CommentRules
  /** The comment that a template shows, and its level in the thread, from 1. */
  readonly comment?: ShownReply & { readonly depth: number }
  /** The REST address of the item that contains the text, without a host: `/cms-json/cms/v2/posts/1`, `/?rest_route=…`. */
  readonly itemPath: string
  /** True where a password protects the post and the request lacks it. */
  readonly isLocked?: boolean
  /** The address of the page that lists the posts of a type. */
  readonly archiveLink: (type: string) => string
  /** The address of the archive of a period. */
  readonly periodLink: (period: Period) => string
  /** The content of a synced pattern, as stored; null where there is none to show. */
  readonly sharedText: (id: string) => string | null
  /**
   * A menu by its id, empty where it no longer exists; or the newest menu, also in place of an unpublished one. Null where the
   * site has none.
   */
  readonly menu: (id: string | null) => ShownMenu | null
  /** True of content that is published, and of content that the text does not name. */
  readonly isPublished: (id: string) => boolean
  /** True in a block that WordPress's scripts make interactive. */
  readonly isAlive?: boolean
  /** The tabs around the text. */
  readonly tabs?: TabsState
  /** The navigation around the text. */
  readonly navigation?: NavigationState
  /** Attributes that override those of blocks in a synced pattern, by the blocks' names. */
  readonly overrides?: BlockAttributes
  /** The ids of the texts that contain this one. */
  readonly within?: readonly string[]
  /** A file that the text names, or that is attached to its post. */
  readonly attachmentOf: (id: string) => Attachment | null
  /** The id of the cover image of a sound or a film, where a text shows it; null where it has none. */
  readonly coverIdOf: (id: string) => string | null
  /** The oEmbed response that WordPress stores with the post for an address, by its key; null where there is none. */
  readonly embedded: (key: string) => string | null
  /** The stored value of the post's meta under a key that blocks may show; null for all other keys. */
  readonly meta: (key: string) => string | null
  /** The files attached to a post that the text names, or to the text's own post, in their order; none of a hidden post. */
  readonly attachments: (postId: string) => readonly Attachment[]
  /**
   * Counts characters that the text shows besides its own: of other texts, of rows, and of HTML that is generated from these.
   * False once the text, with all the texts in it, has shown as many as its limit.
   */
  readonly allows: (letters: number) => boolean
  /** The next number, from 1, of a kind that is numbered per request (galleries, players); a step of 0 gives the last one. */
  readonly count: Count
}

/** One stage of rendering, from HTML to HTML. */
export type Stage = (html: string, context: RenderContext) => string

/**
 * Makes the HTML of a shortcode. Attributes without a name are named by their position, from `0`; `inner` is null where
 * nothing is enclosed.
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

/** A block as its renderer gets it: `html` is its stored HTML, with inner blocks rendered. */
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
  /** Renders the parts, or some of them, in another context: for another post, say. */
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
