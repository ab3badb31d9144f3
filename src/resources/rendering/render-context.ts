// Builds the context for rendering a row's text: the site's options, the files and lists that the text shows, and the
// request's counters.
import { textOf, type Row } from '../../database/tables.ts'
import type { Listing, TextNeeds } from '../../core/text-needs.ts'
import { lettersMax, noteUnrendered } from '../../core/unrendered.ts'
import type { FieldInput } from '../../registry/field.ts'
import type { Needs } from '../../related/relations.ts'
import { isBlank } from '../../render/content.ts'
import { builtInBlocks } from '../../render/built-in-blocks.ts'
import { builtInShortcodes } from '../../render/built-in-shortcodes.ts'
import type { BlockSettings, RenderContext, Renderers, ShownMenu } from '../../render/context.ts'
import { twentyTwentyFive } from '../../render/theme.ts'
import { imageIdsIn } from '../../render/image-tags.ts'
import { needsOfExcerpt, needsOfText, withFiles } from '../../render/needs.ts'
import { placesFor } from '../../site/comment-link.ts'
import { archiveLink, periodLink } from '../../site/permalink.ts'
import { addressColumns, surroundingsFor } from '../../site/surroundings.ts'
import { inSiteScheme } from '../../site/file-address.ts'
import { postsPageId } from '../../site/content-address.ts'
import { settingsOf } from '../../site/settings-of-site.ts'
import type { Site } from '../../site/site.ts'
import type { Period } from '../../render/shown.ts'
import { attachmentFrom } from '../media/attachment-of-row.ts'
import { fileMeta } from '../media/media-values.ts'
import {
  clockTime,
  formats,
  isLockedRow,
  isShownTaxonomy,
  periodsOf,
  shownComment,
  shownPage,
  shownPost,
  shownReply,
  shownTerm,
  shownUser,
  writtenTime,
} from './shown.ts'

export const builtInRenderers: Renderers = { shortcodes: builtInShortcodes, blocks: builtInBlocks }

/** Columns that rendering content needs. */
export const renderedColumns = [
  ...addressColumns,
  'title',
  'content',
  'excerpt',
  'password',
  'modified_at',
  'comment_count',
  'comment_status',
  'created_at_utc',
] as const

export function renderNeeds(site: Site): Needs & { readonly texts: NonNullable<Needs['texts']> } {
  const texts = site.theme?.of(site).texts
  const { shared } = sitePartsOf(site)
  const of = (row: Row) => {
    const needs = needsOfText(textOf(row, 'content'), site.renderers?.asks, shared.blockSettings, texts)
    // Stored excerpts show images, too
    return withFiles(needs, imageIdsIn(textOf(row, 'excerpt')))
  }
  return {
    ...surroundingsFor(site),
    ...placesFor(site),
    ancestors: true,
    texts: { of, ofExcerpt: startNeeds, fileMeta },
  }
}

/** Needs of an excerpt that is generated from a text: an address in it may be replaced by its stored oEmbed response, as in the whole text. */
export function startNeeds(row: Row): TextNeeds {
  return needsOfExcerpt(isBlank(textOf(row, 'excerpt')) ? textOf(row, 'content') : '')
}

function blockSettings(site: Site): BlockSettings {
  const viewable = [...site.contentTypes].flatMap(([name, { isViewable }]) =>
    isViewable === false ? [] : [name],
  )
  return {
    // WordPress treats loops over other types as loops over posts
    types: new Set(['post', 'page', ...viewable]),
    hierarchical: new Set([
      'page',
      ...[...site.contentTypes].flatMap(([name, { isHierarchical }]) => (isHierarchical ? [name] : [])),
    ]),
    kinds: site.kinds,
    statuses: site.statuses.public,
    postsPage: postsPageId(site) ?? '0',
    taxonomies: new Set([...site.taxonomies.keys(), formats].filter((name) => isShownTaxonomy(name, site))),
    sticky: [...site.stickyPosts],
    pageLength: site.integer('posts_per_page') || 10,
    logo: String(site.integer('site_logo')),
  }
}

