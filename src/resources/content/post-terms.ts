// Terms of a post.
import { idToJson } from '../../core/json.ts'
import { integerOf, type Row } from '../../database/tables.ts'
import type { Derived, FieldInput } from '../../registry/field.ts'

export function termIds(taxonomy: string): Derived {
  return {
    columns: ['id'],
    needs: () => ({ terms: true }),
    value: (input) => termsIn(input, taxonomy).map((term) => idToJson(integerOf(term, 'id'))),
  }
}

export function termsIn({ row, needed }: FieldInput, taxonomy: string): readonly Row[] {
  return needed.termsOf(integerOf(row, 'id')).filter((term) => term['taxonomy'] === taxonomy)
}
