// How a schema says of a field that something else is to be used instead: in its words, and as JSON Schema has it.
import { Type, type TSchema } from 'typebox'
import { argSchema } from './arg-schema.ts'

export function withDeprecation(schema: TSchema, reason: string | undefined): TSchema {
  if (reason === undefined) return schema
  const { description = '' } = argSchema(schema)
  return Type.Unsafe<unknown>({
    ...schema,
    description: `Deprecated: ${reason} ${description}`.trimEnd(),
    deprecated: true,
  })
}
