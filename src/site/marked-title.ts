// Titles as the site's pages show them: protected and private content has a prefix (get_the_title). REST shows titles without it.
import { textOf, type Row } from '../database/tables.ts'
import { said } from '../render/words.ts'
import type { Site } from './site.ts'

/** `row` has the columns `password` and `status`. */
export function markedTitle(title: string, row: Row, { renderers }: Pick<Site, 'renderers'>): string {
  if (textOf(row, 'password') !== '') return said(renderers ?? {}, 'Protected: %s', title)
  return textOf(row, 'status') === 'private' ? said(renderers ?? {}, 'Private: %s', title) : title
}
