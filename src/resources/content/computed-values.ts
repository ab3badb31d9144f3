// Values of computed fields that an extension defines for a type's rows: SQL computes each as a column.
import { textOf } from '../../database/tables.ts'
import type { ComputedDefinition } from '../../registry/computed.ts'
import type { Derived, Field } from '../../registry/field.ts'
import { field } from '../derived.ts'

/** The name of a computed field's column. */
export function computedColumn(type: string, { name }: Pick<ComputedDefinition, 'name'>): string {
  return `${type}.${name}`
}

export function computedValue(type: string, computed: Pick<ComputedDefinition, 'name' | 'read'>): Derived {
  const column = computedColumn(type, computed)
  return { columns: [column], value: ({ row }) => computed.read(textOf(row, column)) }
}

export function computedField(type: string, computed: ComputedDefinition): Field {
  const { name, contexts, schema, deprecationReason } = computed
  const served = field(name, contexts, schema, computedValue(type, computed))
  return deprecationReason === undefined ? served : { ...served, deprecationReason }
}
