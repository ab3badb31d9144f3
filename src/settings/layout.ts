// An owner's mapping of tables and columns, as it stands in a config file; what the names in it mean is checked in
// database/layout-mapping.ts.
import { Type, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { LayoutMapping } from '../database/layout-mapping.ts'
import { optionNames } from '../core/site-options.ts'

export function layoutMapping() {
  const table = Type.Object(
    {
      table: Type.Optional(name),
      query: Type.Optional(expression),
      parts: Type.Optional(Type.Array(part, { minItems: 1, maxItems: 20 })),
      columns: Type.Optional(Type.Record(Type.String(), column)),
      fields: Type.Optional(Type.Record(Type.String(), field)),
      reads: Type.Optional(Type.Array(name, { maxItems: 100 })),
      where: Type.Optional(Type.Record(name, filter)),
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

/** The places of a mapping that do not have their form, with what is wrong there; empty where it is no mapping at all. */
export function formProblems(given: unknown): readonly string[] {
  const parts = membersOf(given)
  const tables = membersOf(parts.get('tables'))
  return [
    ...unknownParts('layout', parts, ['extends', 'tables', 'options']),
    ...[...tables].flatMap(([name, table]) => tableProblems(`tables.${name}`, table)),
    ...misformed(
      'options',
      membersOf(parts.get('options')),
      Type.Union([Type.String(), Type.Number()]),
      'an option is a text or a number',
    ),
  ]
}

const forms = {
  columns:
    "a column is a name, { constant: … }, { column: …, values: { … } }, { column: …, as: 'unix-seconds', 'unix-milliseconds' or 'utc' }, { column: …, plus: … } or { sql: … }",
  fields:
    "a field is { column: …, type } or { sql: …, type }, of the type 'string', 'integer', 'number' or 'boolean'",
  where: 'a filter is a value, null, a list of up to 100 of these, or { not: … } with one of these',
} as const

const tableParts = ['table', 'query', 'parts', 'columns', 'where', 'fields', 'reads'] as const

function tableProblems(at: string, table: unknown, known: readonly string[] = tableParts): readonly string[] {
  const parts = membersOf(table)
  const tables = parts.get('parts')
  const of = (part: 'columns' | 'fields' | 'where', schema: TSchema) =>
    misformed(`${at}.${part}`, membersOf(parts.get(part)), schema, forms[part])
  return [
    ...unknownParts(at, parts, known),
    ...(Array.isArray(tables) ? tables : []).flatMap((each, nth) =>
      tableProblems(`${at}.parts.${nth}`, each, ['table', 'columns', 'where', 'fields']),
    ),
    ...of('columns', column),
    ...of('fields', field),
    ...of('where', filter),
  ]
}

function unknownParts(
  at: string,
  parts: ReadonlyMap<string, unknown>,
  known: readonly string[],
): readonly string[] {
  return [...parts.keys()]
    .filter((part) => !known.includes(part))
    .map((part) => `${at}.${part}: there is no such part. The parts are ${known.join(', ')}.`)
}

function misformed(
  at: string,
  members: ReadonlyMap<string, unknown>,
  schema: TSchema,
  form: string,
): readonly string[] {
  const compiled = Compile(schema)
  return [...members]
    .filter(([, value]) => !compiled.Check(value))
    .map(([member, value]) => `${at}.${member}: got ${JSON.stringify(value)}, but ${form}.`)
}

function membersOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [],
  )
}

const name = Type.String({ minLength: 1, maxLength: 64, pattern: '^[^\\0]*$' })

const expression = Type.String({ minLength: 1, maxLength: 4000 })

const column = Type.Union([
  name,
  closed({ constant: Type.Union([Type.String(), Type.Number()]) }),
  closed({ column: name, values: Type.Record(Type.String(), Type.String()) }),
  closed({ column: name, as: Type.Enum(['unix-seconds', 'unix-milliseconds', 'utc']) }),
  closed({ column: name, plus: Type.Integer({ minimum: 1, maximum: 2 ** 52 }) }),
  closed({ sql: expression }),
])

const type = Type.Enum(['string', 'integer', 'number', 'boolean'])
const field = Type.Union([closed({ column: name, type }), closed({ sql: expression, type })])

const stored = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])
const wanted = Type.Union([stored, Type.Array(stored, { minItems: 1, maxItems: 100 })])
const filter = Type.Union([wanted, closed({ not: wanted })])

const part = closed({
  table: name,
  columns: Type.Record(Type.String(), column),
  where: Type.Optional(Type.Record(name, filter)),
  fields: Type.Optional(Type.Record(Type.String(), field)),
})

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
