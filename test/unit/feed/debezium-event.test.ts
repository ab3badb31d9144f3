// Messages of Debezium's MySQL and MariaDB connectors in the forms that its documentation shows, with values of our own, and what is
// read of each. `at`: the page of debezium.io/documentation/reference that shows the form.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseDebezium, type DebeziumEvent } from '../../../src/feed/debezium-event.ts'
import { versions } from '../../support/debezium-versions.ts'

const row = { ID: 228, post_title: 'one', post_status: 'publish', post_date: 1_768_910_859_000 }
const then = { ...row, post_title: 'two' }
const times = { ts_ms: 1_768_910_859_110, ts_us: 1_768_910_859_110_437, ts_ns: 1_768_910_859_110_437_120 }
const source = {
  version: '3.3.0.Final',
  connector: 'mysql',
  name: 'site',
  ...times,
  snapshot: 'false',
  db: 'wordpress',
  sequence: null,
  table: 'wp_posts',
  server_id: 223_344,
  gtid: null,
  file: 'mysql-bin.000003',
  pos: 484,
  row: 0,
  thread: 7,
  query: null,
}
const update = { before: row, after: then, source, op: 'u', ...times, transaction: null }
const field = { type: 'struct', optional: false, name: 'site.wordpress.wp_posts.Envelope', version: 2 }

const at = { file: 'mysql-bin.000003', offset: 484 }
const origin = { serverId: '223344', gtid: null }
const updated: DebeziumEvent = { row: { before: row, after: then }, at, origin }
const unknown = { row: null, at: null }

interface Form {
  readonly form: string
  /** The page of the form. */
  readonly at: string
  readonly text: string
  /** The parts that are read; null for no event. */
  readonly says: Partial<DebeziumEvent> | null
}

const json = (form: string, page: string, value: unknown, says: Form['says']): Form => ({
  form,
  at: page,
  text: JSON.stringify(value),
  says,
})
const mysql = (anchor: string) => `connectors/mysql#${anchor}`
const gtids = ['3e11fa47-71ca-11e1-9e33-c80aa9429562:23', '0-223344-5']

const forms: readonly Form[] = [
  json('an update', mysql('mysql-update-events'), update, updated),
  json(
    'an update with its schema',
    mysql('mysql-update-events'),
    { schema: field, payload: update },
    updated,
  ),
  json(
    'an update in a transaction whose metadata is provided',
    mysql('mysql-transaction-metadata'),
    { ...update, transaction: { id: gtids[0], total_order: 1, data_collection_order: 1 } },
    updated,
  ),
  ...gtids.map((gtid) =>
    json(
      'an update with a GTID',
      mysql('mysql-create-events'),
      { ...update, source: { ...source, gtid } },
      {
        ...updated,
        origin: { serverId: '223344', gtid },
      },
    ),
  ),
  json(
    'an insert',
    mysql('mysql-create-events'),
    { ...update, op: 'c', before: null },
    {
      row: { before: null, after: then },
      at,
      origin,
    },
  ),
  json(
    'a deletion',
    mysql('mysql-delete-events'),
    { ...update, op: 'd', before: row, after: null },
    {
      row: { before: row, after: null },
      at,
      origin,
    },
  ),
  ...['default', '', 'null', '"default"'].map((text) => ({
    form: `a tombstone (${text})`,
    at: 'operations/debezium-server#redis-null-value',
    text,
    says: null,
  })),
  json('a truncated table', mysql('mysql-truncate-events'), { source, op: 't', ...times }, unknown),
  json('a row of a snapshot', mysql('mysql-snapshots'), { ...update, op: 'r', before: null }, unknown),
  ...[
    true,
    'true',
    'first',
    'first_in_data_collection',
    'last_in_data_collection',
    'last',
    'incremental',
  ].map((snapshot) =>
    json(
      `a row of a snapshot as inserted (${snapshot})`,
      mysql('mysql-snapshots'),
      { ...update, op: 'c', before: null, source: { ...source, snapshot } },
      unknown,
    ),
  ),
  json(
    'a message of another connector',
    'connectors/postgresql#postgresql-message-events',
    { op: 'm', source },
    unknown,
  ),
  json(
    'a change of the schema',
    mysql('mysql-schema-change-topic'),
    {
      source,
      ...times,
      databaseName: 'wordpress',
      schemaName: null,
      ddl: 'alter table wp_posts add x int',
      tableChanges: [{ type: 'ALTER', id: '"wordpress"."wp_posts"', table: {} }],
    },
    unknown,
  ),
  json(
    'the end of a transaction',
    mysql('mysql-transaction-metadata'),
    {
      status: 'END',
      id: gtids[0],
      ts_ms: times.ts_ms,
      event_count: 2,
      data_collections: [{ data_collection: 'wordpress.wp_posts', event_count: 2 }],
    },
    unknown,
  ),
  json(
    'a heartbeat, which has no position',
    mysql('mysql-property-heartbeat-interval-ms'),
    { ts_ms: times.ts_ms },
    unknown,
  ),
  json('a row alone', 'transformations/event-flattening', then, unknown),
  json(
    'a row alone that says that it is deleted',
    'transformations/event-flattening',
    { ...row, __deleted: 'true' },
    unknown,
  ),
  json(
    'a CloudEvent',
    'integrations/cloudevents',
    {
      id: 'name:site;file:mysql-bin.000003;pos:484',
      source: '/debezium/mysql/site',
      specversion: '1.0',
      type: 'io.debezium.connector.mysql.DataChangeEvent',
      data: { payload: update },
    },
    unknown,
  ),
  json(
    'a boolean, which is a number in SQL',
    mysql('mysql-boolean-values'),
    { ...update, after: { ...row, sticky: true } },
    {
      row: { before: row, after: { ...row, sticky: 1 } },
    },
  ),
  json(
    'an id that JSON does not hold',
    mysql('mysql-property-bigint-unsigned-handling-mode'),
    {
      ...update,
      after: { ...row, ID: 2 ** 60 },
    },
    unknown,
  ),
]

describe('a message of Debezium', () => {
  for (const { form, at: page, text, says } of forms)
    it(`is read: ${form} (${page})`, () => {
      const read = parseDebezium(text)
      if (says === null || read === null) return assert.equal(read, says)
      assert.deepEqual({ ...read, ...says }, read)
    })

  const rows = [
    { op: 'c', before: null, after: then },
    { op: 'u', before: row, after: then },
    { op: 'd', before: row, after: null },
  ]
  for (const { name, write, gtid: of } of versions)
    for (const told of rows)
      it(`is read: ${told.op}, as a connector wrote it (${name})`, () => {
        const gtid = { none: null, mysql: gtids[0] ?? '', mariadb: gtids[1] ?? '' }[of]
        const stands = { db: 'wordpress', table: 'wp_posts', server_id: 1, file: 'binlog.000021', pos: 792 }
        assert.deepEqual(parseDebezium(write({ ...told, ...stands }, gtid)), {
          row: { before: told.before, after: told.after },
          at: { file: 'binlog.000021', offset: 792 },
          origin: { serverId: '1', gtid },
        })
      })
})
