// Finds the fields that a document selects on nodes of each kind, and the columns and related data that they need.
import { isInterfaceType, isObjectType, type GraphQLResolveInfo } from 'graphql'
import type { Viewer } from '../core/viewer.ts'
import type { GraphContext } from '../graphql/context.ts'
import { telling } from '../graphql/kinds.ts'
import type { Wanted } from '../graphql/nodes.ts'
import { selectedNames } from '../graphql/selected.ts'
import { columnsOf, needsOf } from '../related/relations.ts'
import type { WpField, WpKind, WpNode } from './fields.ts'

/** Fields selected at the ends of these paths below the field. */
export function wantedOf(
  kinds: readonly WpKind[],
  info: GraphQLResolveInfo,
  paths: readonly (readonly string[])[],
  { site, viewer }: GraphContext,
): Wanted<WpKind> {
  const fields = kinds.flatMap((kind) => {
    const types = typesOf(kind, info)
    const names = new Set(paths.flatMap((path) => [...selectedNames(info, path, types)]))
    return [...names].flatMap((name) => kind.fields.get(name) ?? []).filter((field) => isMade(field, viewer))
  })
  const needs = needsOf(fields, site)
  return {
    kinds,
    columns: [...new Set([...columnsOf(fields, needs), ...telling(kinds)])],
    needs,
    isGuarded: fields.some(isByEditing),
    isDear: fields.some((field) => field.cost !== undefined),
  }
}

/** False for fields that are null for the viewer in every row, so that nothing is read for them. */
function isMade({ isGuarded }: WpField, { kind }: Viewer): boolean {
  return isGuarded !== true || kind !== 'anonymous'
}

/** True for a field whose value may differ for viewers who may edit the row, as a password hides nothing from them. */
function isByEditing({ isGuarded, isOtherForEditors, columns }: WpField): boolean {
  return isGuarded === true || isOtherForEditors === true || columns.includes('password')
}

/** The names of types whose fragments apply to nodes of the kind. */
function typesOf({ type }: WpKind, { schema }: GraphQLResolveInfo): ReadonlySet<string> {
  const own = schema.getType(type)
  const above = isObjectType(own) || isInterfaceType(own) ? own.getInterfaces() : []
  return new Set([type, 'MenuItemObjectUnion', ...above.map(({ name }) => name)])
}

export function isNode(value: unknown): value is WpNode {
  return typeof value === 'object' && value !== null && 'kind' in value && 'input' in value
}
