// Avatars: Gravatar's pictures, by the hash of an e-mail address, which itself never leaves.
import { hash } from 'node:crypto'
import type { Site } from '../site/site.ts'

const sizes = [24, 48, 96]

/** Their addresses by size, by the options that choose picture and rating (get_avatar_url); nothing where they are off. */
export function avatarUrls(email: string, { option }: Site): Readonly<Record<string, string>> | undefined {
  if (option('show_avatars') === '0') return undefined
  const address = email.trim().toLowerCase()
  const digest = address === '' ? '' : hash('sha256', address)
  const picture = option('avatar_default').replace(/^mystery$/, 'mm') || 'mm'
  const rating = option('avatar_rating').toLowerCase() || 'g'
  const url = (size: number) =>
    `https://secure.gravatar.com/avatar/${digest}?s=${size}&d=${picture}&r=${rating}`
  return Object.fromEntries(sizes.map((size) => [String(size), url(size)]))
}
