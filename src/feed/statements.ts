// Statements in a server's binary log that are no rows: those that begin and end transactions, and those that may change
// what is read in ways that nobody can follow.

const harmless =
  /^(?:begin|start transaction|commit|rollback|savepoint|release savepoint|xa |set |flush|analyze|grant|revoke|create user|alter user|drop user|create role|drop role|create (?:or replace )?temporary|drop temporary|# )/i

const comments = /^(?:\s|\/\*[^!][\s\S]*?\*\/|--[^\n]*\n)+/

export type StatementKind = 'commit' | 'harmless' | 'gap'

/** What is read. */
export interface Ours {
  readonly schema: string
  /** Of the schema and its tables, in small letters. */
  readonly names: ReadonlySet<string>
}

/** `schema`: the one that names without any are of; '' where there is none. */
export function statementKind(statement: string, schema: string, ours: Ours): StatementKind {
  const text = statement.replace(comments, '').trim()
  if (/^commit/i.test(text)) return 'commit'
  // What it was of was told when it was prepared
  if (/^xa commit/i.test(text)) return 'gap'
  if (harmless.test(text)) return 'harmless'
  const names = text.toLowerCase().match(/[\w$\u0080-\uffff]+/g) ?? []
  // Several sites of a server often have tables of the same names
  const own = ours.schema.toLowerCase()
  const mayBeOurs = schema === '' || schema.toLowerCase() === own
  return names.some((name) => (mayBeOurs ? ours.names.has(name) : name === own)) ? 'gap' : 'harmless'
}
