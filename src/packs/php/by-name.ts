// Orders terms of a post by name (get_the_terms), compared as the collations of WordPress's tables do: case does not count, and
// letters with accents stand beside those without.
import { textOf, type Row } from '../../index.ts'

export const { compare: compared } = new Intl.Collator('en')

/** Orders rows by their column `name`. */
export function byName(one: Row, other: Row): number {
  return compared(textOf(one, 'name'), textOf(other, 'name'))
}
