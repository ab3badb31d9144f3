// Fills an empty database with a large site in the stock layout, by SQL inside the server, the same rows every time:
//   node test/bench/fill.ts mysql://root@host:port/database [--posts 1000000] [--prefix wp_]
// The database is created where it is missing; one that already has such tables is left alone.
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import * as rows from './site-rows.ts'

const sql = new URL('../../sql/', import.meta.url)
const chunkRows = 50_000
/** Tables whose secondary indexes are built after the rows are in: sorted once instead of grown row by row. */
const indexedLate = ['posts', 'postmeta', 'term_relationships', 'comments']
/** Options of the demo that speak of the demo's own rows. */
const optionsLeftOut = /^ +\(\d+, '(cron|rewrite_rules|sticky_posts|\w+_children)', .*\n/gm

async function fill(connection: Connection, site: rows.Site): Promise<void> {
  const run = async (...statements: readonly string[]) => {
    for (const statement of statements) await connection.query(statement)
  }
  const chunks = async (statement: (site: rows.Site, from: number, to: number) => string) => {
    for (let from = 0; from < site.posts; from += chunkRows)
      await run(statement(site, from, Math.min(from + chunkRows, site.posts) - 1))
  }
  let keys: readonly TableKeys[] = []
  await step('tables and options', async () => {
    await run(
      (await readFile(new URL('schema/mysql.sql', sql), 'utf8')).replaceAll(/\bwp_(?=\w)/g, site.prefix),
    )
    keys = await Promise.all(indexedLate.map((table) => keysOf(connection, site.prefix + table)))
    for (const { table, names } of keys)
      await run(`alter table ${table} ${names.map((name) => `drop key ${name}`).join(', ')}`)
    await run(optionRows(await readFile(new URL('demo.sql', sql), 'utf8'), site))
  })
  await step('numbers', () => run(...rows.seedTable(site)))
  await step('users and terms', () => run(...rows.userRows(site), ...rows.termRows(site)))
  await step('posts', () => chunks(rows.postRows))
  await step('postmeta', () => chunks(rows.postmetaRows))
  await step('relations', async () => {
    await chunks(rows.relationRows)
    await run(...rows.specialRelations(site), rows.termCounts(site))
  })
  await step('comments', () => chunks(rows.commentRows))
  for (const { table, definitions } of keys)
    await step(`indexes of ${table}`, () =>
      run(`alter table ${table} ${definitions.map((key) => `add ${key}`).join(', ')}`),
    )
  await step('statistics', () => run(...indexedLate.map((table) => `analyze table ${site.prefix}${table}`)))
  await run(`drop table ${site.prefix}bench_seed`)
}

interface TableKeys {
  readonly table: string
  readonly names: readonly string[]
  readonly definitions: readonly string[]
}

/** The plain secondary indexes of a table, as the server writes them: "KEY `name` (…)". */
async function keysOf(connection: Connection, table: string): Promise<TableKeys> {
  const [answer] = await connection.query<RowDataPacket[]>(`show create table ${table}`)
  const definitions = [...String(answer[0]?.['Create Table']).matchAll(/^ +(KEY (`\w+`) .*?),?$/gm)]
  return {
    table,
    names: definitions.map((key) => key[2] ?? ''),
    definitions: definitions.map((key) => key[1] ?? ''),
  }
}

/** The options of the demo site: its address, permalinks, time zone, roles. */
function optionRows(demo: string, { prefix }: rows.Site): string {
  const statement = /^insert into wp_options$.*?\);$/ms.exec(demo)?.[0]
  if (statement === undefined)
    throw new Error('sql/demo.sql has no "insert into wp_options" that ends in ");"')
  return statement
    .replace(optionsLeftOut, '')
    .replace('wp_options', `${prefix}options`)
    .replace(`'wp_user_roles'`, `'${prefix}user_roles'`)
}

async function step(name: string, work: () => Promise<void>): Promise<void> {
  const start = performance.now()
  await work()
  console.log(`${name.padEnd(32)}${((performance.now() - start) / 1000).toFixed(1).padStart(8)} s`)
}

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { posts: { type: 'string', default: '1000000' }, prefix: { type: 'string', default: 'wp_' } },
})
const posts = Number(flags.posts)
const address = URL.parse(positionals[0] ?? '')
const database = decodeURIComponent(address?.pathname.slice(1) ?? '')
if (!address || !/^\w+$/.test(database))
  exit('give the address of a database: mysql://root@host:port/database')
if (!Number.isInteger(posts) || posts < 1000 || posts % 100 !== 0)
  exit('--posts: a multiple of 100 from 1000 on')
if (!/^\w*$/.test(flags.prefix)) exit('--prefix: letters, digits and _')

const connection = await createConnection({
  uri: new URL('/', address).href,
  multipleStatements: true,
  charset: 'utf8mb4',
})
await connection.query(`create database if not exists ${database} character set utf8mb4`)
await connection.query(`use ${database}`)
const [present] = await connection.query<RowDataPacket[]>(
  'select 1 from information_schema.tables where table_schema = ? and table_name = ?',
  [database, `${flags.prefix}posts`],
)
if (present.length > 0)
  exit(`${database} already has the table ${flags.prefix}posts; drop the database first`)
// The stock tables have zero dates as defaults, which strict mode refuses, even where an index is added.
await connection.query(
  `set sql_mode = 'NO_BACKSLASH_ESCAPES', time_zone = '+00:00', foreign_key_checks = 0, unique_checks = 0`,
)
await step('all', () => fill(connection, { prefix: flags.prefix, posts }))
const tie = rows.tieOf(posts)
console.log(`the posts of the ids ${tie.from + 1} to ${tie.to + 1} share one second`)
await connection.end()

function exit(message: string): never {
  console.error(message)
  process.exit(1)
}
