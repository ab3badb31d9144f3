// Serves this schema for one database. The schema also depends on the site's options, so it is built when they are known, and kept
// with its documents for as long as they are the same.
import { GraphQLError, type GraphQLSchema } from 'graphql'
import type { BoundedMap } from '../cache/bounded-map.ts'
import type { RunnableDocument, RefusedDocument, DocumentOptions } from '../graphql/documents.ts'
import { createCheck } from '../graphql/check-document.ts'
import { parseWithin } from '../graphql/documents.ts'
import { createCost } from '../graphql/cost.ts'
import type { ContentTypeDefinition } from '../registry/content-type.ts'
import type { GraphTypes, GraphTypesDefinition } from '../registry/graph-types.ts'
import type { TaxonomyDefinition } from '../registry/taxonomy.ts'
import type { Site } from '../site/site.ts'
import { fitting, typesIn } from './added-types.ts'
import { wpKindsOf, type ShownSources } from './kinds.ts'
import { contentNames, postFormat, taxonomyNames } from './names.ts'
import { createWpSchema, ownFieldsOf } from './schema.ts'
import { contentText } from './text-content.ts'
import { siteText } from './text-site.ts'
import { templatesOf } from './templates.ts'

export interface WpSources extends ShownSources {
  readonly contentTypes: readonly ContentTypeDefinition[]
  readonly taxonomies: readonly TaxonomyDefinition[]
  /** The names of content types and taxonomies that are not in the schema. */
  readonly leftOut: readonly string[]
  /** True where the gateway issues tokens. */
  readonly logsIn: boolean
  readonly added: readonly GraphTypesDefinition[]
  readonly documents: DocumentOptions
  readonly kept: BoundedMap<string, WpDocument>
}

export type WpDocument = Pick<RunnableDocument, 'schema' | 'document' | 'costOf'>

/** Reads documents in the schema of a site. */
export type WpServed = (site: Site) => (query: string) => WpDocument | RefusedDocument

export function createWpServed(sources: WpSources): WpServed {
  const { kept } = sources
  let last: { readonly facts: string; readonly read: ReturnType<WpServed> } | null = null
  return (site) => {
    const facts = JSON.stringify([
      site.menuPlaces,
      [...site.roles.keys()],
      site.option('stylesheet'),
      sources.added.map(({ mark }) => mark(site)),
    ])
    if (last?.facts !== facts) last = { facts, read: readerOf(schemaOf(sources, site), sources, kept, facts) }
    return last.read
  }
}

function schemaOf(sources: WpSources, site: Site): GraphQLSchema {
  const { resources, userNames, commentsOn } = sources
  const templates = templatesOf(site.option('stylesheet'), sources.templates)
  const isOpen = ({ name, isInWpGraphql = true }: ContentTypeDefinition | TaxonomyDefinition) =>
    isInWpGraphql && resources.has(name) && !sources.leftOut.includes(name)
  const taxonomies = [
    ...sources.taxonomies.filter((each) => isOpen(each) && each.shownIn?.site !== false).filter(isPlain),
    ...(resources.has('post') && resources.has('category') ? [postFormat] : []),
  ].map(taxonomyNames)
  const contentTypes = sources.contentTypes
    .filter((type) => isOpen(type) && type.isViewable !== false && type.name !== 'nav_menu_item')
    .map((type) =>
      contentNames(
        type,
        taxonomies.filter(({ name }) => isCarried(type.name, name, resources)),
      ),
    )
    .toSorted((one, other) => placeOf(one.name) - placeOf(other.name))
  const added = addedOf(sources, site, [...contentTypes, ...taxonomies])
  const kinds = wpKindsOf({
    resources,
    contentTypes,
    taxonomies,
    templates,
    userNames,
    commentsOn,
    targets: { ...sources, isForAll: resources.get('nav_menu_item')?.readers === undefined },
    added,
  })
  return createWpSchema(kinds, {
    contentTypes,
    taxonomies,
    menuLocations: site.menuPlaces,
    roles: [...site.roles.keys()],
    statuses: site.statuses.names,
    templates,
    logsIn: sources.logsIn,
    ownFields: ownFieldsOf(kinds),
    added,
  })
}

/** Types and fields of extensions, without those whose name is that of a type of the schema. */
function addedOf(
  { added, resources }: WpSources,
  site: Site,
  named: readonly { readonly name: string; readonly type: string }[],
): readonly GraphTypes[] {
  const others = [
    ['nav_menu', 'Menu'],
    ['nav_menu_item', 'MenuItem'],
    ['user', 'User'],
    ['comment', 'Comment'],
  ] as const
  const kinds = [...named, ...others.map(([name, type]) => ({ name, type }))].flatMap(({ name, type }) => {
    const resource = resources.get(name)
    // The resource of public menus has another name
    return resource ? [{ type, resource: { ...resource, name } }] : []
  })
  const taken = new Set([...kinds.map(({ type }) => type), ...typesIn(`${contentText}\n${siteText}`)])
  return added.map(({ define }) => fitting(define(site, kinds), taken))
}

/** True where the owner has not closed the taxonomy on the content type; for formats that of the field `format` counts. */
function isCarried(type: string, taxonomy: string, resources: WpSources['resources']): boolean {
  const resource = resources.get(type)
  if (taxonomy === 'post_format') return resource?.fields.some(({ name }) => name === 'format') ?? false
  return resource?.taxonomies.some(({ name }) => name === taxonomy) ?? false
}

function isPlain({ name }: TaxonomyDefinition): boolean {
  return name !== 'nav_menu' && name !== 'wp_pattern_category'
}

/** Built-in types come first. */
function placeOf(name: string): number {
  const at = ['post', 'page', 'attachment'].indexOf(name)
  return at < 0 ? 3 : at
}

function readerOf(
  schema: GraphQLSchema,
  { documents: { limits, cost, introspection } }: WpSources,
  kept: WpSources['kept'],
  facts: string,
): ReturnType<WpServed> {
  const check = createCheck(introspection)
  const weigh = createCost(schema, cost)
  return (query) => {
    const key = `wpgraphql ${facts} ${query}`
    const before = kept.get(key)
    if (before?.schema === schema) return before
    const document = parseWithin(query, limits)
    if (document instanceof GraphQLError) return { errors: [document] }
    const errors = check(schema, document)
    if (errors.length > 0) return { errors }
    const read = { schema, document, costOf: weigh(document) }
    kept.set(key, read)
    return read
  }
}
