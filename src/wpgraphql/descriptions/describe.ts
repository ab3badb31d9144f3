// Gives every type, field, argument and value of the schema its description. Most names mean the same in all types, so sentences
// are keyed by name; those for names made of a content type or taxonomy are derived from its labels.
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  type GraphQLEnumType,
  type GraphQLSchema,
} from 'graphql'
import { knownMimeTypes } from '../../resources/media/mime-types.ts'
import { enumName, type ContentNames, type TaxonomyNames } from '../names.ts'
import { defaultTemplate } from '../templates.ts'
import { inputSentences } from './inputs.ts'
import { nodeSentences } from './nodes.ts'
import { siteSentences } from './site.ts'
import { typeSentences, valueSentences } from './types.ts'

const memberSentences = new Map([...nodeSentences, ...siteSentences, ...inputSentences])

export interface NamesOfSite {
  readonly contentTypes: readonly ContentNames[]
  readonly taxonomies: readonly TaxonomyNames[]
  /** A sentence about what an extension added; null for everything else. */
  readonly added: (type: string, field?: string) => string | null
}

interface Described {
  readonly name: string
  description: string | null | undefined
}

export function describeSchema(schema: GraphQLSchema, site: NamesOfSite): void {
  const sentence = createSentence(site)
  const give = (described: Described, text: string | null): void => {
    described.description = described.description || text
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || isScalarType(type)) continue
    give(type, sentence.ofType(type.name))
    if (isEnumType(type))
      for (const value of type.getValues()) give(value, sentence.ofValue(type, value.name))
    if (isInputObjectType(type) || isObjectType(type) || isInterfaceType(type))
      for (const field of Object.values(type.getFields()))
        give(field, sentence.ofMember(type.name, field.name, String(field.type).replace(/\W/g, '')))
    if (isObjectType(type) || isInterfaceType(type))
      for (const { name, args } of Object.values(type.getFields()))
        for (const arg of args) give(arg, sentence.ofArgument(type.name, name, arg.name))
  }
}

function createSentence({ contentTypes, taxonomies, added }: NamesOfSite) {
  const all = [...contentTypes, ...taxonomies]
  const byType = new Map(all.map((names) => [names.type, names]))
  const bySingle = new Map(all.map((names) => [names.single, names]))
  const byPlural = new Map(all.map((names) => [names.plural, names]))
  const byEnum = new Map(
    all.flatMap((names) => [[enumName(names.name), names] as const, [enumName(names.type), names] as const]),
  )
  const one = (names: ContentNames | TaxonomyNames) => `${names.definition.labels.singular} (${names.name})`

  const ofType = (name: string): string | null => {
    const own = byType.get(name)
    if (own)
      return 'taxonomies' in own ? `Content of the type ${one(own)}.` : `A term of the taxonomy ${one(own)}.`
    return typeSentences.get(name) ?? added(name) ?? ofMadeType(name, byType.get(carriedName(name)))
  }

  const ofMember = (type: string, name: string, to: string): string | null => {
    const around = memberSentences.get(`${kindOf(type)}.${name}`)
    if (around !== undefined) return around
    const own = added(type, name)
    if (own !== null) return own
    const setting = /^(\w+Settings)([A-Z]\w*)$/.exec(name)
    if (setting) return memberSentences.get(`${capital(setting[1])}.${lower(setting[2])}`) ?? null
    const listed = byPlural.get(name)
    if (listed && to.endsWith('Connection'))
      return `A list: ${listed.definition.labels.plural} (${listed.name}).`
    const single = bySingle.get(name)
    if (single && byType.has(to)) return `One object: ${one(single)}.`
    return memberSentences.get(name) ?? ofSingular(name, bySingle) ?? ofMutation(name)
  }

  const ofArgument = (type: string, field: string, name: string): string | null =>
    memberSentences.get(`${type}.${field}(${name})`) ??
    memberSentences.get(`${field}(${name})`) ??
    (name === 'id' ? 'The value by which the object is found, of the kind that `idType` names.' : null) ??
    ofMember(type, name, '') ??
    added(type, field)

  const ofValue = ({ name: type }: GraphQLEnumType, value: string): string | null => {
    const own = byEnum.get(value)
    if (own && /^(?:ContentType|Taxonomy|ContentTypesOf)/.test(type)) return `${one(own)}.`
    return (
      valueSentences.get(`${type}.${value}`) ??
      ofSiteValue(type, value) ??
      valueSentences.get(value) ??
      added(type)
    )
  }
  return { ofType, ofMember, ofArgument, ofValue }
}

