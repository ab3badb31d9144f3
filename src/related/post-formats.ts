// Post formats, which are terms of a taxonomy, and the filters that find posts by format.
import type { Filter } from '../database/filter.ts'

/** The formats that a post can have; a post without one is standard. */
export const formats = [
  'standard',
  'aside',
  'chat',
  'gallery',
  'link',
  'image',
  'quote',
  'status',
  'video',
  'audio',
] as const

/** Filters posts by format: a post with a format has its term, a standard one has none. */
export function ofFormats(wanted: readonly string[]): readonly Filter[] {
  const named = wanted.filter((format) => format !== 'standard')
  const filters: readonly Filter[] = [
    ...(named.length === 0 ? [] : [formatted(named)]),
    ...(named.length === wanted.length
      ? []
      : [{ kind: 'none', filters: [formatted(formats.slice(1))] } as const]),
  ]
  return filters.length > 1 ? [{ kind: 'any', filters }] : filters
}

function formatted(values: readonly string[]): Filter {
  return {
    kind: 'term',
    taxonomy: 'post_format',
    by: 'slug',
    values: values.map((format) => `post-format-${format}`),
  }
}
