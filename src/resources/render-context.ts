// Builds the context of rendering a row's text: options of the site, files and lists that the text shows, and
// counters of the request.
import { textOf, type Row } from '../database/tables.ts'
import type { FieldInput, Needs } from '../registry/field.ts'
import { builtInBlocks } from '../render/built-in-blocks.ts'
import { builtInShortcodes } from '../render/built-in-shortcodes.ts'
import type { RenderContext, Renderers } from '../render/context.ts'
import { needsOfText } from '../render/needs.ts'
import { placesFor } from '../site/comment-link.ts'
import { addressColumns, periodLink, surroundingsFor } from '../site/permalink.ts'
import type { Site } from '../site/site.ts'
import { attachmentFrom, fileMeta } from './media-values.ts'
import { periodsOf, shownComment, shownPage, shownPost, shownTerm } from './shown.ts'

export const builtInRenderers: Renderers = { shortcodes: builtInShortcodes, blocks: builtInBlocks }

/** Columns that rendering content needs. */
export const renderedColumns = [
  ...addressColumns,
  'title',
  'content',
  'excerpt',
  'password',
  'modified_at',
] as const

export function renderNeeds(site: Site): Needs {
  const of = (row: Row) => needsOfText(textOf(row, 'content'), site.renderers?.asks)
  return { ...surroundingsFor(site), ...placesFor(site), ancestors: true, texts: { of, fileMeta } }
}

export function renderContext(input: FieldInput): RenderContext {
  const { row, site, count, needed } = input
  const contextOf = (shown: Row) => renderContext({ ...input, row: shown })
  return {
    home: site.home,
    siteUrl: site.option('siteurl').replace(/\/+$/, ''),
    uploadsUrl: site.uploadsUrl,
    hasSmilies: !['', '0'].includes(site.option('use_smilies')),
    postId: textOf(row, 'id'),
    siteName: site.option('blogname'),
    tagline: site.option('blogdescription'),
    dateFormat: site.option('date_format') || 'F j, Y',
    weekStart: Number(site.option('start_of_week')) || 0,
    post: () => shownPost(row, input, contextOf),
    posts: (listing) => needed.listed(listing).map((each) => shownPost(each, input, contextOf)),
    comments: (listing) => needed.listed(listing).map((each) => shownComment(each, input)),
    terms: (listing) => needed.listed(listing).map((each) => shownTerm(each, input)),
    periods: (listing) => periodsOf(needed.listed(listing)),
    pages: () => needed.listed({ kind: 'pages' }).map((each) => shownPage(each, input)),
    periodLink: (period) => periodLink(period, site),
    sharedText: needed.sharedText,
    ...(site.renderers ?? builtInRenderers),
    attachmentOf: (id) => {
      const file = needed.fileOf(id)
      return file && attachmentFrom(file, input)
    },
    embedded: (key) => needed.embedOf(textOf(row, 'id'), key),
    attachments: () => needed.filesBelow(textOf(row, 'id')).map((file) => attachmentFrom(file, input)),
    count,
  }
}
