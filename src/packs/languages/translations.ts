// The language of content and terms, and their translations: rows of one taxonomy whose descriptions name a set's members. Only
// those that the viewer may see one by one are shown.
import {
  addressColumns,
  defineGather,
  filterArg,
  parsePhpValue,
  textOf,
  Type,
  type Field,
  type FieldInput,
  type ResourceDefinition,
  type Site,
} from '../../index.ts'
import { arrayOf, phpText } from '../php/stored.ts'
import { languagesOf, type Language } from './settings.ts'

interface Translation {
  readonly language: Language
  readonly id: string
  readonly url: string
}

/** Languages and translations of the rows of a page, by the ids of rows. */
interface Translated {
  readonly languages: ReadonlyMap<string, Language>
  /** In the order of languages; a row is one of its own. */
  readonly translations: ReadonlyMap<string, readonly Translation[]>
}

const columnsOf = { posts: addressColumns, terms: ['id', 'name', 'slug', 'taxonomy', 'parent_id'] } as const

type Sets = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Null for what has no language: users, comments, and menus. */
export function translationsOf(resource: ResourceDefinition) {
  const { source, within, taxonomy, contentType } = resource
  if (within !== null || (source !== 'posts' && source !== 'terms')) return null
  if (source === 'terms' ? taxonomy === undefined || taxonomy.name === 'nav_menu' : contentType === undefined)
    return null
  const page = defineGather(async (rows, reads): Promise<Translated> => {
    const { site } = reads
    const { all, of, ofTerm, setOf } = languagesOf.of(site)
    const slugs = new Map<string, string>()
    const sets = new Map<string, ReadonlyMap<string, string>>()
    const ids = rows.map((row) => textOf(row, 'id'))
    if (source === 'terms')
      for (const id of ids) {
        slugs.set(id, ofTerm.get(id) ?? '')
        sets.set(id, setOf(id))
      }
    else {
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
    }
    const seen = await reads.visible(resource, {
      ids: [...new Set(idsIn(sets, all))],
      columns: columnsOf[source],
    })
    const links = await (source === 'terms' ? reads.termLinks(seen) : reads.postLinks(seen))
    const shownIn = (id: string) =>
      all.flatMap((language) => {
        const other = sets.get(id)?.get(language.slug)
        const url = other === undefined ? undefined : links.get(other)
        return other === undefined || url === undefined ? [] : [{ language, id: other, url }]
      })
    return {
      languages: new Map(
        [...slugs].flatMap(([id, slug]) => {
          const language = of(slug)
          return language ? [[id, language] as const] : []
        }),
      ),
      translations: new Map(ids.map((id) => [id, shownIn(id)])),
    }
  })
  const columns = [...new Set(['id', ...columnsOf[source]])]
  const needs = (site: Site) => ({ gathers: [page.on(site)] })
  const languageIn = ({ row, needed }: FieldInput) => page.of(needed).languages.get(textOf(row, 'id')) ?? null
  const allIn = ({ row, needed }: FieldInput) => page.of(needed).translations.get(textOf(row, 'id')) ?? []
  const of = { columns, needs }
  const prefix = resource.node?.prefix ?? ''
  return {
    nodeFields: [
      {
        name: 'language',
        type: { object: languageType },
        description: 'The language that it is written in.',
        ...of,
        value: (input: FieldInput) => {
          const language = languageIn(input)
          return language && { slug: language.slug, name: language.name, locale: language.locale }
        },
      },
      {
        name: 'translations',
        type: { objects: translationType },
        description: 'It in all languages, itself among them.',
        ...of,
        value: (input: FieldInput) =>
          allIn(input).map(({ language, id, url }) => ({ language: language.slug, id: prefix + id, url })),
      },
    ],
    fields: [
      restField('lang', 'string', { ...of, value: (input) => languageIn(input)?.slug ?? null }),
      restField('translations', 'object', {
        ...of,
        value: (input) =>
          Object.fromEntries(allIn(input).map(({ language, id }) => [language.slug, Number(id)])),
      }),
    ],
  }
}

function restField(name: string, type: string, of: Pick<Field, 'columns' | 'needs' | 'value'>): Field {
  const schema = Type.Unsafe<unknown>({ type: [type, 'null'] })
  return { name, contexts: ['view', 'edit'], schema, ...of }
}

const languageType = {
  type: 'Site_Language',
  description: 'A language of the site.',
  members: { slug: 'String!', name: 'String!', locale: 'String!' },
} as const

const translationType = {
  type: 'Site_Translation',
  description: 'Something in one of the languages of the site.',
  members: { language: 'String!', id: 'ID!', url: 'String' },
} as const

/** A set of translations, by the slugs of languages. */
function setIn(description: string): ReadonlyMap<string, string> {
  return new Map([...arrayOf(parsePhpValue(description))].map(([slug, id]) => [slug, phpText(id)]))
}

function idsIn(sets: Sets, all: readonly Language[]): readonly string[] {
  return [...sets.values()].flatMap((set) =>
    all.flatMap(({ slug }) => {
      const id = set.get(slug) ?? ''
      return /^[1-9]\d{0,18}$/.test(id) ? [id] : []
    }),
  )
}

/** Only content in a language. */
export const contentIn = filterArg(
  Type.Optional(Type.String({ description: 'Only content in this language.', own: true })),
  (slug) =>
    slug === undefined || slug === ''
      ? []
      : [{ kind: 'term', taxonomy: 'language', by: 'slug', values: [slug] }],
)
