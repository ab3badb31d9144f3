// Rows that a test adds to a stock database: what is left out of a post has the value of one that is published.
import type { Parameter } from './administer.ts'
import type { TestDatabase } from './databases.ts'

type Values = Readonly<Record<string, Parameter>>

/** In one statement a hundred rows, which all have the same columns. */
export async function insertRows(
  { execute }: Pick<TestDatabase, 'execute'>,
  table: string,
  rows: readonly Values[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += 100) {
    const part = rows.slice(at, at + 100)
    const columns = Object.keys(part[0] ?? {})
    const places = part.map(() => `(${columns.map(() => '?').join(', ')})`).join(', ')
    await execute(
      `insert into ${table} (${columns.join(', ')}) values ${places}`,
      part.flatMap((row) => columns.map((column) => row[column] ?? null)),
    )
  }
}

export function insertPosts(
  database: Pick<TestDatabase, 'execute'>,
  posts: readonly Values[],
): Promise<void> {
  return insertRows(
    database,
    'wp_posts',
    posts.map((post) => {
      const date = post['post_date'] ?? '2024-03-01 10:00:00'
      return {
        post_author: 1,
        post_content: '',
        post_title: '',
        post_excerpt: '',
        post_status: 'publish',
        comment_status: 'open',
        ping_status: 'open',
        post_password: '',
        post_name: `post-${String(post['ID'])}`,
        to_ping: '',
        pinged: '',
        post_content_filtered: '',
        post_parent: 0,
        guid: '',
        menu_order: 0,
        post_type: 'post',
        post_mime_type: '',
        comment_count: 0,
        post_date: date,
        post_date_gmt: date,
        post_modified: date,
        post_modified_gmt: date,
        ...post,
      }
    }),
  )
}
