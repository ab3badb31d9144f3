// Marks a field as deprecated in a schema: in its description, and by the JSON Schema keyword.
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
