// The link of WordPress's button Preview, signed by the filter in docs/previews.md: gets a token, and turns draft mode on.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { cookies, draftMode } from 'next/headers'
import { redirect } from 'next/navigation'
import { root, secretOf } from '../../lib/lectern.js'

export async function GET(request) {
  const link = new URL(request.url).searchParams
  const [post, expires] = [Number(link.get('post')), Number(link.get('expires'))]
  const expected = createHmac('sha256', secretOf('PREVIEW_LINK_SECRET')).update(`${post}.${expires}`).digest()
  const given = Buffer.from(link.get('signature') ?? '', 'hex')
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
  if (!isGenuine || expires * 1000 < Date.now())
    return new Response('This link has expired.', { status: 401 })
  const answer = await fetch(`${root}/lectern/v1/preview-tokens`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Preview-Secret ${secretOf('PREVIEW_SECRET')}`,
    },
    body: JSON.stringify({ post }),
  })
  if (!answer.ok) return new Response('There is nothing to preview.', { status: 404 })
  const preview = await answer.json()
  ;(await draftMode()).enable()
  const expiring = { httpOnly: true, secure: true, sameSite: 'lax', expires: new Date(preview.expires) }
  ;(await cookies()).set('preview', preview.token, expiring)
  redirect(`/posts/${post}`)
}
