// An owner's mapping of tables and columns, as it stands in a config file; what the names in it mean is checked in
// database/layout-mapping.ts.
import { Type } from 'typebox'
import type { LayoutMapping } from '../database/layout-mapping.ts'
import { optionNames } from '../site/options.ts'

export function layoutMapping() {
  const table = Type.Object(
    {
      table: Type.Optional(name),
      columns: Type.Optional(Type.Record(Type.String(), column)),
      fields: Type.Optional(Type.Record(Type.String(), field)),
      reads: Type.Optional(Type.Array(name, { maxItems: 100 })),
      where: Type.Optional(Type.Record(name, Type.Union([wanted, closed({ not: wanted })]))),
    },
    { additionalProperties: false },
  )
  return Type.Unsafe<LayoutMapping>(
    closed({
      extends: Type.Optional(Type.Enum(['wordpress', 'plain'])),
      tables: Type.Optional(Type.Record(Type.String(), table)),
      options: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
    }),
  )
}

const name = Type.String({ minLength: 1, maxLength: 64, pattern: '^[^\\0]*$' })

const expression = Type.String({ minLength: 1, maxLength: 4000 })

const column = Type.Union([
  name,
  closed({ constant: Type.Union([Type.String(), Type.Number()]) }),
  closed({ column: name, values: Type.Record(Type.String(), Type.String()) }),
  closed({ column: name, as: Type.Enum(['unix-seconds', 'unix-milliseconds']) }),
  closed({ sql: expression }),
])

const type = Type.Enum(['string', 'integer', 'number', 'boolean'])
const field = Type.Union([closed({ column: name, type }), closed({ sql: expression, type })])

const stored = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])
const wanted = Type.Union([stored, Type.Array(stored, { minItems: 1, maxItems: 100 })])

function closed<T extends Parameters<typeof Type.Object>[0]>(properties: T) {
  return Type.Object(properties, { additionalProperties: false })
}

/** Options that a mapping gives but Lectern does not know. */
export function unknownOptions(options: Readonly<Record<string, unknown>> = {}): readonly string[] {
  const known: readonly string[] = optionNames
  return Object.keys(options)
    .filter((each) => !known.includes(each))
    .map((each) => `options.${each}: there is no such option. The options are ${known.join(', ')}.`)
}
