// Turns rows into nodes: related data that the selected fields need is read for all rows at once; each field is made
// when it is resolved.
import type { FieldNode, GraphQLResolveInfo } from 'graphql'
import { counter } from '../core/counter.ts'
import { isFailure, type Failure } from '../core/failure.ts'
import { equal, toIdValue, type Filter, type Scalar } from '../database/filter.ts'
import { integerOf, rowIds, textOf, type Row } from '../database/tables.ts'
import { noUse } from '../related/relation.ts'
import { previewedId, uploadsTo } from '../related/previewed-files.ts'
import { columnsOf, needsOf, noNeeds, readNeeded, type Needs } from '../related/relations.ts'
import type { ListPlan } from '../plan/plan.ts'
import { visibilityOf } from '../planner/visibility.ts'
import type { FieldInput } from '../registry/field.ts'
import type { NodeField } from '../registry/node.ts'
import type { GraphContext } from './context.ts'
import type { TextsOfRow } from './kept-texts.ts'
import { kindOf, seenOf, telling, type Kind, type NodeKind } from './kinds.ts'
import { placeOf, selectedNames } from './selected.ts'

/** A row with everything that the selected fields need. */
export interface Node<K extends NodeKind = Kind> {
  readonly kind: K
  readonly input: FieldInput
  /** True where the viewer may edit the row; false, too, where no selected field needs to know. */
  readonly isEditable: boolean
  /** True where it has the texts of its newest version. */
  readonly isPreview?: true
  /** The cache of its texts; absent where they are not cached. */
  readonly texts?: TextsOfRow
}

/** The selection of a document on nodes of these kinds. */
export interface Wanted<K extends NodeKind = Kind> {
  readonly kinds: readonly K[]
  readonly columns: readonly string[]
  readonly needs: Needs
  readonly isGuarded: boolean
  /** True where a selected field is expensive to make. */
  readonly isDear?: boolean
}

/** The fields selected at the end of `path`. */
export function wantedOf(
  kinds: readonly Kind[],
  info: GraphQLResolveInfo,
  path: readonly string[],
  { site }: GraphContext,
): Wanted {
  const { fields, columns, isGuarded, isDear } = selectedFields(kinds, info, path)
  const needs = needsOf(fields, site)
  return {
    kinds,
    columns: needs === noNeeds ? columns : columnsFor(kinds, fields, needs),
    needs,
    isGuarded,
    isDear,
  }
}

function columnsFor(kinds: readonly Kind[], fields: readonly NodeField[], needs: Needs): readonly string[] {
  return [...new Set([...columnsOf(fields, needs), ...telling(kinds)])]
}

/** The fields selected at one place of a document on nodes of these kinds, and the columns that suffice without related data. */
interface Selected {
  readonly kinds: readonly Kind[]
  readonly path: readonly string[]
  readonly fields: readonly NodeField[]
  readonly columns: readonly string[]
  readonly isGuarded: boolean
  readonly isDear: boolean
}

/** Caches selections by their place, because cached documents run again with other variables. */
const known = new WeakMap<FieldNode, Selected>()

function selectedFields(kinds: readonly Kind[], info: GraphQLResolveInfo, path: readonly string[]): Selected {
  const place = placeOf(info)
  const before = place && known.get(place)
  if (before && isSame(before.kinds, kinds) && isSame(before.path, path)) return before
  const fields = kinds.flatMap(({ node, fields: all }) => {
    const types = new Set([node.type, 'Node', ...(node.isContent ? ['Content'] : [])])
    return [...selectedNames(info, path, types)].flatMap((name) => all.get(name) ?? [])
  })
  const selected = {
    kinds,
    path,
    fields,
    columns: columnsFor(kinds, fields, noNeeds),
    isGuarded: fields.some((field) => field.isGuarded === true),
    isDear: fields.some((field) => field.cost !== undefined),
  }
  if (place) known.set(place, selected)
  return selected
}

function isSame<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at])
}

