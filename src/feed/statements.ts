// Classifies statements in a server's binary log, which hold no rows: those that begin and end transactions, those that change nothing
// that Lectern reads, and all others, after which the change is unknown.

import type { TableName } from './table-name.ts'

export type StatementKind = 'begin' | 'commit' | 'harmless' | 'gap'

/** The tables that Lectern reads, and those that these depend on, by schema; all names in lower case. */
export type Ours = ReadonlyMap<string, readonly string[]>

export function oursOf(tables: readonly TableName[]): Ours {
  const named = tables.map(({ schema, table }) => ({
    schema: schema.toLowerCase(),
    table: table.toLowerCase(),
  }))
  const bySchema = Map.groupBy(named, ({ schema }) => schema)
  return new Map([...bySchema].map(([schema, all]) => [schema, all.map(({ table }) => table)]))
}

/** Comments that servers never execute; in MariaDB's log also events that it hides from older readers. */
const comments = /^(?:\s+|\/\*(?!!|m!)[\s\S]*?\*\/|--(?:[^\S\n][^\n]*)?(?:\n|$)|#[^\n]*(?:\n|$))+/i

/** Comments whose content servers execute, depending on the version that they name. */
const executed = /\/\*m?!\d*[\s\S]*?\*\//gi
const marks = /\/\*m?!\d*|\*\//gi

const kinds: readonly (readonly [RegExp, StatementKind])[] = [
  [/^(?:begin|start transaction)\b/i, 'begin'],
  // Tables without transactions keep their changes
  [/^(?:commit|rollback)(?:\s+work)?\s*$/i, 'commit'],
  [/^(?:savepoint|release savepoint|rollback(?:\s+work)? to)\b/i, 'harmless'],
  // The rows were logged when the transaction was prepared
  [/^xa commit\b/i, 'gap'],
  [/^xa (?:start|begin|end|rollback|recover)\b/i, 'harmless'],
  // `set statement … for` executes another statement; comments and blanks may precede its second word
  [/^set (?![^;]*\bstatement\b)[^;]*$/i, 'harmless'],
  [/^(?:flush|grant|revoke|analyze(?: no_write_to_binlog| local)? table)\b/i, 'harmless'],
  [/^(?:create(?: or replace)?|alter|drop|rename|set) (?:user|role|default role|password)\b/i, 'harmless'],
  // The select may call functions that change rows; views and routines, which servers log in such words, call none yet
  [/^create\b(?! (?:or replace )?(?:algorithm|definer|view)\b)[\s\S]*\bselect\b/i, 'gap'],
  [/^(?:create(?: or replace)?|drop) temporary\b/i, 'harmless'],
]

/** Characters that names may have without quotes. */
const letter = /[\w$\u0080-\uffff]/

/** Statements that change only what they name; functions, triggers and views may change more. */
const namesAll = /^(?:create(?: or replace)?|alter|drop|rename|truncate|optimize|repair)\b/i

/** `schema`: the schema of names without one; '' where there is none. */
export function statementKind(statement: string, schema: string, ours: Ours): StatementKind {
  const text = statement.replace(comments, '').trim()
  if (text === '') return 'harmless'
  // Only the part up to the last end of a comment is searched, so that many unclosed beginnings cost no quadratic time
  const [closed, open] = dividedAt(text, text.lastIndexOf('*/') + 2)
  if (closed.search(executed) >= 0) {
    // A server executes the comments of its version and of earlier ones
    const [withAll, without] = [marks, executed].map((left) =>
      `${closed.replaceAll(left, ' ')}${open}`.trim(),
    )
    const kind = statementKind(withAll ?? '', schema, ours)
    return without === '' || kind === statementKind(without ?? '', schema, ours) ? kind : 'gap'
  }
  const known = kinds.find(([pattern]) => pattern.test(text))
  if (known) return known[1]
  // A statement about rows may reach tables that Lectern reads through a view, trigger or function of any schema
  if (!namesAll.test(text)) return 'gap'
  // Several sites of a server often have tables of the same names
  const without = schema === '' ? [...ours.values()].flat() : (ours.get(schema.toLowerCase()) ?? [])
  const lower = text.toLowerCase().replaceAll('``', '`').replaceAll('""', '"')
  return [...ours.keys(), ...without].some((name) => mentions(lower, name)) ? 'gap' : 'harmless'
}

function dividedAt(text: string, at: number): readonly [string, string] {
  return [text.slice(0, at), text.slice(at)]
}

/** True where a text has the name, quoted or not, other than as part of a longer name. */
function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + name.length]]
    if (!letter.test(before) && !letter.test(after)) return true
  }
  return false
}
