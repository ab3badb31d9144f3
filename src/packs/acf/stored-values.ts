// The stored values of fields: meta of the object, in which keys of cells follow from the number of rows. Keys are read level by
// level, for all objects of a page at once.
import { textOf, type GatherReads, type Row } from '../../index.ts'
import { wholeNumber } from '../php/stored.ts'
import { parsePhpValue, type PhpValue } from '../../index.ts'
import type { AcfField } from './definitions.ts'

/** The table of the values of a kind of objects: their meta, or options whose names begin with the object's id. */
export type StoredIn =
  | {
      readonly source: 'postmeta' | 'termmeta' | 'usermeta' | 'commentmeta'
      readonly owner: 'post_id' | 'term_id' | 'user_id' | 'comment_id'
    }
  | { readonly source: 'options' }

/** The first value under a key; undefined where there is none. */
export type StoredAt = (key: string) => string | undefined

/** Limits the rows of a repeater or of flexible content. */
const rowsMax = 500
const levelsMax = 12
const keysMax = 10_000

export interface Owned {
  readonly id: string
  readonly fields: readonly AcfField[]
}

export async function readStored(
  objects: readonly Owned[],
  place: StoredIn,
  more: readonly string[],
  { rows: read }: Pick<GatherReads, 'rows'>,
): Promise<(id: string) => StoredAt> {
  const stored = new Map<string, Map<string, string>>(objects.map(({ id }) => [id, new Map()]))
  const asked = new Set<string>()
  const at = (id: string): StoredAt => {
    const values = stored.get(id)
    return (key) => values?.get(key)
  }
  const ids = objects.map(({ id }) => id)
  let wanted = new Set(more)
  for (let level = 0; level < levelsMax; level += 1) {
    for (const { id, fields } of objects)
      for (const { key } of storedFields(fields, at(id), '')) if (!asked.has(key)) wanted.add(key)
    if (wanted.size === 0 || asked.size + wanted.size > keysMax) break
    const found = await readKeys(place, ids, [...wanted], read)
    for (const key of wanted) asked.add(key)
    for (const { id, key, value } of found) {
      const values = stored.get(id)
      if (values && !values.has(key)) values.set(key, value)
    }
    wanted = new Set()
  }
  return at
}

interface StoredValue {
  readonly id: string
  readonly key: string
  readonly value: string
}

async function readKeys(
  place: StoredIn,
  ids: readonly string[],
  keys: readonly string[],
  read: GatherReads['rows'],
): Promise<readonly StoredValue[]> {
  if (place.source === 'options') {
    const names = new Map<string, { readonly id: string; readonly key: string }>(
      ids.flatMap((id) => keys.map((key) => [`${id}_${key}`, { id, key }] as const)),
    )
    const found = await read({
      source: 'options',
      columns: ['name', 'value'],
      filters: [{ kind: 'in', column: 'name', values: [...names.keys()] }],
    })
    return found.flatMap((row) => {
      const named = names.get(textOf(row, 'name'))
      return named ? [{ ...named, value: textOf(row, 'value') }] : []
    })
  }
  const { source, owner } = place
  const found: readonly Row[] = await read({
    source,
    columns: ['id', owner, 'key', 'value'],
    filters: [
      { kind: 'in', column: owner, values: ids },
      { kind: 'in', column: 'key', values: keys },
    ],
  })
  return found.map((row) => ({
    id: textOf(row, owner),
    key: textOf(row, 'key'),
    value: textOf(row, 'value'),
  }))
}

export interface StoredField {
  readonly field: AcfField
  readonly key: string
}

/** Every field that has a value of its own, with the key that it is stored under. */
export function* leavesOf(fields: readonly AcfField[], at: StoredAt): Generator<StoredField> {
  for (const stored of storedFields(fields, at, '')) if (!hasRows.has(stored.field.type)) yield stored
}

/** Types whose stored value counts or names their rows, and is no value of its own. */
const hasRows: ReadonlySet<string> = new Set(['repeater', 'flexible_content'])

/** Every field with a key of its own, as far as the values read so far show which rows exist. */
function* storedFields(fields: readonly AcfField[], at: StoredAt, prefix: string): Generator<StoredField> {
  for (const field of fields) {
    const key = prefix + field.name
    switch (field.type) {
      case 'tab':
      case 'message':
      case 'accordion':
        break
      case 'group':
        yield* storedFields(field.fields, at, `${key}_`)
        break
      case 'clone':
        yield* storedFields(field.fields, at, prefix)
        break
      case 'repeater':
        yield { field, key }
        for (let row = 0; row < rowCount(at(key)); row += 1)
          yield* storedFields(field.fields, at, `${key}_${row}_`)
        break
      case 'flexible_content':
        yield { field, key }
        for (const [row, layout] of layoutsAt(at(key)).entries())
          yield* storedFields(field.layouts.get(layout) ?? [], at, `${key}_${row}_`)
        break
      default:
        yield { field, key }
    }
  }
}

/** The number of rows of a repeater. */
export function rowCount(stored: string | undefined): number {
  return Math.min(Math.max(0, wholeNumber(stored)), rowsMax)
}

/** The names of the layouts of flexible content, in their order; a plain text names the only one. */
export function layoutsAt(stored: string | undefined): readonly string[] {
  if (stored === undefined || stored === '' || stored === '0') return []
  const value = unserialized(stored)
  if (!(value instanceof Map)) return [stored]
  return [...value.values()].slice(0, rowsMax).map((name) => (typeof name === 'string' ? name : ''))
}

/** The value that is stored serialized, or else the text itself (maybe_unserialize); false where it is broken. */
export function unserialized(stored: string): PhpValue {
  const text = stored.trim()
  if (!/^(?:[aOCs]:\d+:|[bid]:[^;]+;|N;$)/.test(text)) return stored
  const value = parsePhpValue(text)
  if (value !== null) return value
  // PHP gives false for what it cannot read
  return text === 'N;' ? null : false
}
