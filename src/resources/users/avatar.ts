// Avatars are images of Gravatar, whose addresses contain a hash of the e-mail address instead of the address.
import { hash } from 'node:crypto'
import { Type } from 'typebox'
import { isEmpty } from '../../core/php-empty.ts'
import type { StoredSchema } from '../../registry/field.ts'
import type { NodeField } from '../../registry/node.ts'
import { usualAvatarPx } from '../../render/avatar-tag.ts'
import type { Site } from '../../site/site.ts'

const sizes = [24, 48, 96]

/** The schema of avatar addresses by size in px. */
export const avatarSchema = Type.Unsafe<unknown>({
  type: 'object',
  properties: Object.fromEntries(
    sizes.map((size) => [
      String(size),
      {
        description: `Where the picture of ${size} px is.`,
        type: 'string',
        format: 'uri',
        context: ['embed', 'view', 'edit'],
      },
    ]),
  ),
})

/** Omits the member from the described schema of a site without avatars. */
export const avatarsDescribed: StoredSchema = {
  columns: [],
  value: ({ site }) => describedAvatars(site),
  ofAll: describedAvatars,
}

function describedAvatars(site: Site): unknown {
  return hasAvatars(site) ? undefined : null
}

/** Avatar addresses by size in px, as REST shows them; undefined where the site shows no avatars. */
export function avatarUrls(email: string, site: Site): Readonly<Record<string, string>> | undefined {
  if (!hasAvatars(site)) return undefined
  return Object.fromEntries(sizes.map((size) => [String(size), avatarUrl(email, size, site)]))
}

/**
 * The address of an avatar by the site's options for image and rating (get_avatar_url); `size` in px. Empty where the site shows none.
 *
 * @example
 * ```ts
 * import { avatarUrl, defineExtension, textOf, type Derived } from 'lectern'
 *
 * const portrait: Derived = {
 *   columns: ['email'],
 *   value: ({ row, site }) => avatarUrl(textOf(row, 'email'), 200, site),
 * }
 *
 * const field = { name: 'portrait', type: 'String', description: 'A large avatar.', ...portrait } as const
 *
 * export default defineExtension({ name: 'portraits', adds: { user: { nodeFields: [field] } } })
 * ```
 */
export function avatarUrl(email: string, size: number, site: Site): string {
  const { option } = site
  if (!hasAvatars(site)) return ''
  const address = email.trim().toLowerCase()
  const digest = address === '' ? '' : hash('sha256', address)
  const chosen = site.hasOption('avatar_default') ? option('avatar_default') : 'mystery'
  const asked = [
    ['s', String(size || usualAvatarPx)],
    ['d', pictures.get(chosen) ?? chosen],
    ['r', option('avatar_rating').toLowerCase()],
  ] as const
  const query = asked.flatMap(([name, value]) =>
    isEmpty(value) ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return `https://secure.gravatar.com/avatar/${digest}?${query.join('&')}`
}

/** Gravatar's names of default images that WordPress names differently. */
const pictures: ReadonlyMap<string, string> = new Map([
  ['mystery', 'mm'],
  ['gravatar_default', ''],
])

const widthMax = 512

export const avatarArgs: NonNullable<NodeField['args']> = {
  size: { type: 'Int', description: `Its width, in pixels, up to ${widthMax}.`, fallback: usualAvatarPx },
}

/** The address of an avatar as wide as `args` request; null where the site shows no avatars. */
export function avatarAsked(
  email: string,
  args: Readonly<Record<string, unknown>> | undefined,
  site: Site,
): string | null {
  const width = Math.min(Math.max(Number(args?.['size'] ?? usualAvatarPx), 1), widthMax)
  return avatarUrl(email, width, site) || null
}

function hasAvatars({ isOn }: Site): boolean {
  return isOn('show_avatars')
}
