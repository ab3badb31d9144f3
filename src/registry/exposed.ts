// Hides what the owner closes: a resource by its base (`users`), or a field of one (`users.email`), which orders, filters,
// searches and links then do not use either.
import { mapValues } from '../core/map-values.ts'
import { argSchema } from './arg-schema.ts'
import type { Derived } from './field.ts'
import type { NodeFieldType } from './node.ts'
import type { ResourceDefinition, ResourceItems } from './resource.ts'

/** The resources without the closed names, or the first name that is neither a resource nor a field. */
export function exposed(
  resources: readonly ResourceDefinition[],
  closed: readonly string[],
): { readonly resources: readonly ResourceDefinition[] } | { readonly unknown: string } {
  const names = new Set(closed)
  const known = new Set(resources.flatMap((resource) => [resource.base, ...partsOf(resource)]))
  const unknown = closed.find((name) => !known.has(name))
  if (unknown !== undefined) return { unknown }
  const open = resources
    .filter(({ base }) => !names.has(base))
    .map((resource) =>
      without(resource, (part) =>
        names.has(part.startsWith('/') ? part.slice(1) : `${resource.base}.${part}`),
      ),
    )
  const closedOf = new Map(open.map((resource) => [resource.name, resource.closed]))
  return { resources: open.map((resource) => withoutLeads(resource, closedOf)) }
}

type ClosedOf = ReadonlyMap<string, ResourceItems['closed']>

/** Removes GraphQL fields, and closes or narrows arguments, that find rows by a closed part of this or another resource. */
function withoutLeads({ node, ...resource }: ResourceDefinition, closedOf: ClosedOf): ResourceDefinition {
  const { name, args, closed = [] } = resource
  const leading = Object.keys(args).filter((arg) =>
    args[arg]?.refersTo?.types.some((type) => closedOf.get(type)?.has(name)),
  )
  const fields = node?.fields.filter(({ type }) => !leadsByClosed(type, resource, closedOf)) ?? []
  const showsAuthor = (type: string) => closedOf.get(type)?.has('author') !== true
  const open = mapValues(args, (arg) => arg.ofAuthors?.(showsAuthor) ?? arg)
  return {
    ...resource,
    args: open,
    closed: new Set([...closed, ...leading]),
    node: node && { ...node, fields },
  }
}

/** True where the field finds rows by a closed column or taxonomy. */
function leadsByClosed(
  type: NodeFieldType,
  { closed: own }: Pick<ResourceItems, 'closed'>,
  closedOf: ClosedOf,
): boolean {
  if (typeof type === 'string') return false
  if ('terms' in type) return own?.has(type.terms) ?? false
  if (!('connection' in type)) return false
  return closedOf.get(type.connection)?.has('match' in type ? type.match : type.carrying) ?? false
}

/** A resource that stands for several content types, searched only by columns that are open in all of them. */
export function searchedAs(
  resource: ResourceDefinition,
  kinds: readonly ResourceDefinition[],
): ResourceDefinition {
  const isOpen = (column: string) => kinds.every(({ search }) => search.columns.includes(column))
  return { ...resource, search: { ...resource.search, columns: resource.search.columns.filter(isOpen) } }
}

function partsOf({ base, fields, search }: ResourceDefinition): readonly string[] {
  return [...fields.map(({ name }) => name), ...search.columns].map((part) => `${base}.${part}`)
}

/** Removes closed fields with the orders, filters, searches, links and GraphQL fields that would reveal them. */
function without(resource: ResourceDefinition, isClosed: (part: string) => boolean): ResourceDefinition {
  const isOpenWith = ({ closedWith = [] }: Pick<Derived, 'closedWith'>) => !closedWith.some(isClosed)
  const { fields, search, node, orders, order, args, taxonomies, links } = resource
  const closed = fields.filter(({ name }) => isClosed(name))
  const ofClosed = new Set(closed.flatMap(({ columns }) => onlyOf(columns)))
  const isOpen = (column: string) => !isClosed(column) && !ofClosed.has(column)
  const openNames = (names: readonly string[]) => names.filter(isOpen)
  const openFields = fields.filter((field) => !isClosed(field.name) && isOpenWith(field))
  return {
    ...resource,
    fields: openFields,
    closed: new Set([
      ...fields.filter((field) => !openFields.includes(field)).map(({ name }) => name),
      ...search.columns.filter(isClosed),
      ...ofClosed,
      ...taxonomies.filter(({ base }) => isClosed(base)).map(({ name }) => name),
    ]),
    orders: filtered(orders, (name, { column }) => name === order.by || (isOpen(name) && isOpen(column))),
    // An argument whose default excludes rows stays
    args: filtered(
      args,
      (
        name,
        { schema, excludes = hasValue(argSchema(schema).default), column = name.replace(/_exclude$/, '') },
      ) => excludes || isOpen(column),
    ),
    taxonomies: taxonomies.filter(({ base }) => !isClosed(base)),
    links: links.filter(({ field }) => field === undefined || !isClosed(field)),
    search: {
      ...search,
      columns: openNames(search.columns),
      named: search.named && filtered(search.named, (_, column) => isOpen(column)),
      ...(search.guarded
        ? {
            guarded: {
              ...search.guarded,
              columns: openNames(search.guarded.columns),
              unnamed: (text) => openNames(search.guarded?.unnamed(text) ?? []),
            },
          }
        : {}),
    },
    node: node && {
      ...node,
      ...(node.orders
        ? {
            orders: filtered(node.orders, (name, { column }) => isOpen(name.toLowerCase()) && isOpen(column)),
          }
        : {}),
      fields: node.fields.filter(
        ({ name, columns, closedWith = [] }) =>
          name === 'id' ||
          (!isClosed(name) &&
            isOpenWith({ closedWith }) &&
            (onlyOf(columns).length === 0 || onlyOf(columns).some(isOpen))),
      ),
    },
  }
}

/** The only column, besides the id, from which a value is made; a time counts as one with its twin in UTC. */
function onlyOf(columns: readonly string[]): readonly string[] {
  const own = columns.filter((column) => column !== 'id')
  return new Set(own.map((column) => column.replace(/_utc$/, ''))).size === 1 ? own : []
}

function hasValue(preset: unknown): boolean {
  return preset !== undefined && preset !== null && !(Array.isArray(preset) && preset.length === 0)
}

function filtered<T>(
  values: Readonly<Record<string, T>>,
  isKept: (name: string, value: T) => boolean,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => isKept(name, value)))
}
