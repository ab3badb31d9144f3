// Fields of an owner's layout: columns and expressions that no logical column stands for, added to content types, users, terms
// and comments.
import { idToJson } from '../core/json.ts'
import { isEmpty } from '../core/php-empty.ts'
import { Type } from 'typebox'
import type { Kinds } from './builtins.ts'
import { StartError } from '../core/start-error.ts'
import type { ColumnMapping, FieldMapping, PartMapping } from '../database/layout-mapping.ts'
import type { ComputedDefinition } from '../registry/computed.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import { computedColumn, computedField, computedValue } from '../resources/content/computed-values.ts'
import { nodeField } from '../resources/derived.ts'
import type { Config } from '../settings/config.ts'

const contexts = ['view', 'edit', 'embed'] as const

/** Types that WordPress has for its own use get none of these fields. */
export function withLayoutFields(kinds: Kinds, config: Config): Kinds {
  return {
    ...kinds,
    contentTypes: kinds.contentTypes.map((type) => {
      if (type.isViewable === false || type.isBuiltIn === true || type.name === 'attachment') return type
      const computed = computedIn('posts', fieldsOfType(type.name, config))
      return computed.length === 0 ? type : { ...type, computed: [...(type.computed ?? []), ...computed] }
    }),
  }
}

/** Fields of all posts, or of the part that has this type. */
function fieldsOfType(type: string, config: Config): Fields {
  return { ...fieldsOf('posts', config), ...partsIn(config).find((part) => hasType(part, type))?.fields }
}

function partsIn({ layout }: Config): readonly PartMapping[] {
  return (typeof layout === 'object' ? layout.tables?.['posts']?.parts : undefined) ?? []
}

function hasType({ columns }: PartMapping, type: string): boolean {
  return typesIn(columns?.['type']).includes(type)
}

function typesIn(mapping: ColumnMapping | undefined): readonly string[] {
  if (typeof mapping !== 'object') return []
  if ('constant' in mapping) return [String(mapping.constant)]
  return 'values' in mapping ? Object.values(mapping.values) : []
}

/** The resource whose rows have a table's fields; other resources of terms have them where they share its GraphQL type. */
const resourceOf = { posts: 'post', users: 'user', terms: 'category', comments: 'comment' } as const
const rowTables = ['users', 'terms', 'comments'] as const

/** The resources with the fields of users, terms and comments. */
export function withRowFields(
  resources: readonly ResourceDefinition[],
  config: Config,
): readonly ResourceDefinition[] {
  const alike = (table: keyof typeof resourceOf) =>
    resources.find(({ name }) => name === resourceOf[table])?.node?.type
  return resources.map((resource) => {
    const table = rowTables.find((each) => each === resource.source)
    if (table === undefined || resource.node?.type !== alike(table)) return resource
    const added = computedIn(table, fieldsOf(table, config))
    return added.length === 0 ? resource : withComputed(resource, added)
  })
}

function withComputed(
  resource: ResourceDefinition,
  added: readonly ComputedDefinition[],
): ResourceDefinition {
  const { name, fields, node, computed } = resource
  const nodeFields = added.flatMap((each) =>
    each.node
      ? [nodeField(each.node.name, each.node.type, "The owner's own.", computedValue(name, each))]
      : [],
  )
  return {
    ...resource,
    fields: [...fields, ...added.map((each) => computedField(name, each))],
    computed: {
      ...computed,
      ...Object.fromEntries(added.map((each) => [computedColumn(name, each), each.expression])),
    },
    node: node && { ...node, fields: [...node.fields, ...nodeFields] },
  }
}

/** Throws a StartError where a field of the layout has the name of another field of the resource. */
export function refuseClashes(resources: readonly ResourceDefinition[], config: Config): void {
  const clashes = resources.flatMap((resource) => {
    const table = (['posts', ...rowTables] as const).find((each) => each === resource.source)
    if (table === undefined || (table !== 'posts' && resource.name !== resourceOf[table])) return []
    const names = resource.fields.map(({ name }) => name)
    const own = table === 'posts' ? fieldsOfType(resource.name, config) : fieldsOf(table, config)
    return Object.keys(own)
      .filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
      .map(
        (name) =>
          `layout: ${placeOf(table, resource.name, name, config)}: ${table} have a field of that name. They have ${[...new Set(names)].join(', ')}.`,
      )
  })
  if (clashes.length > 0) throw new StartError([...new Set(clashes)].join('\n'))
}

/** The path of a field in the layout: under all posts, or under the part that has this type. */
function placeOf(table: keyof typeof resourceOf, type: string, field: string, config: Config): string {
  const at = Object.hasOwn(fieldsOf(table, config), field)
    ? table
    : `${table}.parts.${partsIn(config).findIndex((part) => hasType(part, type))}`
  return `tables.${at}.fields.${field}`
}

type Fields = Readonly<Record<string, FieldMapping>>

function computedIn(table: keyof typeof resourceOf, fields: Fields): readonly ComputedDefinition[] {
  return Object.entries(fields).map(([name, mapping]) => computedOf(table, name, mapping))
}

function fieldsOf(table: keyof typeof resourceOf, { layout }: Config): Fields {
  return (typeof layout === 'object' ? layout.tables?.[table]?.fields : undefined) ?? {}
}

function computedOf(table: keyof typeof resourceOf, name: string, mapping: FieldMapping): ComputedDefinition {
  const { schema, node, read } = kinds[mapping.type]
  return {
    name,
    contexts: [...contexts],
    schema,
    node: { name: name.replaceAll(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()), type: node },
    expression: ({ own }) => own(table, name),
    read: (stored) => read(stored),
  }
}

const number = (stored: string) => (stored === '' || Number.isNaN(Number(stored)) ? null : Number(stored))
/** Integers beyond the precision of a double keep all their digits. */
const integer = (stored: string) => (/^-?\d{16,}$/.test(stored) ? idToJson(stored) : number(stored))

const kinds = {
  string: { schema: Type.String(), node: 'String', read: (stored: string): unknown => stored },
  integer: { schema: Type.Union([Type.Integer(), Type.Null()]), node: 'Int', read: integer },
  number: { schema: Type.Union([Type.Number(), Type.Null()]), node: 'Float', read: number },
  boolean: {
    schema: Type.Boolean(),
    node: 'Boolean',
    read: (stored: string): unknown => !isEmpty(stored),
  },
} as const
