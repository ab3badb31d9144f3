// Texts as a real site stores and serves them, measured: every rule of text together. What is not the same yet is named,
// and has to leave the list when it is.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { renderComment, renderContent, renderExcerpt, renderTitle } from '../../../src/render/content.ts'
import { renderContextOf } from '../../support/render-context.ts'

interface Case {
  readonly id: number
  readonly field: string
  readonly raw: string
  readonly rendered: string
}

/** They ask for shortcodes, images and blocks. */
const differing: ReadonlySet<number> = new Set([
  90068, 90069, 90081, 90097, 90098, 90099, 90100, 90101, 90102, 90103, 90104, 90105, 90106, 90107, 90108,
  90118, 90119, 90122, 90123, 90124, 90125, 90129, 90130, 90131, 90135, 90136, 90138, 90139,
])

const site = 'http://127.0.0.1:8081'

function rendered({ id, field, raw }: Case): string | null {
  const context = renderContextOf({
    home: site,
    siteUrl: site,
    uploadsUrl: `${site}/wp-content/uploads`,
    postId: String(id),
    shortcodes: new Map(
      ['caption', 'wp_caption', 'gallery', 'playlist', 'audio', 'video', 'embed'].map((name) => [
        name,
        () => '',
      ]),
    ),
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
      return renderExcerpt(raw, `<p><a href='x'>Case ${id}</a></p>\n`, context)
    case 'comment':
      return renderComment(raw, context)
    default:
      return null
  }
}

const cases: readonly Case[] = JSON.parse(
  readFileSync(new URL('../../fixtures/rendering-cases.json', import.meta.url), 'utf8'),
)

describe('what was measured', () => {
  for (const each of cases) {
    const html = rendered(each)
    if (html === null) continue
    it(`${each.id}: ${each.field} of ${JSON.stringify(each.raw)}`, () => {
      if (differing.has(each.id)) assert.notEqual(html, each.rendered, 'no longer differs')
      else assert.equal(html, each.rendered)
    })
  }
})
