// Parses `_fields` and `_embed`, and selects members of values.
import { asInPhp } from '../../core/json.ts'
import { phpArray } from '../../core/php-array.ts'
import type { Query, QueryValue } from '../../core/query-string.ts'
import type { Embedding, Projection, Selection } from '../../registry/projection.ts'

export function parseProjection(query: Query): Projection {
  return { fields: parseFields(query), embedded: parseEmbed(query) }
}

/** A deeper name selects the whole member at this depth. */
const depthMax = 8

export function parseFields(query: Query): Selection {
  const given = query.get('_fields')
  const names = listOf(given)
  const paths = names.filter((path) => path !== '').map((path) => path.split('.', depthMax))
  if (paths.length > 0) return selectionOf(paths.slice(0, endOf(paths)))
  // A text without names selects all, a list without names nothing
  return typeof given === 'string' || names.length === 0 ? null : new Map()
}

/** The list of names ends at the first one within a member that is already selected whole (rest_filter_response_fields; measured). */
function endOf(paths: readonly (readonly string[])[]): number {
  const whole = new Set<string>()
  const end = paths.findIndex((path) => {
    const isWithin = path.some((_, at) => at > 0 && whole.has(path.slice(0, at).join('.')))
    whole.add(path.join('.'))
    return isWithin
  })
  return end < 0 ? paths.length : end
}

/**
 * Selects links and embedded items (measured): a list keeps the selected relations with their embedded items; a single item
 * keeps all of both where either is selected, embedded items only if it embeds any.
 */
export function withRelations(projection: Projection, isAlone: boolean): Selection {
  const { fields: selection } = projection
  if (selection === null) return null
  const fields = [...selection].filter(([name]) => name !== '_embedded')
  if (isAlone && selectsLinks(projection)) return new Map([...fields, ['_links', null], ['_embedded', null]])
  return new Map(selection.has('_links') ? [...fields, ['_embedded', null]] : fields)
}

function selectionOf(paths: readonly (readonly string[])[]): Selection {
  const selection = new Map<string, Selection>()
  for (const [name, below] of Map.groupBy(paths, ([first]) => first ?? '')) {
    const rests = below.map(([, ...rest]) => rest)
    selection.set(name, rests.some((rest) => rest.length === 0) ? null : selectionOf(rests))
  }
  return selection
}

/** True where a single item keeps its links, for which selecting its embedded items suffices. */
function selectsLinks({ fields: selection, embedded }: Projection): boolean {
  const embeds = embedded === 'all' || embedded.size > 0
  return isSelected(selection, '_links') || (embeds && isSelected(selection, '_embedded'))
}

/** Selects all links of a single entry or none; with `keepsLinks` always all. */
export function withWholeLinks(projection: Projection, keepsLinks = false): Selection {
  const { fields: selection } = projection
  if (selection === null || !(keepsLinks || selectsLinks(projection))) return selection
  return new Map([...selection, ['_links', null]])
}

/** Selects whole members where parts of them are selected. */
export function membersOf(selection: Selection): Selection {
  return selection && new Map(selection.keys().map((name) => [name, null]))
}

export function isSelected(selection: Selection, name: string): boolean {
  return selection === null || selection.has(name)
}

export function isSelectedWhole(selection: Selection, name: string): boolean {
  return selection === null || selection.get(name) === null
}

/** Keeps the selected members of an answer; if it is a list, those of each item. */
export function selectOfAll(value: unknown, selection: Selection): unknown {
  return Array.isArray(value) ? value.map((item) => select(item, selection)) : select(value, selection)
}

/** Keeps the selected members of a value; in nested lists, indexes are names (array_intersect_key). */
export function select(value: unknown, selection: Selection): unknown {
  if (selection === null || typeof value !== 'object' || value === null) return value
  const kept: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    const below = selection.get(name)
    if (below !== undefined) kept[name] = select(member, below)
  }
  return Array.isArray(value) ? phpArray(Object.entries(kept)) : asInPhp(kept)
}

export function parseEmbed(query: Query): Embedding {
  const value = query.get('_embed')
  if (value === undefined) return new Set()
  return typeof value === 'string' && ['', '0', '1', 'true'].includes(value) ? 'all' : new Set(listOf(value))
}

export function isEmbedded(embedding: Embedding, rel: string): boolean {
  return embedding === 'all' || embedding.has(rel)
}

function listOf(value: QueryValue | undefined): readonly string[] {
  if (value === undefined) return []
  if (typeof value === 'string') return value.split(',').map((part) => part.trim())
  return [...value.values()].flatMap((part) => (typeof part === 'string' ? [part.trim()] : []))
}

/** A text that equal projections share. */
export function projectionText({ fields, embedded }: Projection): string {
  return JSON.stringify([selectionOrder(fields), embedded === 'all' ? embedded : [...embedded].toSorted()])
}

function selectionOrder(selection: Selection): unknown {
  if (selection === null) return null
  return [...selection]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, below]) => [name, selectionOrder(below)])
}
