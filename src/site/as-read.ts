// Options as WordPress reads them (get_option): addresses and bases without slashes at their end; `siteurl` replaces an empty `home`.
import type { OptionName } from '../core/site-options.ts'

export function asRead(name: OptionName, storedOf: (name: OptionName) => string): string {
  const value = storedOf(name)
  if (name === 'category_base' || name === 'tag_base')
    return withoutSlashes(value.replace(/^\/index\.php\//, ''))
  if (name !== 'home' && name !== 'siteurl') return value
  return withoutSlashes(value) || withoutSlashes(storedOf('siteurl'))
}

export function withoutSlashes(text: string): string {
  return text.replace(/\/+$/, '')
}
