// Messages of changed rows as Debezium's connectors of several versions write them: which members they have, in which order, and of which
// kind. Their forms are those of messages that were published as running connectors had written them; the values are our own.

type Row = Readonly<Record<string, unknown>>

/** What a message tells. */
export interface Told {
  readonly op: string
  readonly before: Row | null
  readonly after: Row | null
  readonly db: string
  readonly table: string
  readonly server_id: number
  readonly file: string
  readonly pos: number
}

export interface Version {
  /** The connector, its version, and what else is particular. */
  readonly name: string
  /** The form of a GTID, where messages have one: `uuid` and a number (MySQL), or domain, server and number (MariaDB). */
  readonly gtid: 'none' | 'mysql' | 'mariadb'
  readonly write: (told: Told, gtid: string | null) => string
}

const topic = 'site'
const [atMs, seconds] = [1_768_910_859_110, 1_768_910_859_000]

const begins = (version: string, connector: string, { db }: Told) => ({
  version,
  connector,
  name: topic,
  ts_ms: seconds,
  snapshot: 'false',
  db,
  sequence: null,
})
const stands = ({ table, server_id, file, pos }: Told, gtid: string | null, thread: number | null) => ({
  table,
  server_id,
  gtid,
  file,
  pos,
  row: 0,
  thread,
  query: null,
})

/** Up to 2.4: times in ms, and the operation before the transaction. */
const older =
  (version: string, connector: string, thread: number | null) => (told: Told, gtid: string | null) => ({
    before: told.before,
    after: told.after,
    source: { ...begins(version, connector, told), ...stands(told, gtid, thread) },
    op: told.op,
    ts_ms: atMs,
    transaction: null,
  })

/** From 2.7: times in µs and ns as well, in the middle of the source, and the transaction before the operation. */
const newer =
  (version: string, connector: string, thread: number | null) => (told: Told, gtid: string | null) => ({
    before: told.before,
    after: told.after,
    source: {
      ...begins(version, connector, told),
      ts_us: seconds * 1000,
      ts_ns: seconds * 1_000_000,
      ...stands(told, gtid, thread),
    },
    transaction: null,
    op: told.op,
    ts_ms: atMs,
    ts_us: atMs * 1000 + 437,
    ts_ns: atMs * 1_000_000 + 437_120,
  })

/** As format.value=json writes it unless schemas.enable is false; the schema itself is abridged. */
const withSchema = (told: Told, payload: object) => {
  const name = `${topic}.${told.db}.${told.table}`
  const columns = Object.keys(told.after ?? told.before ?? {})
  const fields = columns.map((field) => ({ type: 'string', optional: true, field }))
  const rowAs = (field: string) => ({ type: 'struct', fields, optional: true, name: `${name}.Value`, field })
  return {
    schema: {
      type: 'struct',
      fields: [rowAs('before'), rowAs('after'), { type: 'string', optional: false, field: 'op' }],
      optional: false,
      name: `${name}.Envelope`,
      version: 2,
    },
    payload,
  }
}

export const versions: readonly Version[] = [
  {
    name: 'mysql 1.6.1 with its schema',
    gtid: 'none',
    write: (told, gtid) => JSON.stringify(withSchema(told, older('1.6.1.Final', 'mysql', null)(told, gtid))),
  },
  {
    name: 'mysql 1.9.7 with a GTID',
    gtid: 'mysql',
    write: (told, gtid) => JSON.stringify(older('1.9.7.Final', 'mysql', null)(told, gtid)),
  },
  {
    name: 'mysql 2.4.1',
    gtid: 'none',
    write: (told, gtid) => JSON.stringify(older('2.4.1.Final', 'mysql', 12)(told, gtid)),
  },
  {
    name: 'mysql 3.0.0',
    gtid: 'none',
    write: (told, gtid) => JSON.stringify(newer('3.0.0.Final', 'mysql', 12)(told, gtid)),
  },
  {
    name: 'mariadb 2.7.3',
    gtid: 'mariadb',
    write: (told, gtid) => JSON.stringify(newer('2.7.3.Final', 'mariadb', null)(told, gtid)),
  },
  {
    name: 'mariadb 3.5.2 with its schema',
    gtid: 'mariadb',
    write: (told, gtid) =>
      JSON.stringify(withSchema(told, newer('3.5.2.Final', 'mariadb', null)(told, gtid))),
  },
]