const mimeTypes = new Map(knownMimeTypes.map((type) => [enumName(type), `${type}.`]))

const lower = (name = '') => `${name.charAt(0).toLowerCase()}${name.slice(1)}`
const capital = (name = '') => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** Maps the `where` inputs of all lists to one name, because they share their vocabulary. */
function kindOf(type: string): string {
  return type.endsWith('ConnectionWhereArgs') ? 'Where' : type
}

/** `PostIdType` → `Post`, `ContentTypesOfTagEnum` → `Tag`, `CreatePageInput` → `Page` */
function carriedName(name: string): string {
  return name.replace(/^ContentTypesOf|^Create|^Update|^Delete|Enum$|IdType$|Input$|Payload$/g, '')
}

function ofMadeType(name: string, of: ContentNames | TaxonomyNames | undefined): string | null {
  const ends: readonly (readonly [RegExp, string])[] = [
    [/ConnectionWhereArgs$/, 'The conditions and the order of a list.'],
    [/ConnectionPageInfo$/, 'The position of a page in its list.'],
    [/ConnectionEdge$/, 'The end of a relation: the related object, with the data of the relation.'],
    [/Connection$/, 'A page of a list.'],
    [/^Template_|^Template|Template$/, 'A template of the theme for pages of content.'],
    [/^Post\w+NodeInput$/, 'A term: an existing one, or a new one.'],
    [/^Post\w+Input$/, 'The terms to assign to a post.'],
    [/Payload$/, 'The result of a mutation.'],
    [/Input$/, 'The values of a mutation.'],
  ]
  if (/IdType(?:Enum)?$/.test(name)) return 'The kinds of values by which one object can be found.'
  if (of && name.startsWith('ContentTypesOf'))
    return `The content types that carry ${of.definition.labels.plural}.`
  return ends.find(([end]) => end.test(name))?.[1] ?? null
}

function ofSingular(
  name: string,
  bySingle: ReadonlyMap<string, ContentNames | TaxonomyNames>,
): string | null {
  if (bySingle.has(name.replace(/By$/, ''))) return 'One object, by one of several values.'
  if (/^(?:comment|menu|menuItem|user)Id$/.test(name) || bySingle.has(name.replace(/Id$/, '')))
    return 'Its number in the database.'
  return name === 'comment' ? 'One comment.' : null
}

function ofMutation(name: string): string | null {
  const [, verb = '', object = ''] = /^(create|update|delete)([A-Z]\w*)$/.exec(name) ?? []
  const does = { create: 'Creates', update: 'Changes', delete: 'Deletes' }[verb]
  return does === undefined
    ? null
    : `${does} an object of the type ${object}. WordPress executes the mutation.`
}

/** Describes enum values made of the site's names: file types, roles, statuses, menu locations and templates. */
function ofSiteValue(type: string, value: string): string | null {
  const words = value.toLowerCase()
  if (value === 'EMPTY') return null
  switch (type) {
    case 'MimeTypeEnum':
      return mimeTypes.get(value) ?? null
    case 'UserRoleEnum':
      return `The role ${words}.`
    case 'PostStatusEnum':
      return valueSentences.has(value) ? null : `The status ${words.replaceAll('_', '-')}.`
    case 'MenuLocationEnum':
      return `The location ${words} of the theme.`
    case 'ContentTemplateEnum':
      return value === defaultTemplate
        ? null
        : `The theme's template ${words.replace(/_block_template$/, '')}.`
    default:
      return null
  }
}
