// Fields of nodes: how their values are made, and which viewers get them.
import { mapValues } from '../core/map-values.ts'
import { textOf } from '../database/tables.ts'
import type { GraphContext } from '../graphql/context.ts'
import type { Node } from '../graphql/nodes.ts'
import type { NodeKind } from '../graphql/kinds.ts'
import type { Derived, FieldInput } from '../registry/field.ts'
import type { GraphWhere } from '../registry/graph-types.ts'
import { decodeEntities } from '../core/entities.ts'

export interface WpField extends Derived {
  /** The cost, as in a NodeField (registry/node.ts). */
  readonly cost?: number
  /** True where the field is null for viewers who may not edit the row. */
  readonly isGuarded?: boolean
  /** True where the field is null while a password protects the row, except for viewers who may edit it. */
  readonly isLocked?: boolean
  /** True where viewers who may edit the row get another value: the stored text by `format: RAW`, or one made `unlocked`. */
  readonly isOtherForEditors?: boolean
}

export type WpFields = Readonly<Record<string, WpField>>

/** A kind of row in this schema. */
export interface WpKind extends NodeKind {
  /** Its type: `Post`. */
  readonly type: string
  /** The kind in its global ids. */
  readonly idKind: 'post' | 'term' | 'user' | 'comment'
  readonly fields: ReadonlyMap<string, WpField>
  /** Members of the `where` of its lists that extensions add. */
  readonly wheres: ReadonlyMap<string, GraphWhere>
}

export type WpNode = Node<WpKind>

/** The value of a field of a node, as far as the viewer may see it. */
export function valueOf(
  node: WpNode,
  name: string,
  args: Readonly<Record<string, unknown>>,
  { making }: GraphContext,
): unknown {
  const field = node.kind.fields.get(name)
  if (!field || isHidden(field, node, args)) return null
  return making.value({ ...field, name }, unlocked(node), args)
}

/** The value of a field, made without counting a cost, for resolvers that continue from it. */
export function keyOf(node: WpNode, name: string): unknown {
  const field = node.kind.fields.get(name)
  return !field || isHidden(field, node, {}) ? null : field.value(unlocked(node).input)
}

/** Unlocks the row for viewers who may edit it, from whom a password hides nothing. */
function unlocked(node: WpNode): WpNode {
  return node.isEditable ? { ...node, input: { ...node.input, unlocked: true } } : node
}

function isHidden(
  { isGuarded, isLocked }: WpField,
  node: WpNode,
  args: Readonly<Record<string, unknown>>,
): boolean {
  if (node.isEditable) return false
  return isGuarded === true || args['format'] === 'RAW' || (isLocked === true && isProtected(node))
}

/** True where a password hides the row's content from the viewer. */
export function isProtected({ input: { row }, isEditable }: WpNode): boolean {
  return !isEditable && 'password' in row && textOf(row, 'password') !== ''
}

/** A field that is true for `hidden` rows, except for viewers who may edit them. */
export function restricted(columns: readonly string[], hidden: (row: FieldInput['row']) => boolean): WpField {
  return { columns, isOtherForEditors: true, value: (input) => !input.unlocked && hidden(input.row) }
}

/** A field that is null for every row. */
export const nothing: WpField = { columns: [], value: () => null }

export function constant(value: unknown): WpField {
  return { columns: [], value: () => value }
}

/** The text of another value, null where that is empty. */
export function orNull(of: Derived): WpField {
  return { ...of, value: (input) => of.value(input) || null }
}

export function changed(of: Derived, change: (value: unknown, input: FieldInput) => unknown): WpField {
  return { ...of, value: (input) => change(of.value(input), input) }
}

/** A rendered text, or the stored one (`format: RAW`), which only viewers who may edit the row get. */
export function text(of: Derived, column: string): WpField {
  return {
    ...of,
    columns: [...new Set([...of.columns, column])],
    isOtherForEditors: true,
    value: (input) =>
      (input.args?.['format'] === 'RAW' ? textOf(input.row, column) : of.value(input)) || null,
  }
}

export function decodedText(of: Derived): Derived {
  return changed(of, (value) => decodeEntities(typeof value === 'string' ? value : ''))
}

export function guarded(of: Derived): WpField {
  return { ...of, isGuarded: true }
}

/** Makes all of these fields null while a password protects the row. */
export function locked(fields: WpFields): WpFields {
  return mapValues(fields, (field) => ({
    ...field,
    columns: [...new Set([...field.columns, 'password'])],
    isLocked: true,
  }))
}

/** Fields that all types with an address have. */
export function kindOfAddress(is: 'content' | 'term' | 'comment' | 'user'): WpFields {
  return {
    isContentNode: constant(is === 'content'),
    isTermNode: constant(is === 'term'),
    isComment: constant(is === 'comment'),
    isFrontPage: constant(false),
    isPostsPage: constant(false),
  }
}
