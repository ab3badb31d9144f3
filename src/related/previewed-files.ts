// Files that a preview token reveals besides the public ones: the uploads of its content, which are hidden while the content
// is, and only where the content itself refers to them.
import type { Viewer } from '../core/viewer.ts'
import { equal, toIdValue, type Filter } from '../database/filter.ts'

/** The content that the viewer's token previews; null without a token. */
export function previewedId(viewer: Viewer): string | null {
  return (viewer.kind === 'anonymous' ? viewer.preview?.post : undefined) ?? null
}

/** Filters for the uploads of content, which become public when it is published. */
export function uploadsTo(post: string): readonly Filter[] {
  return [
    ...equal({ type: 'attachment', status: 'inherit' }),
    { kind: 'in', column: 'parent_id', values: [toIdValue(post)] },
  ]
}
