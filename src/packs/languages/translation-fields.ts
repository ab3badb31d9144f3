// The language of content and terms, and their translations, in GraphQL and REST. Only translations that the viewer may see one by
// one are shown.
import {
  addressColumns,
  defineGather,
  textOf,
  Type,
  type Field,
  type FieldInput,
  type GatherReads,
  type ResourceDefinition,
  type Row,
  type Site,
} from '../../index.ts'

/** A language of the site, as a plug-in keeps it. */
export interface NamedLanguage {
  readonly slug: string
  readonly name: string
  readonly locale: string
}

/** The languages and translations of the rows of a page, by their ids. */
export interface TranslationSets {
  readonly languageOf: (id: string) => NamedLanguage | undefined
  /** The ids of a row's translations by the slugs of languages, itself among them. */
  readonly setOf: (id: string) => ReadonlyMap<string, string> | undefined
}

export interface Translating {
  /** Languages in the order in which translations are listed. */
  readonly languages: (site: Site) => readonly NamedLanguage[]
  readonly read: (
    resource: ResourceDefinition,
    ids: readonly string[],
    reads: GatherReads,
  ) => Promise<TranslationSets>
}

export interface Translation {
  readonly language: NamedLanguage
  readonly id: string
  readonly url: string
  /** The translation's row, with the title and slug of content, or the name and slug of a term. */
  readonly row: Row
}

/** Languages and translations of the rows of a page, by the ids of rows. */
interface Translated {
  readonly languageOf: TranslationSets['languageOf']
  readonly translations: ReadonlyMap<string, readonly Translation[]>
}

const columnsOf = {
  posts: [...addressColumns, 'title'],
  terms: ['id', 'name', 'slug', 'taxonomy', 'parent_id'],
} as const

/** Null for resources without languages: users, comments, and menus. */
export function translationFields(resource: ResourceDefinition, { languages, read }: Translating) {
  const { source, within, taxonomy, contentType } = resource
  if (within !== null || (source !== 'posts' && source !== 'terms')) return null
  if (source === 'terms' ? taxonomy === undefined || taxonomy.name === 'nav_menu' : contentType === undefined)
    return null
  const page = defineGather(async (rows, reads): Promise<Translated> => {
    const all = languages(reads.site)
    const ids = rows.map((row) => textOf(row, 'id'))
    const { languageOf, setOf } = await read(resource, ids, reads)
    const wanted = ids.flatMap((id) => all.map(({ slug }) => setOf(id)?.get(slug) ?? ''))
    const seen = await reads.visible(resource, {
      ids: [...new Set(wanted.filter((id) => /^[1-9]\d{0,18}$/.test(id)))],
      columns: columnsOf[source],
    })
    const byId = new Map(seen.map((row) => [textOf(row, 'id'), row]))
    const links = await (source === 'terms' ? reads.termLinks(seen) : reads.postLinks(seen))
    const shownOf = (id: string) =>
      all.flatMap((language) => {
        const other = setOf(id)?.get(language.slug) ?? ''
        const [row, url] = [byId.get(other), links.get(other)]
        return row === undefined || url === undefined ? [] : [{ language, id: other, url, row }]
      })
    return { languageOf, translations: new Map(ids.map((id) => [id, shownOf(id)])) }
  })
  const of = {
    columns: [...new Set(['id', ...columnsOf[source]])],
    needs: (site: Site) => ({ gathers: [page.on(site)] }),
  }
  const languageIn = ({ row, needed }: FieldInput) => page.of(needed).languageOf(textOf(row, 'id')) ?? null
  const allIn = ({ row, needed }: FieldInput) => page.of(needed).translations.get(textOf(row, 'id')) ?? []
  const prefix = resource.node?.prefix ?? ''
  const made = <T>(
    value: (language: NamedLanguage | null, all: readonly Translation[], input: FieldInput) => T,
  ) => ({ ...of, value: (input: FieldInput) => value(languageIn(input), allIn(input), input) })
  return {
    /** A value made of the language and the translations that the viewer may see. */
    made,
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
        description: 'Its versions in all languages, itself included.',
        ...of,
        value: (input: FieldInput) =>
          allIn(input).map(({ language, id, url }) => ({ language: language.slug, id: prefix + id, url })),
      },
    ],
    /** A field of REST whose value is made of them. */
    field: (
      name: string,
      type: string,
      value: (language: NamedLanguage | null, all: readonly Translation[]) => unknown,
    ): Field => ({
      name,
      contexts: ['view', 'edit'],
      schema: Type.Unsafe<unknown>({ type: [type, 'null'] }),
      ...made(value),
    }),
  }
}

const languageType = {
  type: 'Site_Language',
  description: 'A language of the site.',
  members: { slug: 'String!', name: 'String!', locale: 'String!' },
} as const

const translationType = {
  type: 'Site_Translation',
  description: 'A version of an object in one language of the site.',
  members: { language: 'String!', id: 'ID!', url: 'String' },
} as const
