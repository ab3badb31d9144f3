// Files that a preview token shows besides those that everybody sees: the uploads of its content, which are hidden as long as that
// is, and only where the content itself leads to them.
import type { Viewer } from '../core/viewer.ts'
import { equal, toIdValue, type Filter } from '../database/filter.ts'

/** The content that the viewer's token previews; null without a token. */
export function previewedId(viewer: Viewer): string | null {
  return (viewer.kind === 'anonymous' ? viewer.preview?.post : undefined) ?? null
}

/** Filters for the uploads of content: those that everybody sees once it is published. */
export function uploadsTo(post: string): readonly Filter[] {
  return [
    ...equal({ type: 'attachment', status: 'inherit' }),
    { kind: 'in', column: 'parent_id', values: [toIdValue(post)] },
  ]
}
