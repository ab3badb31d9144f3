// The image of an avatar (get_avatar).
import { attributeText, attributeUrl } from './html-tag.ts'

/** The default size in pixels. */
export const usualAvatarPx = 96

export interface AvatarTag {
  /** The size in pixels, 0 for the default; `srcset` offers twice as many for screens of double density. */
  readonly size: number
  readonly alt?: string
  readonly className?: string
  readonly style?: string
}

/**
 * The image of an avatar, as get_avatar makes it; empty where the site shows none.
 *
 * @example
 * ```ts
 * import { avatarTag, avatarUrl, defineExtension, defineRoute, everybody } from 'lectern'
 *
 * const face = defineRoute({
 *   namespace: 'faces/v1',
 *   path: '/face',
 *   methods: ['GET'],
 *   permission: everybody,
 *   handle: async ({ read }) => {
 *     const site = await read.site()
 *     return avatarTag((size) => avatarUrl('somebody@example.org', size, site), { size: 48 })
 *   },
 * })
 *
 * export default defineExtension({ name: 'faces', routes: [face] })
 * ```
 */
export function avatarTag(
  avatarUrl: (size: number) => string,
  { size, alt = '', className, style = '' }: AvatarTag,
): string {
  const address = (px: number) => attributeUrl(avatarUrl(px))
  if (avatarUrl(size) === '') return ''
  // An unknown e-mail address has the default avatar
  const isDefault = avatarUrl(size).includes('/avatar/?')
  const extra = `${isDefault ? ' avatar-default' : ''}${className === undefined ? '' : ` ${className}`}`
  const px = size || usualAvatarPx
  return `<img alt='${attributeText(alt)}' src='${address(size)}' srcset='${address(size * 2)} 2x' class='avatar avatar-${px} photo${extra}' height='${px}' width='${px}' ${style === '' ? '' : ` style="${attributeText(style)}"`}/>`
}
