// Terms of a post come by their names (get_the_terms), compared as WordPress's collations do: whatever the case, and letters with
// accents beside those without.
import { textOf, type Row } from '../../index.ts'

export const { compare: compared } = new Intl.Collator('en')

/** Orders rows by their column `name`. */
export function byName(one: Row, other: Row): number {
  return compared(textOf(one, 'name'), textOf(other, 'name'))
}
