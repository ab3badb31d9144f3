// Serves directories: a list of entries by name, and each entry.
import { isEmpty } from '../../core/php-empty.ts'
import { Type, type TSchema } from 'typebox'
import { isFailure, type Failure } from '../../core/failure.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { DirectoryDefinition, DirectoryEntry } from '../../registry/directory.ts'
import type { Context } from '../../registry/field.ts'
import type { Answer } from '../../registry/route.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Reading } from '../../read/execute.ts'
import type { ReadSite } from '../../read/read-site.ts'
import type { Site } from '../../site/site.ts'
import { schemaOf } from '../representation/item-schema.ts'
import { relOf } from '../representation/links.ts'
import { withQuery } from '../../site/rest-address.ts'
import { membersOf, select, withWholeLinks } from '../request/selection.ts'
import { contextArg } from '../resource/resource-route.ts'

export interface DirectoryOptions {
  readonly newReading: () => Reading
  readonly readSite: ReadSite
  /** Further members of entries, by content type. */
  readonly typeMembers?: TypeMembers | null
}

type TypeMembers = (
  types: readonly string[],
  viewer: Viewer,
  reading: Reading,
) => Promise<ReadonlyMap<string, unknown> | Failure>

export function registerDirectory(
  registry: Registry,
  directory: DirectoryDefinition,
  options: DirectoryOptions,
): void {
  const { base, parameter, filter, refusals } = directory
  const route = { namespace: ':v2', methods: ['GET'], schema: schemaOfEntries(directory) } as const
  const chosen = filter
    ? { [filter.arg]: Type.Optional(Type.String({ description: filter.description })) }
    : {}
  registry.route({
    ...route,
    lists: 'named',
    path: `/${base}`,
    args: { context: contextArg, ...chosen },
    permission: (viewer, args) =>
      args.context === 'edit' && shown(directory, args, viewer).length === 0 ? refusals.list : null,
    handle: ({ args, viewer, projection }) => {
      // Each name in `_fields` selects an entry of the list, and at once a member of every entry
      const selection = membersOf(withWholeLinks(projection, directory.keepsLinks))
      return describe(
        options,
        directory,
        shown(directory, args, viewer),
        { viewer, context: args.context },
        (documents) => Object.fromEntries(documents.map(([name, entry]) => [name, select(entry, selection)])),
      )
    },
  })
  registry.route({
    ...route,
    path: `/${base}/:${parameter}`,
    args: {
      [parameter]: Type.String({ description: 'Which of them, by its name.' }),
      context: contextArg,
    },
    permission: (viewer, args) => {
      const found = find(directory, args, viewer)
      return isFailure(found) ? found : null
    },
    handle: async ({ args, viewer, projection }) => {
      const found = find(directory, args, viewer)
      if (isFailure(found)) return found
      const described = await describe(
        options,
        directory,
        [found],
        { viewer, context: args['context'] },
        ([document]) => select(document?.[1], withWholeLinks(projection, directory.keepsLinks)),
      )
      return isFailure(described) ? described : { ...described, isSelected: true }
    },
  })
}

function schemaOfEntries(directory: DirectoryDefinition): TSchema {
  const { parameter, schemas } = directory
  return schemaOf(
    parameter,
    Object.entries(schemas).map(([name, schema]) => ({
      name,
      schema,
      contexts: contexts.filter((context) => isShown(name, context, directory)),
      isReadOnly: true,
    })),
    // WordPress lists the contexts of statuses in a different order
    parameter === 'status' ? ['embed', 'view', 'edit'] : contexts,
  )
}

const contexts: readonly Context[] = ['view', 'edit', 'embed']

/** True where the context shows the member; an unknown context is treated as `view`. */
function isShown(name: string, context: unknown, { embedded, edited }: DirectoryDefinition): boolean {
  return context === 'embed' ? embedded.includes(name) : context === 'edit' || !edited.includes(name)
}

type Args = Readonly<Record<string, unknown>>

/** The entries of a list; in `edit`, those that the viewer may edit. */
function shown(
  { entries, filter }: DirectoryDefinition,
  args: Args,
  viewer: Viewer,
): readonly DirectoryEntry[] {
  const wanted = filter ? args[filter.arg] : undefined
  const isNamed = typeof wanted === 'string' && !isEmpty(wanted)
  return entries
    .filter((entry) => !isNamed || !filter || filter.matches(entry, wanted))
    .filter((entry) => entry.isVisible(viewer))
    .filter((entry) => args['context'] !== 'edit' || entry.isEditable(viewer))
}

function find(
  { entries, parameter, refusals }: DirectoryDefinition,
  args: Args,
  viewer: Viewer,
): DirectoryEntry | Failure {
  const found = entries.find(({ name }) => name === args[parameter])
  if (!found) return refusals.unknown
  if (!found.isVisible(viewer)) return refusals.hidden
  const isRefused = args['context'] === 'edit' && !found.isEditable(viewer)
  return isRefused && refusals.editing ? refusals.editing : found
}

interface Described {
  readonly viewer: Viewer
  readonly context: unknown
}

async function describe(
  { newReading, readSite, typeMembers }: DirectoryOptions,
  directory: DirectoryDefinition,
  entries: readonly DirectoryEntry[],
  { viewer, context }: Described,
  bodyOf: (documents: readonly (readonly [name: string, document: unknown])[]) => unknown,
): Promise<Answer | Failure> {
  const reading = newReading()
  const site = await readSite(reading)
  if (isFailure(site)) return site
  const names = entries.map(({ name }) => name)
  const more = directory.parameter === 'type' ? await typeMembers?.(names, viewer, reading) : null
  if (isFailure(more)) return more
  const documents = entries.map((entry) => {
    const members = documentOf(entry, directory, context, site)
    return [
      entry.name,
      { ...members, ...Object.assign({}, more?.get(entry.name)), _links: linksOf(entry, site) },
    ] as const
  })
  return { body: bodyOf(documents), headers: [], tags: reading.tags, store: 'shared' }
}

function documentOf(
  entry: DirectoryEntry,
  directory: DirectoryDefinition,
  context: unknown,
  site: Site,
): Readonly<Record<string, unknown>> {
  const members = Object.entries(entry.members(site)).filter(([name]) => isShown(name, context, directory))
  return Object.fromEntries(members)
}

function linksOf({ links }: DirectoryEntry, { restBase, brand }: Site): Readonly<Record<string, unknown>> {
  const addressOf = (link: string) => {
    // A question mark may belong to a pattern in the address
    const [path = '', query] = link.split(/\?(?=\w+=)/)
    const address = path.startsWith('/') ? `${restBase}${path}` : `${restBase}/${brand}/v2/${path}`
    return query === undefined ? address : withQuery(address, query)
  }
  const own = Object.entries(links).map(([rel, link]): [string, unknown] => [
    relOf(rel, brand),
    [{ href: addressOf(link) }],
  ])
  const isBranded = Object.keys(links).some((rel) => rel.startsWith(':'))
  const curies = [{ name: brand, href: 'https://api.w.org/{rel}', templated: true }]
  return { ...Object.fromEntries(own), ...(isBranded ? { curies } : {}) }
}
