// Decides whether the viewer sees the addresses of content that the public does not see. It reads no rows.
import { can, type Viewer } from '../core/viewer.ts'
import { integerOf, textOf, type Row } from '../database/tables.ts'
import type { Part, Relation } from './relation.ts'

export interface ReadersPart {
  readonly needs: object
  readonly found: object
  /**
   * True where the viewer wrote the post or has the capability, and so sees the address of private content; with a preview
   * token for the post, where its editor does.
   */
  readonly needed: { readonly isReader: (post: Row, capability: string) => boolean }
}

export const readers: Relation<Part, ReadersPart> = {
  unite: () => ({}),
  columns: () => [],
  read: ({ viewer }) => ({
    found: {},
    reach: Promise.resolve(() => ({
      isReader: (post, capability) => {
        const preview = viewer.kind === 'anonymous' ? viewer.preview : undefined
        if (preview?.post !== textOf(post, 'id')) return isReader(viewer, post, capability)
        return preview.editor === null || isReader(preview.editor, post, capability)
      },
    })),
  }),
}

function isReader(viewer: Viewer, post: Row, capability: string): boolean {
  return isBy(viewer, post) || can(viewer, capability)
}

/** A post without an author (0) is by no viewer. */
function isBy(viewer: Viewer, post: Row): boolean {
  return viewer.kind === 'user' && viewer.id !== '0' && viewer.id === String(integerOf(post, 'author_id'))
}
