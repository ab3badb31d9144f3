// Languages in WPGraphQL's schema, as the plug-in WPGraphQL Polylang names them: fields of content and terms, members of `where`,
// and two fields of RootQuery.
import {
  defineGraphTypes,
  type FieldInput,
  type GraphField,
  type GraphKind,
  type GraphType,
  type GraphWhere,
  type ResourceDefinition,
  type Site,
} from '../../index.ts'
import { languagesOf, type Language } from './settings.ts'
import { translationFields } from './translation-fields.ts'
import { inLanguages, translating } from './translations.ts'

const codes = 'LanguageCodeEnum'
const filter = 'LanguageCodeFilterEnum'
const languageType = 'Language'

export const languageGraph = defineGraphTypes({
  mark: (site) => {
    const { all, translatedTypes, translatedTaxonomies } = languagesOf.of(site)
    return [...all.map(codeOf), '', ...translatedTypes, '', ...translatedTaxonomies].join()
  },
  define: (site, kinds) => {
    const { all } = languagesOf.of(site)
    const translated = kinds.filter(({ resource }) => isTranslated(resource, site))
    return {
      types: typesFor(all),
      fields: new Map(translated.map((kind) => [kind.resource.name, fieldsOf(kind)])),
      wheres: new Map(translated.map(({ resource }) => [resource.name, wheresOf(resource)])),
      roots: {
        languages: {
          type: `[${languageType}]`,
          row: noRow,
          value: ({ site: of }) => languagesOf.of(of).all.map(shown),
        },
        defaultLanguage: {
          type: languageType,
          row: noRow,
          value: ({ site: of }) => {
            const own = languagesOf.of(of).all.find(({ isDefault }) => isDefault)
            return own ? shown(own) : null
          },
        },
      },
    }
  },
})

const noRow = { id: '0' }

/** The enum value of a language: `pt-br` is `PT_BR`. */
function codeOf({ slug }: Pick<Language, 'slug'>): string {
  return slug.toUpperCase().replaceAll(/\W/g, '_')
}

function typesFor(all: readonly Language[]): readonly GraphType[] {
  const named = all.map(codeOf)
  return [
    { kind: 'enum', name: codes, values: named },
    { kind: 'enum', name: filter, values: [...named, 'ALL', 'DEFAULT'] },
    {
      kind: 'type',
      name: languageType,
      interfaces: [],
      members: {
        id: 'ID!',
        code: codes,
        name: 'String',
        slug: 'String',
        locale: 'String',
        homeUrl: 'String',
      },
    },
  ]
}

function shown(language: Language) {
  const { slug, name, locale, home } = language
  const id = Buffer.from(`Language:${slug}`).toString('base64')
  return { id, code: codeOf(language), name, slug, locale, homeUrl: `${home}/` }
}

function isTranslated({ source, name, taxonomy }: ResourceDefinition, site: Site): boolean {
  const { translatedTypes, translatedTaxonomies } = languagesOf.of(site)
  return source === 'terms' ? translatedTaxonomies.has(taxonomy?.name ?? '') : translatedTypes.has(name)
}

function fieldsOf({ resource, type }: GraphKind): Readonly<Record<string, GraphField>> {
  const translated = translationFields(resource, translating)
  if (translated === null) return {}
  const { made } = translated
  const asked = ({ args = {}, site }: FieldInput) => slugsOf(args['language'], site)
  return {
    language: {
      type: languageType,
      ...made((language, _, { site }) => {
        const known = languagesOf.of(site).of(language?.slug ?? '')
        return known ? shown(known) : null
      }),
    },
    translations: {
      type: `[${type}]`,
      leads: 'to-several',
      ...made((language, all) => all.filter((each) => each.language !== language).map(({ id }) => id)),
    },
    translation: {
      type: `(language: ${codes}!): ${type}`,
      leads: 'to-one',
      ...made((_, all, input) => {
        const slugs = asked(input)
        return all.find((each) => slugs?.includes(each.language.slug))?.id ?? null
      }),
    },
  }
}

function wheresOf({ source }: ResourceDefinition): Readonly<Record<string, GraphWhere>> {
  const filters: GraphWhere['filters'] = (value, site) => {
    const slugs = slugsOf(value, site)
    return slugs === null ? [] : inLanguages(source, slugs, site)
  }
  return { language: { type: filter, filters }, languages: { type: `[${codes}!]`, filters } }
}

/** The slugs of the languages that one enum value or several mean; null for all languages. */
function slugsOf(value: unknown, site: Site): readonly string[] | null {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (names.includes('ALL')) return null
  const isNamed = (language: Language) =>
    names.includes(codeOf(language)) || (language.isDefault && names.includes('DEFAULT'))
  return languagesOf
    .of(site)
    .all.filter(isNamed)
    .map(({ slug }) => slug)
}
