// The columns of a query's result on MySQL and MariaDB, with the types that the protocol announces.
import type { MysqlPool } from 'kysely'
import type { FieldPacket, RowDataPacket } from 'mysql2'
import { LentConnection } from './lent-connection.ts'
import type { StoredColumn, StoredKind } from '../stored-column.ts'

/** Reads the columns of a query's result from the server's description of an empty result. */
export async function columnsOfQuery(
  pool: MysqlPool,
  query: string,
): Promise<ReadonlyMap<string, StoredColumn>> {
  const { promise, resolve, reject } = Promise.withResolvers<LentConnection>()
  pool.getConnection((error, connection) =>
    error || !(connection instanceof LentConnection) ? reject(error) : resolve(connection),
  )
  const connection = await promise
  try {
    const [, fields] = await connection.during((session) =>
      session.promise().query<RowDataPacket[]>(`select * from (${query}) as described limit 0`),
    )
    return new Map(fields.map((field) => [field.name.toLowerCase(), storedAs(field)]))
  } finally {
    connection.release()
  }
}

const binaryCharset = 63
const notNull = 1

function storedAs(field: FieldPacket): StoredColumn {
  const kind = resultKinds.get(field.type) ?? 'other'
  const isBytes = kind === 'text' && 'characterSet' in field && field.characterSet === binaryCharset
  return {
    type: isBytes ? 'varbinary' : kind,
    kind,
    isFolded: kind === 'text' && !isBytes,
    isNullable: typeof field.flags !== 'number' || (field.flags & notNull) === 0,
  }
}

/** Kinds by the protocol's numbers of result types. */
const resultKinds: ReadonlyMap<number | undefined, StoredKind> = new Map(
  [
    ['number', [0, 1, 2, 3, 4, 5, 8, 9, 13, 16, 246]] as const,
    ['time', [7, 10, 12, 14, 17, 18]] as const,
    ['text', [15, 247, 248, 249, 250, 251, 252, 253, 254]] as const,
    ['any', [6]] as const,
  ].flatMap(([kind, codes]) => codes.map((code) => [code, kind] as const)),
)
