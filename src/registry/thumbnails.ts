// The image that represents content where another site embeds it: the size of its copy, and what is read to choose it.
import type { Row } from '../database/tables.ts'
import type { Needs } from '../related/relations.ts'
import type { FieldInput } from './field.ts'

export interface Thumbnail {
  readonly url: string
  readonly width: number
  readonly height: number
}

export interface Thumbnails {
  /** Columns of the content's row. */
  readonly columns: readonly string[]
  readonly needs: (row: Row) => Needs
  /** The image for a frame of this width in px; null where there is none. */
  readonly of: (input: Pick<FieldInput, 'row' | 'site' | 'needed'>, width: number) => Thumbnail | null
}
