// Posts whose rows are in several tables, the parts: each has a mapping of its own, and types of content that no other part has. A read
// of one type reads its part alone, by the part's indexes; a read of several types reads a union.
import { refersTo } from './column-kinds.ts'
import type { OwnField, PhysicalColumn, PhysicalTable, RowFilter } from './layout.ts'
import { defaults, withStandIns, type Default } from './stand-ins.ts'
import { queryTable } from './table-query.ts'

/** Finds the part with all rows of these types; undefined where no part has them all. */
export function partOf({ parts }: PhysicalTable, types: readonly unknown[]): PhysicalTable | undefined {
  return parts.find((part) => {
    const own: readonly unknown[] = typesOf(part)
    return types.length > 0 && types.every((type) => own.includes(type))
  })
}

/** The types of content of a part; empty where its mapping does not name them. */
export function typesOf({ columns }: PhysicalTable): readonly string[] {
  return wordsOf(columns.get('type'))
}

/** The words that the values of a column stand for; empty where its mapping does not name them. */
export function wordsOf(column: PhysicalColumn | undefined): readonly string[] {
  if (typeof column !== 'object') return []
  if ('constant' in column) return [String(column.constant)]
  return 'encoding' in column && column.encoding.kind === 'words' ? [...column.encoding.words.values()] : []
}

/** Makes the posts table of mapped parts, and reports all problems of these. */
export function ofParts(
  whole: PhysicalTable,
  mapped: readonly PhysicalTable[],
): { readonly problems: readonly string[]; readonly table: PhysicalTable } {
  const standIns = new Map(Object.entries<Default>(defaults.posts))
  const parts = mapped.map((part) => {
    const own = new Map([...part.columns].filter(([logical, column]) => isOwn(part, logical, column)))
    const absent = [...whole.columns.keys()].filter((logical) => !own.has(logical))
    return { ...part, columns: withStandIns(own, absent, standIns) }
  })
  const logicals = [...whole.columns.keys()]
  const incomplete = parts.flatMap(({ columns }, nth) => {
    const lacking = logicals.filter((logical) => !columns.has(logical) && !standIns.has(logical))
    return lacking.length > 0
      ? [
          `tables.posts.parts.${nth}: a part has all its names in its mapping, and lacks ${lacking.join(', ')}.`,
        ]
      : []
  })
  const untyped = parts.flatMap((part, nth) =>
    typesOf(part).length > 0
      ? []
      : [`tables.posts.parts.${nth}.columns.type: a part says its types by a constant or by values.`],
  )
  const claims = parts.flatMap((part) => typesOf(part).map((type) => [type, part.table] as const))
  const claimed = [...Map.groupBy(claims, ([type]) => type)].flatMap(([type, by]) =>
    by.length > 1
      ? [
          `tables.posts.parts: ${by.map(([, table]) => table).join(' and ')} both have the type "${type}": only one can.`,
        ]
      : [],
  )
  const unlike = logicals.filter(
    (logical) => new Set(parts.map(({ columns }) => timeForm(columns.get(logical)))).size > 1,
  )
  const unlikeTimes = unlike.map(
    (logical) => `tables.posts.parts: ${logical} is stored in the same way in all parts, and is not here.`,
  )
  const fields = [...new Set(parts.flatMap((part) => [...part.fields.keys()]))]
  const query = parts.map((part) => selectOf(part, logicals, fields)).join(' union all ')
  const unwritable = /[?;#\\]|--|\/\*/.test(query)
    ? ['tables.posts.parts: names, values and expressions have no ?, ;, #, \\ and no comment.']
    : []
  const columns = new Map(
    logicals.map((logical) => [
      logical,
      columnOfAll(
        logical,
        parts.map((part) => part.columns.get(logical)),
      ),
    ]),
  )
  const reads = [...new Set(parts.map(({ table }) => table))]
  return {
    problems: [...incomplete, ...untyped, ...claimed, ...unlikeTimes, ...unwritable],
    table: { ...whole, table: queryTable('posts'), query, columns, reads, parts, named: new Set(['table']) },
  }
}

/** True for columns that the owner maps, and for times in UTC derived from these. */
function isOwn({ named }: PhysicalTable, logical: string, column: PhysicalColumn): boolean {
  return named.has(logical) || (typeof column === 'object' && 'encoding' in column)
}

/** The column of the union, given the columns of the parts. */
function columnOfAll(
  logical: string,
  [first, ...others]: readonly (PhysicalColumn | undefined)[],
): PhysicalColumn {
  if (typeof first !== 'object') return logical
  const isSame = others.every((each) => JSON.stringify(each) === JSON.stringify(first))
  if ('constant' in first && isSame) return first
  return 'encoding' in first && first.encoding.kind === 'time' ? { ...first, column: logical } : logical
}

function timeForm(column: PhysicalColumn | undefined): string {
  return typeof column === 'object' && 'encoding' in column && column.encoding.kind === 'time'
    ? column.encoding.form
    : 'local'
}

/** The select of a part in the union, where values of all parts have the same form, except times in UTC. */
function selectOf(
  { table, columns, fields, where }: PhysicalTable,
  logicals: readonly string[],
  ownFields: readonly string[],
): string {
  const selected = [
    ...logicals.map((logical) => `${valueOf(logical, columns.get(logical))} as ${quoted(logical)}`),
    ...ownFields.map((name) => `${fieldOf(fields.get(name))} as ${quoted(ownName(name))}`),
  ]
  const filters = where.map(filterText)
  const there = filters.length > 0 ? ` where ${filters.join(' and ')}` : ''
  return `select ${selected.join(', ')} from ${quoted(table)} as posts${there}`
}

/** The name of an owner's field in the union. */
export function ownName(field: string): string {
  return `own_${field}`
}

function fieldOf(field: OwnField | undefined): string {
  if (field === undefined) return 'null'
  return 'sql' in field.value ? `(${field.value.sql})` : `posts.${quoted(field.value.column)}`
}

function valueOf(logical: string, column: PhysicalColumn | undefined): string {
  if (column === undefined) return 'null'
  // A 0 for the missing id would stand among text ids of another part
  if (typeof column === 'object' && 'constant' in column && refersTo('posts', logical)) return 'null'
  if (typeof column === 'string') return `posts.${quoted(column)}`
  if ('constant' in column) return literal(column.constant)
  if ('sql' in column) return `(${column.sql})`
  const stored = `posts.${quoted(column.column)}`
  if (column.encoding.kind === 'time') return stored
  if (column.encoding.kind === 'shifted') return `(nullif(${stored}, 0) + ${column.encoding.by})`
  const words = [...column.encoding.words].map(
    ([value, word]) => `when ${literal(value)} then ${literal(word)}`,
  )
  return `case ${stored} ${words.join(' ')} else '' end`
}

function filterText({ column, isNot, values }: RowFilter): string {
  const stored = `posts.${quoted(column)}`
  const some = values.filter((value) => value !== null)
  const isNull = `${stored} is null`
  const among = some.length > 0 ? [`${stored} in (${some.map(literal).join(', ')})`] : []
  if (!isNot) return `(${[...among, ...(some.length < values.length ? [isNull] : [])].join(' or ')})`
  const none = among.map((each) => `not ${each}`)
  return some.length < values.length
    ? `(${[...none, `not ${isNull}`].join(' and ')})`
    : `(${[...none, isNull].join(' or ')})`
}

/** Quotes a name in a form that both families of SQL accept. */
function quoted(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``
}

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}
