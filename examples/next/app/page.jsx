import Link from 'next/link'
import { read } from '../lib/lectern.js'

export default async function Home() {
  const posts = (await read('posts?per_page=10&_fields=id,title,excerpt')) ?? []
  return posts.map(({ id, title, excerpt }) => (
    <article key={id}>
      <h2>
        <Link href={`/posts/${id}`} dangerouslySetInnerHTML={{ __html: title.rendered }} />
      </h2>
      <div dangerouslySetInnerHTML={{ __html: excerpt.rendered }} />
    </article>
  ))
}
