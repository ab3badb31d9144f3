// Kinds that packs find in the database under names that are taken: by routes of the interface, or by types and fields of
// GraphQL. Serving them would keep the gateway from starting, so they are left out, with a warning.
import { builtinKinds, resourcesOf } from './builtins.ts'
import type { Observe } from '../core/observation.ts'
import { once } from '../core/once.ts'
import type { LoadedExtension } from '../extensions/load.ts'
import type { ContentTypeDefinition } from '../registry/content-type.ts'
import type { TaxonomyDefinition } from '../registry/taxonomy.ts'
import { camel, listField, pascal } from '../resources/graph-names.ts'

type Kind = ContentTypeDefinition | TaxonomyDefinition

/** Routes and types of GraphQL that belong to no resource. */
const others = [
  'types',
  'taxonomies',
  'statuses',
  'settings',
  'search',
  'themes',
  'plugins',
  'Query',
  'Node',
  'node',
  'nodes',
  'Content',
  'content',
  'contentList',
  'Term',
  'term',
  'PageInfo',
  'DateTime',
  'PostStatus',
  'ContentOrder',
  'Direction',
  'String',
  'Int',
  'Float',
  'Boolean',
  'ID',
] as const

/** Returns the extensions without kinds of packs that cannot be served. */
export function withoutClashingKinds(
  extensions: readonly LoadedExtension[],
  observe: Observe,
): readonly LoadedExtension[] {
  if (!extensions.some(({ definition, isPack }) => isPack && kindsOf(definition).length > 0))
    return extensions
  const builtIn = new Set<string>([...others, ...builtInNames()])
  const taken = new Set(builtIn)
  const isFree = (kind: Kind, file: string) => {
    const names = namesOf(kind)
    const clash =
      names.find((name) => taken.has(name) || !/^[_A-Za-z][\w/-]*$/.test(name)) ??
      [listField(kind)].find((name) => kind.isServed !== false && builtIn.has(name))
    if (clash === undefined) for (const name of names) taken.add(name)
    else if (kind.isServed !== false)
      observe({
        kind: 'warning',
        message: `${file}: ${kind.name} is not served, because something is called ${clash || 'nothing'} already`,
      })
    return clash === undefined
  }
  // The owner's extensions take their names before packs do
  for (const { definition, isPack } of extensions)
    if (!isPack) for (const kind of kindsOf(definition)) for (const name of namesOf(kind)) taken.add(name)
  return extensions.map((extension) => {
    const { file, definition, isPack } = extension
    if (!isPack) return extension
    const kept = new Set(kindsOf(definition).filter((kind) => isFree(kind, file)))
    const { contentTypes = [], taxonomies = [] } = definition
    return Object.assign({}, extension, {
      definition: {
        ...definition,
        contentTypes: contentTypes.filter((kind) => kept.has(kind)),
        taxonomies: taxonomies.filter((kind) => kept.has(kind)),
      },
    })
  })
}

function kindsOf({
  contentTypes = [],
  taxonomies = [],
}: Pick<LoadedExtension['definition'], 'contentTypes' | 'taxonomies'>): readonly Kind[] {
  return [...contentTypes, ...taxonomies]
}

/** A kind that is not served takes its name alone; a base in a namespace of its own clashes with no other. */
function namesOf({ name, base, namespace, isServed = true }: Kind): readonly string[] {
  if (!isServed) return [name]
  return [...new Set([name, ...(namespace === undefined ? [base] : []), camel(name), pascal(name)])]
}

/** The names depend on the program alone, so they are collected once. */
const builtInNames = once((): readonly string[] => {
  const resources = resourcesOf(builtinKinds, 'editors')
  const nodes = resources.map(({ node }) => node).filter((node) => node !== null)
  return [
    ...resources.map(({ name }) => name),
    ...resources.map(({ base }) => base),
    ...nodes.map(({ type }) => type),
    ...nodes.map(({ connection }) => connection ?? ''),
    ...nodes.map(({ single }) => single ?? ''),
  ]
})
