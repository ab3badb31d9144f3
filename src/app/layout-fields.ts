// Fields of an owner's layout: columns and expressions of posts that no logical column stands for, served by the content types.
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Kinds } from './builtins.ts'
import { StartError } from '../core/start-error.ts'
import type { FieldMapping } from '../database/layout-mapping.ts'
import type { ComputedDefinition } from '../registry/computed.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import type { Config } from '../settings/config.ts'

const contexts = ['view', 'edit', 'embed'] as const

/** Types of content that WordPress has for its own use do not have them. */
export function withLayoutFields(kinds: Kinds, config: Config): Kinds {
  const fields = Object.entries(fieldsOf(config))
  if (fields.length === 0) return kinds
  const computed = fields.map(([name, mapping]) => computedOf(name, mapping))
  return {
    ...kinds,
    contentTypes: kinds.contentTypes.map((type) =>
      type.isViewable !== false && type.isBuiltIn !== true && type.name !== 'attachment'
        ? { ...type, computed: [...(type.computed ?? []), ...computed] }
        : type,
    ),
  }
}

/** Throws a StartError where a field of the layout is called as another field of the resource. */
export function refuseClashes(resources: readonly ResourceDefinition[], config: Config): void {
  const post = resources.find(({ name }) => name === 'post')
  const names = (post?.fields ?? []).map(({ name }) => name)
  const clashes = Object.keys(fieldsOf(config)).filter(
    (name) => names.indexOf(name) !== names.lastIndexOf(name),
  )
  if (clashes.length === 0) return
  throw new StartError(
    clashes
      .map(
        (name) =>
          `layout: tables.posts.fields.${name}: posts have a field of that name. They have ${[...new Set(names)].join(', ')}.`,
      )
      .join('\n'),
  )
}

function fieldsOf({ layout }: Config): Readonly<Record<string, FieldMapping>> {
  return (typeof layout === 'object' ? layout.tables?.['posts']?.fields : undefined) ?? {}
}

function computedOf(name: string, mapping: FieldMapping): ComputedDefinition {
  const { schema, node, read } = kinds[mapping.type]
  return {
    name,
    contexts: [...contexts],
    schema,
    node: { name: name.replaceAll(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()), type: node },
    expression: () => ('sql' in mapping ? sql`(${sql.raw(mapping.sql)})` : sql.id('posts', mapping.column)),
    read: (stored) => read(stored),
  }
}

const number = (stored: string) => (stored === '' || Number.isNaN(Number(stored)) ? null : Number(stored))

const kinds = {
  string: { schema: Type.String(), node: 'String', read: (stored: string): unknown => stored },
  integer: { schema: Type.Union([Type.Integer(), Type.Null()]), node: 'Int', read: number },
  number: { schema: Type.Union([Type.Number(), Type.Null()]), node: 'Float', read: number },
  boolean: {
    schema: Type.Boolean(),
    node: 'Boolean',
    read: (stored: string): unknown => stored !== '' && stored !== '0',
  },
} as const
