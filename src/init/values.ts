// Guesses the meaning of a column's values: states, times since 1970, deletion. Each guess comes with its reason.
import type { ColumnMapping } from '../database/layout-mapping.ts'
import { isLanguageFlag } from '../database/row-ids.ts'
import type { Catalogue, Described, Sampled } from './catalogue.ts'
import { columnNamed } from './match.ts'
import type { ProposedColumn, ProposedTable } from './proposal.ts'
import { answerWords, columnNames, stateNames, statusWords } from './words.ts'

interface Guess {
  readonly mapping: ColumnMapping
  readonly reason: string
  /** A sentence about what the database does not reveal. */
  readonly doubt?: string
}

type Where = ProposedTable['where'][number]

/** The status of posts, by a column of states; `publish` for all where there is none. */
export async function guessStatus(catalogue: Catalogue, table: Described): Promise<Guess> {
  const word = columnNamed(table, stateNames.word, ['text'])
  const shown =
    columnNamed(table, stateNames.shown, ['number', 'any']) ?? columnNamed(table, stateNames.shown, ['text'])
  const hidden =
    columnNamed(table, stateNames.hidden, ['number', 'any']) ??
    columnNamed(table, stateNames.hidden, ['text'])
  const column = word ?? shown ?? hidden
  if (column === null)
    return {
      mapping: { constant: 'publish' },
      reason: 'no column says what is public',
      doubt: `every row of ${table.name} is public: no column was found that says otherwise.`,
    }
  const values = await catalogue.valuesOf(table, column)
  return table.columns.get(column)?.kind === 'text' && !areNumbers(values)
    ? ofWords(table, column, { values, isHidden: word === null && shown === null })
    : ofNumbers(table, column, { values, one: column === word || column === shown ? 'publish' : 'draft' })
}

/** The status of comments; approved for all where no column states it. */
export async function guessCommentStatus(
  catalogue: Catalogue,
  table: Described,
): Promise<{ readonly mapping: ColumnMapping; readonly reason: string }> {
  const state = columnNamed(table, stateNames.word, ['text'])
  const flag = state === null ? columnNamed(table, stateNames.shown, ['number']) : null
  const word = state ?? columnNamed(table, stateNames.shown, ['text'])
  if (flag !== null) return { mapping: { column: flag, values: { 1: '1', 0: '0' } }, reason: '1 is approved' }
  if (word === null) return { mapping: { constant: '1' }, reason: 'no column says what is approved' }
  const values = (await catalogue.valuesOf(table, word)).flatMap(({ value }) => value ?? [])
  const meaning = (wanted: 'publish' | 'pending') =>
    values.find((value) => {
      const answer = answerWords[value.toLowerCase()]
      return (
        (answer === undefined ? statusWords[value.toLowerCase()] : answer ? 'publish' : 'pending') === wanted
      )
    })
  const held = meaning('pending')
  const approved = meaning('publish') ?? 'published'
  return {
    mapping: { column: word, values: { [approved]: '1', ...(held === undefined ? {} : { [held]: '0' }) } },
    reason: '1 is approved, 0 is held; others are not shown',
  }
}

/** Excludes rows for members only, by a column of visibility beside that of states. */
export async function restricted(
  catalogue: Catalogue,
  table: Described,
  status: ColumnMapping,
): Promise<readonly Where[]> {
  const column = columnNamed(table, 'visibility access audience', ['text'])
  if (column === null || (typeof status === 'object' && 'column' in status && status.column === column))
    return []
  const values = (await catalogue.valuesOf(table, column)).flatMap(({ value }) => value ?? [])
  const isOpen = (value: string) => /^(?:public|everyone|everybody|all|open|visible)$/i.test(value)
  const open = values.filter(isOpen)
  return [
    {
      column,
      wanted: open.length === 0 ? 'public' : open.length === 1 ? (open[0] ?? '') : open,
      reason: 'rows for members only are not served',
    },
  ]
}

function areNumbers(values: readonly Sampled[]): boolean {
  return values.length > 0 && values.every(({ value }) => value === null || /^-?\d+$/.test(value))
}

function ofWords(
  table: Described,
  column: string,
  { values, isHidden }: { readonly values: readonly Sampled[]; readonly isHidden: boolean },
): Guess {
  const [yes, no] = isHidden ? ['draft', 'publish'] : ['publish', 'draft']
  const there = values.flatMap(({ value }) => value ?? [])
  const meanings = new Map<string, string>()
  for (const value of there) {
    const answer = answerWords[value.toLowerCase().trim()]
    const word = answer === undefined ? statusWords[value.toLowerCase().trim()] : answer ? yes : no
    // Each status stands for one value only
    if (word !== undefined && ![...meanings.values()].includes(word)) meanings.set(value, word)
  }
  const strange = there.filter((value) => !meanings.has(value))
  if (![...meanings.values()].includes('publish')) meanings.set(isHidden ? 'no' : 'published', 'publish')
  return {
    mapping: { column, values: Object.fromEntries(meanings) },
    reason: `the newest rows have ${shownValues(values)}`,
    ...(strange.length > 0
      ? {
          doubt: `${table.name}.${column} has values without a meaning, which nobody is shown: ${strange.slice(0, 8).join(', ')}.`,
        }
      : {}),
  }
}

