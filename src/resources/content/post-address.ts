// Values for a post's address: the link, its path, its template, and the slug that its title would get.
import { textOf } from '../../database/tables.ts'
import type { Derived, FieldInput } from '../../registry/field.ts'
import { permalinkTemplate as templateOf, postLink, uriOf } from '../../site/permalink.ts'
import { addressColumns, surroundingsFor } from '../../site/surroundings.ts'
import { decoded } from '../../core/decoded.ts'
import { slugOf } from '../../site/slug.ts'

/** An item's link is its page, too. */
const known = new WeakMap<FieldInput, string>()

export const link: Derived = {
  columns: [...addressColumns],
  needs: (site) => ({ ...surroundingsFor(site), ancestors: true }),
  value: (input) => {
    const made = known.get(input) ?? postLink(input.row, input.site, input.needed)
    known.set(input, made)
    return made
  },
}

/** The path of the link, below the site's address. */
export const uri: Derived = {
  ...link,
  value: (input) => uriOf(postLink(input.row, input.site, input.needed), input.site),
}

export const permalinkTemplate: Derived = {
  ...link,
  value: ({ row, site, needed }) => templateOf(row, site, needed),
}

/** Slugs that WordPress gives to no content, because its addresses of feeds and embeds end with them (wp_unique_post_slug). */
const reserved: ReadonlySet<string> = new Set(['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed'])

function free(slug: string): string {
  return reserved.has(slug) ? `${slug}-2` : slug
}

/** The slug that WordPress would derive from the title; the row's own where it is the same, with or without a number. */
export const generatedSlug: Derived = {
  columns: ['id', 'slug', 'title'],
  value: ({ row, site }) => {
    const language = site.option('WPLANG') ?? ''
    const [own, made] = [decoded(textOf(row, 'slug')), slugOf(textOf(row, 'title'), language)]
    if (made === '') return textOf(row, 'id')
    return own.startsWith(made) && /^(?:-\d+)?$/.test(own.slice(made.length)) ? own : free(made)
  },
}
