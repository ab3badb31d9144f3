// Polylang keeps the language of content and terms as terms, and their translations as rows of a taxonomy whose descriptions name
// the members of a set.
import {
  defineGather,
  filterArg,
  parsePhpValue,
  textOf,
  Type,
  type ResourceDefinition,
  type Site,
} from '../../index.ts'
import { arrayOf, phpText, wholeNumber } from '../php/stored.ts'
import { languagesOf, type Language } from './settings.ts'
import type { Translating } from './translation-fields.ts'

export const translating: Translating = {
  languages: (site) => languagesOf.of(site).all,
  read: async ({ source }, ids, reads) => {
    const { all, ofTerm, setOf } = languagesOf.of(reads.site)
    const of = (slug: string | undefined) => all.find((language) => language.slug === slug)
    if (source === 'terms') return { languageOf: (id) => of(ofTerm.get(id)), setOf }
    const slugs = new Map<string, string>()
    const sets = new Map<string, ReadonlyMap<string, string>>()
    const carried = await reads.rows({
      source: 'post_terms',
      columns: ['post_id', 'id', 'slug', 'taxonomy', 'description'],
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
    return { languageOf: (id) => of(slugs.get(id)), setOf: (id) => sets.get(id) }
  },
}

const frontOptions = ['page_on_front', 'page_for_posts'] as const

/** The ids of a language's front page and page of posts; 0 where the language has no published one. */
export const frontPages = defineGather(async (_, { site, rows }) => {
  const isUsed = site.option('show_on_front') === 'page'
  const ids = isUsed ? frontOptions.map(site.option).filter((id) => /^[1-9]\d{0,17}$/.test(id)) : []
  const carried = await rows({
    source: 'post_terms',
    columns: ['post_id', 'id', 'description'],
    filters: [
      { kind: 'in', column: 'post_id', values: ids },
      { kind: 'in', column: 'taxonomy', values: ['post_translations'] },
    ],
  })
  const sets = new Map(carried.map((row) => [textOf(row, 'post_id'), setIn(textOf(row, 'description'))]))
  const translated = [...sets.values()].flatMap((set) => Array.from(set.values()))
  const open = await rows({
    source: 'posts',
    columns: ['id'],
    filters: [
      {
        kind: 'in',
        column: 'id',
        values: [...ids, ...translated],
      },
      { kind: 'in', column: 'status', values: ['publish'] },
    ],
  })
  const isOpen = new Set(open.map((row) => textOf(row, 'id')))
  return ({ slug, isDefault }: Pick<Language, 'slug' | 'isDefault'>) =>
    Object.fromEntries(
      frontOptions.map((name) => {
        const id = site.option(name)
        const own = sets.get(id)?.get(slug) ?? (isDefault && ids.includes(id) ? id : '')
        return [name, isOpen.has(own) ? wholeNumber(own) : 0]
      }),
    )
})

/** A set of translations, by the slugs of languages. */
export function setIn(description: string): ReadonlyMap<string, string> {
  return new Map([...arrayOf(parsePhpValue(description))].map(([slug, id]) => [slug, phpText(id)]))
}

/** Only content in a language. */
export const contentIn = filterArg(
  Type.Optional(Type.String({ description: 'Only content in this language.', own: true })),
  (slug, { site }) => (slug === undefined || slug === '' ? [] : inLanguages('posts', [slug], site)),
)

/** Filters for content or terms in these languages, without those that the owner hides from visitors. */
export function inLanguages(
  source: ResourceDefinition['source'],
  named: readonly string[],
  site: Site,
): ReturnType<ReturnType<typeof filterArg>['filters']> {
  const { known, ofTerm } = languagesOf.of(site)
  const hidden = new Set(known.flatMap(({ slug, isActive }) => (isActive ? [] : [slug])))
  const slugs = named.filter((slug) => !hidden.has(slug))
  if (source !== 'terms') return [{ kind: 'term', taxonomy: 'language', by: 'slug', values: slugs }]
  const ids = [...ofTerm].filter(([, slug]) => slugs.includes(slug))
  return [{ kind: 'in', column: 'id', values: ids.map(([id]) => id) }]
}
