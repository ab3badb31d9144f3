import { notFound } from 'next/navigation'
import { readPost } from '../../../lib/lectern.js'

export default async function Post({ params }) {
  const { id } = await params
  const post = /^\d+$/.test(id) ? await readPost(id) : null
  if (post === null) notFound()
  return (
    <article>
      <h1 dangerouslySetInnerHTML={{ __html: post.title.rendered }} />
      {post.status === 'publish' ? null : <p role="status">A preview: this is not published.</p>}
      <div dangerouslySetInnerHTML={{ __html: post.content.rendered }} />
    </article>
  )
}
