// Messages as a Debezium Server writes them to streams of a Valkey, told of changes that are made in a database.
import assert from 'node:assert/strict'
import { createConnection } from 'mysql2/promise'
import { connection } from '../../src/valkey/connection.ts'
import { versions, type Version } from './debezium-versions.ts'

interface Test {
  readonly after: (end: () => Promise<void>) => void
}

type Row = Readonly<Record<string, unknown>>

export interface Debezium {
  /** Appends a message to the stream of a table, as it is. */
  readonly append: (table: string, text: string) => Promise<void>
  /** Makes the change, and tells of it as a version of Debezium does; `from`: another place than where it begins. */
  readonly change: (
    table: string,
    statement: string,
    row: { readonly op: string; readonly before: Row | null; readonly after: Row | null },
    from?: Partial<Place>,
    version?: Version,
  ) => Promise<void>
  readonly beat: (from?: Partial<Place>, version?: Version) => Promise<void>
  readonly rowOf: (statement: string) => Promise<Row>
  readonly send: (...command: readonly string[]) => Promise<unknown>
}

interface Place {
  readonly file: string
  readonly pos: number
  readonly server_id: number
}

export const prefix = 'site'

const usual = versions.find(({ name }) => name === 'mysql 3.0.0')

export async function startDebezium(
  test: Test,
  { url, databaseUrl }: { readonly url: string; readonly databaseUrl: string },
): Promise<Debezium> {
  const { connect, send, close } = connection(url)
  await connect()
  const database = await createConnection({ uri: databaseUrl, dateStrings: true })
  test.after(async () => {
    close()
    await database.end()
  })
  const rows = async (statement: string): Promise<readonly Row[]> => {
    const [found] = await database.query(statement)
    return (Array.isArray(found) ? found : []).map((each) => Object.fromEntries(Object.entries(each)))
  }
  const [server] = await rows('select @@server_id as id, database() as db')
  // MySQL alone has one
  const [known] = await rows('select @@server_uuid as uuid').catch(() => [])
  const gtidOf = ({ gtid }: Version, { server_id }: Place) =>
    gtid === 'none' ? null : gtid === 'mysql' ? `${String(known?.['uuid'])}:7` : `0-${server_id}-7`
  const schema = String(server?.['db'])
  const place = async (): Promise<Place> => {
    const [status] = await rows('show binary log status').catch(() => rows('show master status'))
    const [file, pos] = [String(status?.['File']), Number(status?.['Position'])]
    return { file, pos, server_id: Number(server?.['id']) }
  }
  const append = async (table: string, text: string) => {
    const stream = table === '' ? prefix : `${prefix}.${schema}.${table}`
    await send(['XADD', stream, '*', '{"schema":null,"payload":{"id":1}}', text])
  }
  const change: Debezium['change'] = async (table, statement, row, from = {}, version = usual) => {
    assert(version)
    const begins = { ...(await place()), ...from }
    await database.query(statement)
    const told = { ...row, db: schema, table, ...begins }
    await append(table, version.write(told, gtidOf(version, begins)))
  }
  await database.query('create table lectern_heartbeat (id int primary key, at datetime(3) not null)')
  await database.query('insert into lectern_heartbeat values (1, now(3))')
  return {
    append,
    change,
    beat: (from, version) =>
      change(
        'lectern_heartbeat',
        'update lectern_heartbeat set at = now(3)',
        { op: 'u', before: { id: 1, at: 1 }, after: { id: 1, at: 2 } },
        from,
        version,
      ),
    rowOf: async (statement) => {
      const [row] = await rows(statement)
      // The connector writes times as numbers
      return Object.fromEntries(
        Object.entries(row ?? {}).map(([name, value]) => [
          name,
          typeof value === 'string' && /^\d{4}-\d\d-\d\d /.test(value) ? Date.parse(`${value}Z`) : value,
        ]),
      )
    },
    send: (...command) => send([...command]),
  }
}
