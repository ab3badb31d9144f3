// Finds a column by the names that other systems use, with or without the prefix of its table, and by its type.
import type { StoredKind } from '../database/stored-column.ts'
import type { Described } from './catalogue.ts'

export type Kinds = readonly StoredKind[]

/** Splits a name into words: `PostTitle` and `post-title` become `post_title`; umlauts are spelt out. */
export function plainName(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
}

/** Removes word separators: `Head-Line` and `head_line` become `headline`. */
function joined(name: string): string {
  return name.replaceAll('_', '')
}

/** The names that a column may match: its own, and its name without a prefix from the table's name. */
function namesOf(table: string, plain: string): ReadonlySet<string> {
  const prefixes = plainName(table)
    .split('_')
    .flatMap((word) => [word, singular(word)])
  const shorter = prefixes
    .filter((prefix) => plain.startsWith(`${prefix}_`))
    .map((prefix) => plain.slice(prefix.length + 1))
  return new Set([plain, ...shorter].map(joined))
}

export function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** The column that has the best of these names, and one of these kinds; null where none has. */
export function columnNamed(
  table: Described,
  names: string,
  kinds: Kinds,
  except: readonly string[] = [],
): string | null {
  const fitting = [...table.columns]
    .filter(([column, { kind }]) => kinds.includes(kind) && !except.includes(column))
    .map(([column]) => ({ column, plain: plainName(column) }))
  // `body_md` counts as `body` where no column is called `body`
  for (const form of [(plain: string) => plain, withoutFormat]) {
    const named = fitting.map(({ column, plain }) => ({ column, names: namesOf(table.name, form(plain)) }))
    for (const name of names.split(' ')) {
      const found = named.find((each) => each.names.has(joined(name)))
      if (found) return found.column
    }
  }
  return null
}

function withoutFormat(plain: string): string {
  return plain.replace(/_(?:md|markdown|html)$/, '')
}

/** How well a table's name matches one of these names: 0 not at all, 1 by its last word, 2 as a whole; a prefix does not count. */
export function calledAs(table: string, names: string): number {
  const plain = plainName(table)
  const all = names.split(' ')
  if (all.includes(plain)) return 2
  return all.some((name) => plain.endsWith(`_${name}`)) ? 1 : 0
}

/** The primary key, where it is a single column whose values can be ids: integers or texts. */
export function singleKey({ key, columns }: Described): string | null {
  const [column] = key
  const stored = column === undefined ? undefined : columns.get(column)
  const isId = stored?.kind === 'number' || (stored?.kind === 'text' && !/binary|blob/i.test(stored.type))
  return column !== undefined && key.length === 1 && isId ? column : null
}

/** True where a column can refer to a key: both are numbers, or texts of one type. */
export function canRefer(table: Described, column: string, target: Described, key: string | null): boolean {
  const [own, other] = [table.columns.get(column), key === null ? undefined : target.columns.get(key)]
  if (!own || !other) return false
  return other.kind === 'text'
    ? own.type.toLowerCase() === other.type.toLowerCase()
    : own.kind === 'number' || own.kind === 'any'
}
