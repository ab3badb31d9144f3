// Messages as a Debezium Server with its MySQL connector writes them to streams of a Valkey, made by the public description: none was
// recorded.
import { createConnection } from 'mysql2/promise'
import { connection } from '../../src/valkey/connection.ts'

interface Test {
  readonly after: (end: () => Promise<void>) => void
}

type Row = Readonly<Record<string, unknown>>

export interface Debezium {
  /** Appends a message to the stream of a table, as it is. */
  readonly append: (table: string, text: string) => Promise<void>
  /** Makes the change, and tells of it as Debezium does; `from`: another place than where it begins. */
  readonly change: (
    table: string,
    statement: string,
    row: { readonly op: string; readonly before: Row | null; readonly after: Row | null },
    from?: Partial<Place>,
  ) => Promise<void>
  readonly beat: (from?: Partial<Place>) => Promise<void>
  readonly rowOf: (statement: string) => Promise<Row>
  readonly send: (...command: readonly string[]) => Promise<unknown>
}

interface Place {
  readonly file: string
  readonly pos: number
  readonly server_id: number
}

export const prefix = 'site'

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
  const change: Debezium['change'] = async (table, statement, row, from = {}) => {
    const source = { version: '3.0.0', connector: 'mysql', db: schema, table, ...(await place()), ...from }
    await database.query(statement)
    const payload = { ...row, source, ts_ms: 0, transaction: null }
    await append(table, JSON.stringify({ schema: { type: 'struct', name: `${prefix}.Envelope` }, payload }))
  }
  await database.query('create table lectern_heartbeat (id int primary key, at datetime(3) not null)')
  await database.query('insert into lectern_heartbeat values (1, now(3))')
  return {
    append,
    change,
    beat: (from) =>
      change(
        'lectern_heartbeat',
        'update lectern_heartbeat set at = now(3)',
        { op: 'u', before: { id: 1, at: 1 }, after: { id: 1, at: 2 } },
        from,
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