export async function toNodes<K extends NodeKind>(
  rows: readonly Row[],
  { kinds, columns, needs, isGuarded, isDear = false }: Wanted<K>,
  context: GraphContext,
): Promise<readonly Node<K>[] | Failure> {
  const { viewer, texts } = context
  const numbers = counter()
  const page = isDear && texts ? await texts.page(numbers) : null
  if (isFailure(page)) return page
  const { reading, site } = page ?? context
  const reach = await readNeeded(reading, rows, needs, viewer)
  if (isFailure(reach)) return reach
  const needed = reach(noUse)
  const editable = isGuarded ? await editableOf(rows, kinds, context) : noIds
  if (isFailure(editable)) return editable
  const { count } = numbers
  return rows.flatMap((row) => {
    const kind = kindOf(row, kinds)
    if (!kind) return []
    const input: FieldInput = { row, needed, site, context: 'view', unlocked: false, count }
    const node = { kind, input, isEditable: editable.has(textOf(row, 'id')) }
    const its = page?.row(row, kind, columns)
    return its ? [{ ...node, input: { ...input, needed: reach(its.use) }, texts: its }] : [node]
  })
}

const noIds: ReadonlySet<string> = new Set()

/** The ids of rows that REST would show this viewer in `context=edit`. */
async function editableOf(
  rows: readonly Row[],
  kinds: readonly NodeKind[],
  { reading, viewer }: GraphContext,
): Promise<ReadonlySet<string> | Failure> {
  if (viewer.kind === 'anonymous' || rows.length === 0) return noIds
  const ids = rows.map((row) => toIdValue(integerOf(row, 'id')))
  const plans = kinds.map(({ resource }) =>
    allOf({
      source: resource.source,
      columns: ['id'],
      visible: visibilityOf(resource, viewer, 'editable'),
      filters: [...equal(resource.where), oneOfIds(ids)],
    }),
  )
  const found = await reading.each(plans)
  return isFailure(found) ? found : rowIds(found.flatMap((page) => page.rows))
}

/**
 * Reads nodes of these kinds by id, by the rules for single items. From previewed content (`from`), files that were uploaded to
 * it are read without such a rule.
 */
export async function nodesById<K extends NodeKind>(
  ids: readonly Scalar[],
  wanted: Wanted<K>,
  context: GraphContext,
  from?: Pick<Node<NodeKind>, 'isPreview'>,
): Promise<ReadonlyMap<string, Node<K>> | Failure> {
  const kinds = await kindsThere(ids, wanted.kinds, context)
  if (isFailure(kinds)) return kinds
  const { reading, viewer } = context
  const post = from?.isPreview === true ? previewedId(viewer) : null
  const plans = [...kinds].flatMap(([kind, its]): readonly ListPlan[] => {
    const { resource } = kind
    const seen = allOf({
      source: resource.source,
      columns: wanted.columns,
      visible: seenOf(kind, context, 'visibleAlone'),
      filters: [...equal(resource.where), oneOfIds(its), ...kind.conditions(context)],
    })
    if (post === null || resource.name !== 'attachment') return [seen]
    return [seen, { ...seen, visible: null, filters: [...seen.filters, ...uploadsTo(post)] }]
  })
  const found = await reading.each(plans)
  if (isFailure(found)) return found
  const nodes = await toNodes(
    found.flatMap(({ rows }) => rows),
    wanted,
    context,
  )
  return isFailure(nodes) ? nodes : new Map(nodes.map((node) => [textOf(node.input.row, 'id'), node]))
}

/** Groups ids by the kind of their rows; with a single kind nothing is read. */
async function kindsThere<K extends NodeKind>(
  ids: readonly Scalar[],
  kinds: readonly K[],
  { reading }: GraphContext,
): Promise<ReadonlyMap<K, readonly Scalar[]> | Failure> {
  const [first, ...others] = kinds
  if (!first || ids.length === 0) return new Map()
  if (others.length === 0) return new Map([[first, ids]])
  const found = await reading.list(
    allOf({
      source: first.resource.source,
      columns: ['id', ...telling(kinds)],
      visible: null,
      filters: [oneOfIds(ids)],
    }),
  )
  if (isFailure(found)) return found
  const idsByKind = new Map<K, Scalar[]>()
  for (const row of found.rows) {
    const kind = kindOf(row, kinds)
    if (kind) idsByKind.set(kind, [...(idsByKind.get(kind) ?? []), toIdValue(integerOf(row, 'id'))])
  }
  return idsByKind
}

function allOf(plan: Pick<ListPlan, 'source' | 'columns' | 'visible' | 'filters'>): ListPlan {
  return { kind: 'list', ...plan, order: [], page: { kind: 'all' } }
}

function oneOfIds(values: readonly Scalar[]): Filter {
  return { kind: 'in', column: 'id', values }
}
