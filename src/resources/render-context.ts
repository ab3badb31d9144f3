// What the rendering of a row's text depends on: the site's options, the files it shows and the counters of the request.
import { textOf } from '../database/tables.ts'
import type { FieldInput, Needs } from '../registry/define.ts'
import { builtInBlocks } from '../render/built-in-blocks.ts'
import { builtInShortcodes } from '../render/built-in-shortcodes.ts'
import type { RenderContext } from '../render/context.ts'
import { needsOfText } from '../render/needs.ts'
import { addressColumns, postLink, surroundingsFor } from '../site/permalink.ts'
import type { Site } from '../site/site.ts'
import { attachmentFrom, fileMeta } from './media-values.ts'

/** What a content is rendered from. */
export const renderedColumns = [...addressColumns, 'title', 'content', 'password'] as const

export function renderNeeds(site: Site): Needs {
  const of = (row: Parameters<typeof textOf>[0]) => needsOfText(textOf(row, 'content'))
  return { ...surroundingsFor(site), ancestors: true, files: { of, meta: fileMeta } }
}

export function renderContext(input: FieldInput): RenderContext {
  const { row, site, count, needed } = input
  return {
    home: site.home,
    siteUrl: site.option('siteurl').replace(/\/+$/, ''),
    uploadsUrl: site.uploadsUrl,
    hasSmilies: site.option('use_smilies') !== '0',
    postId: textOf(row, 'id'),
    siteName: site.option('blogname'),
    post: () => ({ title: textOf(row, 'title'), link: postLink(row, site, needed) }),
    shortcodes: builtInShortcodes,
    blocks: builtInBlocks,
    attachmentOf: (id) => {
      const file = needed.fileOf(id)
      return file && attachmentFrom(file, input)
    },
    attachments: () => needed.filesBelow(textOf(row, 'id')).map((file) => attachmentFrom(file, input)),
    count,
  }
}
