// Reads the stored values of fields for a page of rows, and the rows with which their texts are rendered.
import {
  defineGather,
  richText,
  textOf,
  type FieldInput,
  type Gather,
  type Row,
  type Site,
} from '../../index.ts'
import type { AcfField } from './definitions.ts'
import { loadedValue, type Loading } from './light.ts'
import { loadTerms, readTerms, storedIn, type ObjectKind } from './page-fields.ts'
import { leavesOf, readStored } from './stored-values.ts'

export interface LoadedPage {
  readonly of: (id: string) => Loading
  /** Renders texts in the context of a post, or without one where the object is no post. */
  readonly htmlFor: (input: FieldInput) => (text: string) => string
}

export function gatherLoaded(
  kind: ObjectKind | 'options',
  fieldsOf: (row: Row, site: Site) => readonly AcfField[],
): Gather<LoadedPage> {
  return defineGather(async (rows, reads) => {
    const owned = rows.map((row) => ({ id: textOf(row, 'id'), fields: fieldsOf(row, reads.site) }))
    const [terms, at] = await Promise.all([
      loadTerms(owned.flatMap(({ fields }) => fields)) ? readTerms(kind, rows, reads) : null,
      readStored(owned, storedIn[kind], [], reads),
    ])
    const of = (id: string): Loading => ({
      at: at(id),
      termsOf: (taxonomy) =>
        (terms?.get(id) ?? [])
          .filter((term) => term['taxonomy'] === taxonomy)
          .map((term) => Number(textOf(term, 'id'))),
    })
    const textOwner = (id: string) => (kind === 'posts' ? id : '0')
    const texts = owned.flatMap(({ id, fields }) =>
      [...leavesOf(fields, at(id))].flatMap(({ field, key }) => {
        const value = field.type === 'wysiwyg' ? loadedValue(field, key, of(id)) : ''
        return typeof value === 'string' && value !== '' ? [{ id: textOwner(id), content: value }] : []
      }),
    )
    const needed = await reads.needed(texts, richText.needs?.(reads.site) ?? {})
    const htmlFor = (input: FieldInput) => (content: string) => {
      const row = { id: textOwner(textOf(input.row, 'id')), content }
      return String(richText.value({ ...input, row, needed, unlocked: true }))
    }
    return { of, htmlFor }
  })
}
