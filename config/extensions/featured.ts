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
      posted_at: postedAt,
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
  return posts.map(({ id, title: name, excerpt, url, author: writer, posted_at, picture }) => ({
    id,
    title: name,
    excerpt,
    url,
    thumb: thumbs.get(picture) ?? null,
    author: writer,
    posted_at,
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

/** With the zone of the site: 2024-02-01T09:00:00+00:00. */
const postedAt: Derived = {
  columns: ['created_at'],
  value: ({ row, site: { timeZone } }) => {
    const local = textOf(row, 'created_at').replace(' ', 'T')
    const utc = timeZone.toUtc(textOf(row, 'created_at')).replace(' ', 'T')
    const minutes = Math.round((Date.parse(`${local}Z`) - Date.parse(`${utc}Z`)) / 60_000)
    const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
    const two = (number: number) => String(number).padStart(2, '0')
    return `${local}${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`
  },
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
