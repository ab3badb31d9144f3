// Polylang keeps the language of content and terms as terms, and their translations as rows of a taxonomy whose descriptions name
// the members of a set.
import { filterArg, parsePhpValue, textOf, Type } from '../../index.ts'
import { arrayOf, phpText } from '../php/stored.ts'
import { languagesOf } from './settings.ts'
import type { Translating } from './translation-fields.ts'

export const translating: Translating = {
  languages: (site) => languagesOf.of(site).all,
  read: async ({ source }, ids, reads) => {
    const { of, ofTerm, setOf } = languagesOf.of(reads.site)
    if (source === 'terms') return { languageOf: (id) => of(ofTerm.get(id) ?? ''), setOf }
    const slugs = new Map<string, string>()
    const sets = new Map<string, ReadonlyMap<string, string>>()
    const carried = await reads.rows({
      source: 'post_terms',
      columns: ['post_id', 'slug', 'taxonomy', 'description'],
      filters: [
        { kind: 'in', column: 'post_id', values: ids },
        { kind: 'in', column: 'taxonomy', values: ['language', 'post_translations'] },
      ],
    })
    for (const term of carried) {
      const id = textOf(term, 'post_id')
      if (term['taxonomy'] === 'language') slugs.set(id, textOf(term, 'slug'))
      else sets.set(id, setIn(textOf(term, 'description')))
    }
    return { languageOf: (id) => of(slugs.get(id) ?? ''), setOf: (id) => sets.get(id) }
  },
}

/** A set of translations, by the slugs of languages. */
function setIn(description: string): ReadonlyMap<string, string> {
  return new Map([...arrayOf(parsePhpValue(description))].map(([slug, id]) => [slug, phpText(id)]))
}

/** Only content in a language. */
export const contentIn = filterArg(
  Type.Optional(Type.String({ description: 'Only content in this language.', own: true })),
  (slug) =>
    slug === undefined || slug === ''
      ? []
      : [{ kind: 'term', taxonomy: 'language', by: 'slug', values: [slug] }],
)