function sharedMenu(id: string, needed: FieldInput['needed']): Row | null {
  const text = needed.sharedText(id)
  return text && textOf(text, 'type') === 'wp_navigation' ? text : null
}

/**
 * True for a post whose files are public (is_post_publicly_viewable). Files of private content are for its readers even where
 * its status has addresses, which is all that WordPress checks.
 */
function isShownOwner(post: Row | null, { types }: BlockSettings, { statuses }: Site): boolean {
  if (post === null) return false
  const status = textOf(post, 'status')
  return (
    statuses.public.includes(status) &&
    statuses.addressed.has(status) &&
    textOf(post, 'password') === '' &&
    types.has(textOf(post, 'type'))
  )
}

const noMenu: ShownMenu = { title: '', content: '' }

function menuFrom(row: Row | null): ShownMenu | null {
  return row && { title: textOf(row, 'title'), content: textOf(row, 'content') }
}

/** The address of the item itself, whichever list contains it: the item is cached once for all lists. */
function itemPath(row: Row, { kinds, brand, option }: Site, restPath: string): string {
  const type = textOf(row, 'type')
  const route = `/${kinds.get(type)?.restPath ?? `${brand}/v2/${type}`}/${textOf(row, 'id')}`
  return option('permalink_structure') === ''
    ? `${restPath.slice(0, -`${brand}-json`.length)}?rest_route=${encodeURIComponent(route)}`
    : restPath + route
}

/** The parts of the context that depend on the site alone. */
function partsOf(site: Site) {
  const path = /^[a-z]+:\/\/[^/]+(\/.*)$/i.exec(site.restUrl)?.[1] ?? ''
  return {
    restPath: path,
    shared: {
      home: site.home,
      siteUrl: inSiteScheme(site.option('siteurl'), site),
      hasSmilies: site.isOn('use_smilies'),
      siteName: site.option('blogname'),
      tagline: site.option('blogdescription'),
      // A database without options has no format; a format that is stored empty shows nothing
      dateFormat: site.hasOption('date_format') ? site.option('date_format') : 'F j, Y',
      hasMonthAddresses: ['%year%', '%monthnum%'].every((tag) =>
        site.option('permalink_structure').includes(tag),
      ),
      atClock: (local: string) => clockTime(local, site),
      timeAt: (written: string) => writtenTime(written, site),
      today: () => site.timeZone.toLocal(Date.now()),
      weekStart: site.integer('start_of_week'),
      commentRules: {
        isThreaded: site.isOn('thread_comments'),
        repliesDepth: site.integer('thread_comments_depth') || 5,
        isNewestFirst: site.option('comment_order') === 'desc',
        isForUsers: site.isOn('comment_registration'),
        requiresNames: site.isOn('require_name_email'),
        offersCookies: site.isOn('show_comments_cookies_opt_in'),
      },
      theme: site.theme?.of(site) ?? twentyTwentyFive,
      blockSettings: blockSettings(site),
      archiveLink: (type: string) => archiveLink(type, site),
      periodLink: (period: Period) => periodLink(period, site),
      ...(site.renderers ?? builtInRenderers),
    },
  }
}

/** The parts by site, for which texts are rendered until its options change. */
const parts = new WeakMap<Site, ReturnType<typeof partsOf>>()

function sitePartsOf(of: Site): ReturnType<typeof partsOf> {
  const site = settingsOf(of)
  const known = parts.get(site)
  if (known) return known
  const made = partsOf(site)
  parts.set(site, made)
  return made
}

/** Counts as this many letters for each row, and for each text that begins. */
const lettersOfRow = 500

/** Limits the texts and rows that a text includes as its own letters are limited, regardless of its blocks and their depth. */
function createAllowance(): RenderContext['allows'] {
  let left = lettersMax
  return (letters) => {
    left -= letters
    return left >= 0
  }
}

