// The status of editors' notes; comments of other types have none.
import { textOf, type Integer } from '../database/tables.ts'
import { metaOf, ofComments } from './meta-rows.ts'
import { reached, type Part, type Relation } from './relation.ts'

export interface NoteStatusPart {
  readonly needs: { readonly noteStatus?: true }
  readonly found: object
  /** The stored status; null for comments that are no notes, and for notes without one. */
  readonly needed: { readonly noteStatusOf: (commentId: Integer) => string | null }
}

const key = '_wp_note_status'

export const noteStatus: Relation<Part, NoteStatusPart> = {
  unite: (needs) => (needs.some((need) => need.noteStatus) ? { noteStatus: true } : {}),
  columns: ({ noteStatus: isAsked }) => (isAsked ? ['type'] : []),
  read: ({ reading, rows }, { noteStatus: isAsked }) => {
    const notes = isAsked ? rows.filter((row) => textOf(row, 'type') === 'note') : []
    return {
      found: {},
      reach: reached(metaOf(reading, notes, ofComments, [key]), (values, use) => ({
        noteStatusOf: (commentId) => {
          use.row('comments', commentId)
          return values.get(`${commentId} ${key}`) ?? null
        },
      })),
    }
  },
}
