// Fills a database that holds a site with copies of its published posts, so that a bench may ask for rows that were never asked
// for: by SQL inside the server, with their meta and terms, the k-th copy k minutes before 2020.
//   node test/bench/copies.ts mysql://root@host:port/database [--copies 3000]
// Each post is copied so often; a database that has copies is left alone.
import { parseArgs } from 'node:util'
import { createConnection, type RowDataPacket } from 'mysql2/promise'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { copies: { type: 'string', default: '3000' } },
})
const copies = Number(flags.copies)
if (!Number.isInteger(copies) || copies < 1) throw new Error('--copies: a number from 1 on')
const connection = await createConnection({ uri: positionals[0] ?? '' })
const texts = async (sql: string) => {
  const [rows] = await connection.query<RowDataPacket[]>(sql)
  return rows.map((row) => String(Object.values(row)[0]))
}
/** Copies the rows of a table that `where` finds, with these expressions for columns, and new ones for `without`. */
const copy = async (
  table: string,
  where: string,
  changed: Readonly<Record<string, string>>,
  without = '',
) => {
  const columns = (await texts(`show columns from ${table}`)).filter((column) => column !== without)
  const values = columns.map((column) => changed[column] ?? column)
  await connection.query(
    `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from ${table}, bench_numbers where ${where}`,
  )
}

try {
  await connection.query(`set sql_mode = 'NO_BACKSLASH_ESCAPES'`)
  const ids = await texts(
    `select ID from wp_posts where post_type = 'post' and post_status = 'publish' order by post_date, ID`,
  )
  if (ids.length > 999) throw new Error('the database has copies, or too many posts')
  /** Ids of copies of one post lie so far apart. */
  const apart = 10 ** String(Math.max(...ids.map(Number))).length
  await connection.query('create temporary table bench_numbers (n int not null primary key)')
  await connection.query('insert into bench_numbers values ?', [
    Array.from({ length: copies }, (_, n) => [n + 1]),
  ])
  for (const [nth, id] of ids.entries()) {
    const at = `date_sub('2020-01-01', interval n * ${ids.length} - ${nth} minute)`
    const own = (column: string) => ({ [column]: `${column} + n * ${apart}` })
    const posts = {
      ...own('ID'),
      post_date: at,
      post_date_gmt: at,
      post_name: `concat(post_name, '-', n)`,
      guid: `concat(guid, '-', n)`,
    }
    await copy('wp_posts', `ID = ${id}`, posts)
    await copy('wp_postmeta', `post_id = ${id}`, own('post_id'), 'meta_id')
    await copy('wp_term_relationships', `object_id = ${id}`, own('object_id'))
  }
  await connection.query('analyze table wp_posts, wp_postmeta, wp_term_relationships')
  console.log(`${ids.length * copies} posts`)
} finally {
  await connection.end()
}
