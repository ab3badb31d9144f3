// Texts as a real site stores and serves them, measured: every rule of text together.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { renderComment, renderContent, renderExcerpt, renderTitle } from '../../../src/render/content.ts'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { builtInShortcodes } from '../../../src/render/built-in-shortcodes.ts'
import { attachedFile } from '../../../src/render/attached-file.ts'
import { attachmentOf, gull, pier } from '../../support/attachments.ts'
import type { RenderContext } from '../../../src/render/context.ts'
import { renderContextOf } from '../../support/render-context.ts'

const files = new Map([pier, gull].map((file) => [file.id, file]))

interface Case {
  readonly id: number
  readonly field: string
  readonly raw: string
  readonly rendered: string
}

const site = 'http://127.0.0.1:8081'

function rendered({ id, field, raw }: Case): string | null {
  const context = renderContextOf({
    home: site,
    siteUrl: site,
    postId: String(id),
    shortcodes: builtInShortcodes,
    blocks: builtInBlocks,
    attachmentOf: (file) => files.get(file) ?? null,
  })
  switch (field) {
    case 'title':
      return renderTitle(raw, context)
    case 'content':
    case 'content_blocks':
      return renderContent(raw, context)
    case 'excerpt':
      return renderExcerpt(raw, 'Body.', context)
    case 'auto_excerpt':
      return renderExcerpt('', raw, context)
    case 'media_caption':
      return renderExcerpt(raw, linkTo(id, context), context)
    case 'media_description':
      return renderContent(raw, context, linkTo(id, context))
    case 'comment':
      return renderComment(raw, context)
    default:
      return null
  }
}

function linkTo(id: number, context: RenderContext): string {
  return attachedFile(
    attachmentOf({
      title: `Case ${id}`,
      mimeType: 'application/pdf',
      url: `${site}/wp-content/uploads/2024/05/x.pdf`,
    }),
    context,
  )
}

const cases: readonly Case[] = JSON.parse(
  readFileSync(new URL('../../fixtures/rendering-cases.json', import.meta.url), 'utf8'),
)

describe('what was measured', () => {
  for (const each of cases) {
    const html = rendered(each)
    if (html === null) continue
    it(`${each.id}: ${each.field} of ${JSON.stringify(each.raw)}`, () => {
      assert.equal(html, each.rendered)
    })
  }
})
