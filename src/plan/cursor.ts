// Cursors are positions in a list, as text that clients keep: base64url of scheme, key, id and a signature over these
// and the connection that they belong to, so that no forged cursor, and none of another list, reaches a query.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { fail, type Failure } from '../core/failure.ts'
import { textOf, type Row } from '../database/tables.ts'
import type { Clock } from './plan.ts'
import type { Position } from './plan.ts'

/** Version 1, with the clock of the list; lists that are not ordered by time use the local one. */
const schemes: Readonly<Record<Clock, string>> = { local: '1l', utc: '1u' }
const separator = '|'
/** The limit of a cursor in characters: in lists ordered by a text it holds the text. */
const lengthMax = 300_000
const signatureBytes = 16
/** At most this many encoded cursors are kept, and only those of a short connection and payload (characters). */
const keptMax = 4096
const keptLengthMax = 256

export interface Cursors {
  readonly encode: (connection: string, position: Position, clock?: Clock) => string
  /** Fails for a cursor of the other clock. */
  readonly decode: (connection: string, cursor: string, clock?: Clock) => Position | Failure
}

/** The first key signs, every key verifies. */
export function createCursors(keys: readonly string[]): Cursors {
  const [signing = ''] = keys
  /** Encoded cursors by connection and payload: signing costs more than the rest of an edge, and pages repeat rows. */
  const kept = new Map<string, Map<string, string>>()
  let keptCount = 0
  const keep = (connection: string, payload: string, cursor: string) => {
    if (keptCount === keptMax) {
      kept.clear()
      keptCount = 0
    }
    const of = kept.get(connection) ?? new Map<string, string>()
    kept.set(connection, of.set(payload, cursor))
    keptCount += 1
  }
  return {
    encode: (connection, { key, id }, clock = 'local') => {
      const payload = `${schemes[clock]}${separator}${escaped(key)}${separator}${id}`
      const known = kept.get(connection)?.get(payload)
      if (known !== undefined) return known
      const signature = sign(signing, connection, payload).toString('base64url')
      const cursor = Buffer.from(`${payload}${separator}${signature}`).toString('base64url')
      if (connection.length + payload.length <= keptLengthMax) keep(connection, payload, cursor)
      return cursor
    },
    decode: (connection, cursor, clock = 'local') => {
      if (cursor.length > lengthMax) return fail('invalid_cursor')
      const parts = Buffer.from(cursor, 'base64url').toString('utf8').split(separator)
      const [named, key, id, signature] = parts
      if (
        parts.length !== 4 ||
        named !== schemes[clock] ||
        key === undefined ||
        id === undefined ||
        signature === undefined
      )
        return fail('invalid_cursor')
      const given = Buffer.from(signature, 'base64url')
      const payload = [named, key, id].join(separator)
      const genuine = keys.some(
        (each) => given.length === signatureBytes && timingSafeEqual(given, sign(each, connection, payload)),
      )
      const canonical =
        Buffer.from(`${payload}${separator}${given.toString('base64url')}`).toString('base64url') === cursor
      return genuine && canonical ? { key: unescaped(key), id } : fail('invalid_cursor')
    },
  }
}

/** The column that holds a row's sort key, where that differs from the value that `column` shows. */
export function keyColumn(column: string): string {
  return `${column}$key`
}

/** The position of a row in a list that is ordered by the column. */
export function positionOf(row: Row, shown: string): Position {
  const column = Object.hasOwn(row, keyColumn(shown)) ? keyColumn(shown) : shown
  return { key: row[column] === null ? null : textOf(row, column), id: textOf(row, 'id') }
}

/** Stands for a null key: no text is escaped to this. */
const noKey = '%'

function escaped(key: string | null): string {
  if (key === null) return noKey
  if (!key.includes('%') && !key.includes(separator)) return key
  return key.replaceAll('%', '%25').replaceAll(separator, '%7C')
}

function unescaped(key: string): string | null {
  if (key === noKey) return null
  return key.replaceAll('%7C', separator).replaceAll('%25', '%')
}

function sign(key: string, connection: string, payload: string): Buffer {
  return createHmac('sha256', key)
    .update(`lectern cursor\n${connection}\n${payload}`)
    .digest()
    .subarray(0, signatureBytes)
}
