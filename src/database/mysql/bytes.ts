// Columns of bytes (BLOB, VARBINARY) hold text as well: a site whose letters were mended was often left with them.
import type { FieldPacket, RowDataPacket } from 'mysql2'

/** The number of the character set of bytes, which numbers and times have, too. */
const binary = 63
/** The types TINY_BLOB, MEDIUM_BLOB, LONG_BLOB, BLOB, VAR_STRING and STRING of the protocol. */
const firstType = 249
const lastType = 254

/** The rows with texts for bytes, which are read as UTF-8. */
export function withTexts(
  rows: RowDataPacket[],
  fields: readonly FieldPacket[] | undefined,
): RowDataPacket[] {
  const names = fields?.filter(isOfBytes).map(({ name }) => name) ?? []
  if (names.length === 0 || !Array.isArray(rows)) return rows
  for (const row of rows)
    for (const name of names) {
      const value: unknown = row[name]
      if (value instanceof Uint8Array) row[name] = Buffer.from(value).toString('utf8')
    }
  return rows
}

function isOfBytes({ characterSet, columnType = 0 }: FieldPacket): boolean {
  return characterSet === binary && columnType >= firstType && columnType <= lastType
}
