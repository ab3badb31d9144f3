// Columns of bytes (BLOB, VARBINARY) may hold text: repairs of a site's character sets often leave text in them.
import type { FieldPacket, RowDataPacket } from 'mysql2'

/** The protocol's number of the character set `binary`, which numbers and times have, too. */
const binary = 63
/** The range of the protocol's types TINY_BLOB, MEDIUM_BLOB, LONG_BLOB, BLOB, VAR_STRING and STRING. */
const firstType = 249
const lastType = 254

/** Replaces bytes in the rows by texts, read as UTF-8. */
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