/** The context for the text of a row; `allows` and `setUp` belong to the outermost text. */
export function renderContext(
  input: FieldInput,
  allows: RenderContext['allows'] = createAllowance(),
  setUp: RenderContext['setUp'] = { post: null },
): RenderContext {
  const { row, site, count, needed } = input
  const contextOf = (shown: Row): RenderContext => ({
    ...renderContext({ ...input, row: shown, unlocked: false }, allows, setUp),
    // Blocks read meta of the post whose text it is, and of no listed one
    meta: () => null,
  })
  const allowed = (rows: readonly Row[]) => (allows(rows.length * lettersOfRow) ? rows : [])
  const readFully = (rows: readonly Row[] | null, about: string) => {
    if (rows === null) noteUnrendered(`${about} beyond the limit`, count)
    return allowed(rows ?? [])
  }
  const listed = (listing: Listing) => readFully(needed.listed(listing, textOf(row, 'id')), 'lists')
  const allowedText = (text: Row | null) =>
    text && allows(textOf(text, 'content').length + lettersOfRow) ? text : null
  const { restPath, shared } = sitePartsOf(site)
  const isLocked = isLockedRow(row, input)
  /** Stored responses belong to the text, and are withheld with it. */
  const keptWithText = (key: string) => (isLocked ? null : needed.embedOf(textOf(row, 'id'), key))
  return {
    ...shared,
    postId: textOf(row, 'id'),
    post: () => shownPost(row, input, contextOf),
    user: (id) => shownUser(id, input),
    posts: (listing) => listed(listing).map((each) => shownPost(each, input, contextOf)),
    comments: (listing) => listed(listing).map((each) => shownComment(each, input)),
    terms: (listing) =>
      shared.blockSettings.taxonomies.has(listing.taxonomy)
        ? listed(listing).map((each) => shownTerm(each, input))
        : [],
    periods: (listing) => periodsOf(listed(listing)),
    queried: (listing) => listed(listing).map(contextOf),
    totalOf: (listing) => needed.totalOf(listing, textOf(row, 'id')),
    discussion: () =>
      isLocked
        ? []
        : readFully(needed.discussionOf(textOf(row, 'id')), 'comments').map((each) =>
            shownReply(each, row, input),
          ),
    itemPath: itemPath(row, site, restPath),
    // This listing has no rows, but a tag that expires with the minute
    now: () => (listed({ kind: 'now' }), Date.now()),
    pages: () => listed({ kind: 'pages' }).map((each) => shownPage(each, input)),
    sharedText: (id) => {
      const text = allowedText(needed.sharedText(id))
      return text && textOf(text, 'type') === 'wp_block' ? textOf(text, 'content') : null
    },
    menu: (id) => {
      const newest = () => menuFrom(allowedText(listed({ kind: 'menu' })[0] ?? null))
      if (id === null) return newest()
      const instead = needed.isUnpublished(id) ? newest() : noMenu
      return menuFrom(allowedText(sharedMenu(id, needed))) ?? (instead && { ...instead, title: '' })
    },
    attachmentOf: (id) => {
      const file = needed.fileOf(id)
      return file && attachmentFrom(file, input)
    },
    coverIdOf: needed.imageOf,
    isPublished: needed.isPublished,
    embedded: keptWithText,
    meta: (key) => {
      const otherwise = site.boundMeta.get(textOf(row, 'type'))?.get(key)
      return otherwise === undefined ? null : (keptWithText(key) ?? otherwise)
    },
    isLocked,
    attachments: (postId) =>
      (
        postId === textOf(row, 'id')
          ? !isLocked
          : isShownOwner(needed.postOf(postId), shared.blockSettings, input.site)
      )
        ? readFully(needed.filesBelow(postId), 'files').map((file) => attachmentFrom(file, input))
        : [],
    allows,
    setUp,
    count,
  }
}
