// The newest posts that are marked as featured, each with its picture.
import { integerOf, summary, textOf, title, type Derived, type Read } from 'lectern'

export async function featured(read: Read, count: number): Promise<readonly unknown[]> {
  const posts = await read.list('post', {
    values: {
      id: 'id',
      title,
      excerpt: summary,
      url: 'link',
      author,
      posted: 'date_gmt',
      picture: 'featured_media',
    },
    meta: { key: 'featured', value: '1' },
    limit: count,
  })
  const ids = [...new Set(posts.map(({ picture }) => Number(picture)))].filter((id) => id > 0)
  const pictures =
    ids.length === 0
      ? []
      : await read.list('attachment', {
          values: { id: 'id', details: 'media_details', url: 'source_url' },
          ids,
          limit: ids.length,
        })
  const thumbs = new Map(pictures.map(({ id, details, url }) => [id, mediumOf(details) ?? url]))
  return posts.map(({ id, title: name, excerpt, url, author: writer, posted, picture }) => ({
    id,
    title: name,
    excerpt,
    url,
    thumb: thumbs.get(picture) ?? null,
    author: writer,
    posted_at: `${String(posted)}+00:00`,
  }))
}

/** The same posts, by their ids. */
export async function featuredIds(read: Read, count: number): Promise<readonly unknown[]> {
  const posts = await read.list('post', {
    values: { id: 'id' },
    meta: { key: 'featured', value: '1' },
    limit: count,
  })
  return posts.map(({ id }) => id)
}

const author: Derived = {
  columns: ['author_id'],
  needs: () => ({ authors: true }),
  value: ({ row, needed }) => textOf(needed.authorOf(integerOf(row, 'author_id')) ?? {}, 'name'),
}

/** The address of the medium size, where there is one. */
function mediumOf(details: unknown): string | null {
  const medium = memberOf(memberOf(details, 'sizes'), 'medium')
  const url = memberOf(medium, 'source_url')
  return typeof url === 'string' ? url : null
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined
}
