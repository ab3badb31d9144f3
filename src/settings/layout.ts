// An owner's mapping of tables and columns, as a config file contains it; database/layout-mapping.ts checks the meaning of the
// names in it.
import { Type, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { LayoutMapping } from '../database/layout-mapping.ts'
import { publicAddress } from './kinds.ts'
import { isOffset, isZone, optionNames } from '../core/site-options.ts'

export function layoutMapping() {
  const table = Type.Object(
    {
      table: Type.Optional(name),
      query: Type.Optional(expression),
      parts: Type.Optional(Type.Array(part, { minItems: 1, maxItems: 20 })),
      columns: Type.Optional(Type.Record(Type.String(), column)),
      fields: Type.Optional(Type.Record(Type.String(), field)),
      reads: Type.Optional(readTables),
      where: Type.Optional(Type.Record(name, filter)),
    },
    { additionalProperties: false },
  )
  return Type.Unsafe<LayoutMapping>(
    closed({
      extends: Type.Optional(Type.Enum(['wordpress', 'plain'])),
      tables: Type.Optional(Type.Record(Type.String(), Type.Union([table, Type.Null()]))),
      options: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
    }),
  )
}

/** Problems of shape in a mapping, by their paths; empty where the value is no mapping at all. */
export function formProblems(given: unknown): readonly string[] {
  const parts = membersOf(given)
  const tables = membersOf(parts.get('tables'))
  return [
    ...unknownParts('layout', parts, ['extends', 'tables', 'options']),
    ...misformed('layout', only(parts, 'extends'), Type.Enum(['wordpress', 'plain']), forms.extends),
    ...misformed('layout', only(parts, 'tables', 'options'), members, forms.members),
    ...misformed('tables', tables, Type.Union([members, Type.Null()]), forms.tables),
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
  extends: "it is 'wordpress' or 'plain'",
  members: 'it is an object: { name: … }',
  tables: 'a table is { table, query or parts, columns, where, fields, reads }, or null',
  table: 'it is a name of 1 to 64 characters',
  query: 'it is SQL of 1 to 4000 characters',
  parts: 'they are a list of 1 to 20 tables',
  reads: 'it is a list of up to 100 names of tables',
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
    ...misformed(at, only(parts, 'table'), name, forms.table),
    ...misformed(at, only(parts, 'query'), expression, forms.query),
    ...misformed(at, only(parts, 'parts'), Type.Array(members, { minItems: 1, maxItems: 20 }), forms.parts),
    ...misformed(at, only(parts, 'reads'), readTables, forms.reads),
    ...misformed(at, only(parts, 'columns', 'fields', 'where'), members, forms.members),
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

function only(
  parts: ReadonlyMap<string, unknown>,
  ...names: readonly string[]
): ReadonlyMap<string, unknown> {
  return new Map([...parts].filter(([part]) => names.includes(part)))
}

function membersOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [],
  )
}

const name = Type.String({ minLength: 1, maxLength: 64, pattern: '^[^\\0]*$' })

const members = Type.Record(Type.String(), Type.Unknown())

const readTables = Type.Array(name, { maxItems: 100 })

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

/** Problems of options in a mapping: names that Lectern does not know, and values that it would misread. */
export function optionProblems(options: Readonly<Record<string, string | number>> = {}): readonly string[] {
  const known: readonly string[] = optionNames
  return Object.entries(options).flatMap(([each, value]) => {
    if (!known.includes(each))
      return `options.${each}: there is no such option. The options are ${known.join(', ')}.`
    const form = optionForms.get(each)
    return form === undefined || form.is(String(value))
      ? []
      : `options.${each}: got ${JSON.stringify(value)}, but it is ${form.allowed}.`
  })
}

interface OptionForm {
  readonly is: (text: string) => boolean
  readonly allowed: string
}

const address = Compile(publicAddress('The address of pages'))

const webAddress: OptionForm = {
  is: (text) => address.Check(text),
  allowed: 'an http or https address without user, query and fragment',
}

const optionForms: ReadonlyMap<string, OptionForm> = new Map([
  ['home', webAddress],
  ['siteurl', webAddress],
  ['gmt_offset', { is: isOffset, allowed: 'a number of hours from -24 to 24' }],
  [
    'timezone_string',
    {
      is: (text) => text === '' || isZone(text),
      allowed: 'the name of a time zone, such as Europe/Berlin, or an empty text',
    },
  ],
  [
    'permalink_structure',
    {
      is: (text) => text === '' || text.startsWith('/'),
      allowed: 'a path that begins with a slash, such as /%year%/%postname%/, or an empty text',
    },
  ],
])
