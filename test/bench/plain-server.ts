// The yardstick for an answer that is not cached: what is written by hand in an afternoon for one site. node:http, prepared
// statements, one JSON.stringify; no rendering, no rules, no cache.
//   DATABASE_URL=… node test/bench/plain-server.ts
// Prints its address on one line once it listens.
import { createServer } from 'node:http'
import { createPool, type RowDataPacket } from 'mysql2/promise'

type Value = string | number

const pool = createPool({ uri: process.env['DATABASE_URL'] ?? '', connectionLimit: 8, dateStrings: true })

async function read(sql: string, values: readonly Value[]): Promise<RowDataPacket[]> {
  const [rows] = await pool.execute<RowDataPacket[]>(sql, [...values])
  return rows
}

function marks(values: readonly Value[]): string {
  return values.map(() => '?').join(',')
}

async function list(before: string, limit: number, embeds: boolean) {
  const where = `post_type = 'post' and post_status = 'publish' and post_date < ?`
  const [posts, counts] = await Promise.all([
    read(
      `select ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status, comment_status,
        ping_status, post_password, post_name, post_modified, post_modified_gmt, guid, post_type
      from wp_posts where ${where} order by post_date desc, ID desc limit ${limit}`,
      [before],
    ),
    read(`select count(*) as count from wp_posts where ${where}`, [before]),
  ])
  const ids = posts.map(({ ID }) => Number(ID))
  if (ids.length === 0) return { count: 0, items: [] }
  const [meta, terms] = await Promise.all([
    read(`select post_id, meta_key, meta_value from wp_postmeta where post_id in (${marks(ids)})`, ids),
    read(
      `select r.object_id, x.taxonomy, t.term_id, t.name, t.slug from wp_term_relationships r
        join wp_term_taxonomy x using (term_taxonomy_id) join wp_terms t on t.term_id = x.term_id
      where r.object_id in (${marks(ids)})`,
      ids,
    ),
  ])
  const authors = [...new Set(posts.map(({ post_author }) => Number(post_author)))]
  const images = meta.filter(({ meta_key }) => meta_key === '_thumbnail_id')
  const files = images.map(({ meta_value }) => String(meta_value))
  const [users, media] = !embeds
    ? [[], []]
    : await Promise.all([
        read(
          `select ID, display_name, user_nicename, user_url from wp_users where ID in (${marks(authors)})`,
          authors,
        ),
        files.length === 0
          ? []
          : read(
              `select p.ID, p.post_title, m.meta_key, m.meta_value from wp_posts p join wp_postmeta m on m.post_id = p.ID
              where p.ID in (${marks(files)})`,
              files,
            ),
      ])
  const items = posts.map((post) => {
    const of = (rows: readonly RowDataPacket[], column: string) =>
      rows.filter((row) => row[column] === post['ID'])
    const ownTerms = of(terms, 'object_id')
    const inTaxonomy = (name: string) =>
      ownTerms.filter(({ taxonomy }) => taxonomy === name).map(({ term_id }) => Number(term_id))
    const day = String(post['post_date']).slice(0, 10).replaceAll('-', '/')
    const base = 'https://example.org/wp-json/wp/v2/posts'
    const own = of(meta, 'post_id')
    const image = own.find(({ meta_key }) => meta_key === '_thumbnail_id')?.['meta_value']
    return {
      id: Number(post['ID']),
      date: String(post['post_date']),
      date_gmt: String(post['post_date_gmt']),
      modified: String(post['post_modified']),
      modified_gmt: String(post['post_modified_gmt']),
      guid: { rendered: String(post['guid']) },
      slug: String(post['post_name']),
      status: String(post['post_status']),
      type: String(post['post_type']),
      link: `https://example.org/${day}/${post['post_name']}/`,
      title: { rendered: String(post['post_title']) },
      content: { rendered: String(post['post_content']), protected: post['post_password'] !== '' },
      excerpt: { rendered: String(post['post_excerpt'] || String(post['post_content']).slice(0, 300)) },
      author: Number(post['post_author']),
      comment_status: String(post['comment_status']),
      ping_status: String(post['ping_status']),
      meta: Object.fromEntries(
        own.map(({ meta_key, meta_value }): [string, string] => [meta_key, String(meta_value)]),
      ),
      categories: inTaxonomy('category'),
      tags: inTaxonomy('post_tag'),
      _links: { self: [{ href: `${base}/${post['ID']}` }], collection: [{ href: base }] },
      _embedded: embeds
        ? {
            author: users.filter(({ ID }) => ID === post['post_author']),
            'wp:term': ownTerms,
            'wp:featuredmedia': media.filter(({ ID }) => String(ID) === String(image)),
          }
        : undefined,
    }
  })
  return { count: Number(counts[0]?.['count'] ?? 0), items }
}

const server = createServer((req, res) => {
  const { searchParams: query } = new URL(req.url ?? '/', 'http://localhost')
  const before = (query.get('before') ?? '2100-01-01T00:00:00').replace('T', ' ')
  list(before, Math.min(100, Number(query.get('per_page') ?? 10)), query.has('_embed')).then(
    ({ count, items }) => {
      const body = Buffer.from(JSON.stringify(items))
      res.writeHead(200, {
        'Content-Type': 'application/json; charset=UTF-8',
        'X-WP-Total': String(count),
        'Content-Length': body.length,
      })
      res.end(body)
    },
    (error: unknown) => {
      res.writeHead(500)
      res.end(String(error))
    },
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}`)
})
