// A context for text that is rendered without a request.
import { counter } from '../../src/core/counter.ts'
import type { RenderContext } from '../../src/render/context.ts'

export function renderContextOf(parts: Partial<RenderContext> = {}): RenderContext {
  return {
    home: 'http://site.test',
    siteUrl: 'http://site.test',
    uploadsUrl: 'http://site.test/wp-content/uploads',
    hasSmilies: true,
    postId: '1',
    siteName: 'Site',
    post: () => ({ title: 'Post', link: 'http://site.test/post/' }),
    shortcodes: new Map(),
    blocks: new Map(),
    attachmentOf: () => null,
    attachments: () => [],
    count: counter(),
    ...parts,
  }
}
