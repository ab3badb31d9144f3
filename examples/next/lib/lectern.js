// Reads from Lectern. What everybody sees is kept until a webhook names one of its tags; what a preview shows is never kept.
import { cacheLife, cacheTag } from 'next/cache'
import { cookies, draftMode } from 'next/headers'
import { tagsOf } from '../../../config/proxies/revalidate.ts'
import { everyTag } from '../../../config/proxies/routes.ts'

const { LECTERN_URL = 'http://127.0.0.1:8080', BRAND = 'cms' } = process.env
export const root = `${LECTERN_URL}/${BRAND}-json`
export const secretOf = (name) => process.env[name] ?? ''

export async function read(path) {
  'use cache'
  const answer = await fetch(`${root}/${BRAND}/v2/${path}`)
  cacheTag(everyTag, ...tagsOf(answer))
  cacheLife(answer.ok ? 'max' : 'seconds')
  return answer.ok ? answer.json() : null
}

/** A post as everybody sees it, or as its editors do where this reader has a token for it. */
export async function readPost(id) {
  const token = (await draftMode()).isEnabled ? (await cookies()).get('preview')?.value : undefined
  if (token === undefined) return read(`posts/${id}`)
  const headers = { Authorization: `Preview ${token}` }
  const answer = await fetch(`${root}/${BRAND}/v2/posts/${id}`, { headers, cache: 'no-store' })
  return answer.ok ? answer.json() : read(`posts/${id}`)
}