function ofNumbers(
  table: Described,
  column: string,
  { values, one }: { readonly values: readonly Sampled[]; readonly one: 'publish' | 'draft' },
): Guess {
  const other = one === 'publish' ? 'draft' : 'publish'
  const more = values.flatMap(({ value }) => (value === null || ['0', '1'].includes(value) ? [] : value))
  return {
    mapping: { column, values: { 1: one, 0: other } },
    reason: `the newest rows have ${shownValues(values)}`,
    doubt: `${table.name}.${column} is taken for 1 ${one} and 0 ${other}, by its name${more.length > 0 ? `; nobody is shown rows that have ${more.slice(0, 8).join(', ')}` : ''}.`,
  }
}

function shownValues(values: readonly Sampled[]): string {
  const shown = values
    .slice(0, 6)
    .map(({ value, rows }) => `${value === null ? 'NULL' : JSON.stringify(value)} ${rows} times`)
  return shown.length === 0 ? 'no rows' : shown.join(', ')
}

/** The type of posts: `post` for all, or the words of a column with few types, of which the most frequent besides pages is `post`. */
export async function guessType(catalogue: Catalogue, table: Described): Promise<Guess> {
  const column = columnNamed(table, 'type content_type post_type kind bundle art typ', ['text'])
  const values = column === null ? [] : await catalogue.valuesOf(table, column)
  const words = values.flatMap(({ value }) => (value === null || value === '' ? [] : value))
  if (column === null || words.length === 0 || words.length > 10)
    return { mapping: { constant: 'post' }, reason: 'no column says what kind a row is' }
  const page = words.find((word) => /^(?:(?:static_?)?page|seite)$/i.test(word))
  const post = words.find((word) => word !== page) ?? words[0] ?? ''
  const others = words.filter((word) => word !== page && word !== post)
  return {
    mapping: {
      column,
      values: { [post]: 'post', ...(page !== undefined && page !== post ? { [page]: 'page' } : {}) },
    },
    reason: `the newest rows have ${shownValues(values)}`,
    ...(others.length > 0
      ? {
          doubt: `of ${table.name}, rows of these types are not served: ${others.join(', ')}. An extension can define types for them.`,
        }
      : {}),
  }
}

type TimeName = 'created_at' | 'modified_at' | 'registered_at'

/** A column of times: as dates, in UTC or not, or as numbers since 1970; null where there is neither. */
export async function guessTime(
  catalogue: Catalogue,
  table: Described,
  names: TimeName,
  except: readonly string[] = [],
): Promise<ProposedColumn | null> {
  const kinds = [['time'], ['number', 'any'], ['text']] as const
  for (const wanted of kinds) {
    const column = columnNamed(table, columnNames[names], wanted, except)
    if (column === null) continue
    const [kind] = wanted
    if (kind === 'time') return asStored(table, column, names)
    const found = (await catalogue.valuesOf(table, column)).flatMap(({ value }) => value ?? [])
    const set = found.filter((value) => value !== '0' && value !== '')
    if (kind === 'text') {
      if (set.length > 0 && set.every((value) => /^\d{4}-\d\d-\d\d \d\d:\d\d/.test(value)))
        return { logical: names, mapping: column, reason: 'dates as text' }
      continue
    }
    const digits = new Set(set.map((value) => value.replace(/\..*$/, '').length))
    const isUnix = (from: number, to: number) => [...digits].every((each) => each >= from && each <= to)
    if (isUnix(8, 10))
      return {
        logical: names,
        mapping: { column, as: 'unix-seconds' },
        reason: 'numbers of seconds since 1970',
      }
    if (isUnix(11, 13))
      return {
        logical: names,
        mapping: { column, as: 'unix-milliseconds' },
        reason: 'numbers of milliseconds since 1970',
      }
  }
  const only = names === 'created_at' ? onlyTime(table) : null
  if (only === null) return null
  const doubt = `${table.name}.${only} is taken for when a row was published: it is the only date that is left.`
  return { reason: 'no other date says when', ...asStored(table, only, names), doubt }
}

function asStored(table: Described, column: string, logical: TimeName): ProposedColumn {
  return /^timestamp/i.test(table.columns.get(column)?.type ?? '') && logical !== 'registered_at'
    ? { logical, mapping: { column, as: 'utc' }, reason: 'a timestamp is in UTC' }
    : { logical, mapping: column }
}

/** The single column of dates besides those of changes and deletions, which are recognized by their names. */
export function onlyTime(table: Described): string | null {
  const known = new Set(
    [columnNames.modified_at, columnNames.deleted_at].map((names) => columnNamed(table, names, ['time'])),
  )
  const others = [...table.columns].filter(([column, { kind }]) => kind === 'time' && !known.has(column))
  const [[only] = []] = others
  return others.length === 1 && only !== undefined ? only : null
}

/** Excludes rows that are marked as deleted. */
export function softDeletion(table: Described): readonly Where[] {
  const column = columnNamed(table, columnNames.deleted_at, ['time', 'number'])
  if (column === null) return []
  const stored = table.columns.get(column)
  const isFlag = stored?.kind === 'number' && !stored.isNullable
  return [{ column, wanted: isFlag ? 0 : null, reason: 'rows that are deleted stay in the table' }]
}

/** Selects one of the rows that contain the same content in several languages. */
export function translationOf(table: Described): readonly Where[] {
  const flag = [...table.columns].find(([column, { kind }]) => kind === 'number' && isLanguageFlag(column))
  return flag ? [{ column: flag[0], wanted: 1, reason: 'there is a row for each language' }] : []
}
