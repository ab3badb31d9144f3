// Content types and taxonomies as objects of the schema: the public parts of their definitions.
import { typeName } from '../resources/directories/type-labels.ts'
import type { ContentTypeDefinition } from '../registry/content-type.ts'
import { frontPageId, postsPageId } from '../site/content-address.ts'
import { archiveLink, uriOf } from '../site/permalink.ts'
import type { Site } from '../site/site.ts'
import { translationsOf } from '../site/translations.ts'
import { globalId } from './ids.ts'
import type { ContentNames, TaxonomyNames } from './names.ts'

export interface DirectoryObject {
  readonly __typename: 'ContentType' | 'Taxonomy'
  readonly name: string
  readonly [member: string]: unknown
}

export function contentTypeObject(names: ContentNames, site: Site): DirectoryObject {
  const { name, single, plural, definition } = names
  const isPosts = name === 'post'
  const isFrontPage = isPosts && frontPageId(site) === null
  return {
    __typename: 'ContentType',
    id: globalId('post_type', name),
    name,
    label: typeName(definition, translationsOf(site)),
    description: definition.description ?? null,
    hierarchical: definition.isHierarchical === true,
    graphqlSingleName: single,
    graphqlPluralName: plural,
    isRestricted: true,
    postsPage: isPosts ? postsPageId(site) : null,
    uri: archiveUri(definition, site),
    isContentNode: false,
    isTermNode: false,
    isComment: false,
    isFrontPage,
    isPostsPage: isFrontPage || (isPosts && postsPageId(site) !== null),
  }
}

/** The path at which the site lists content of the type; null where it does not, and for posts where a page lists them. */
function archiveUri(definition: ContentTypeDefinition, site: Site): string | null {
  if (definition.name === 'post') return frontPageId(site) === null ? '/' : null
  return definition.hasArchive ? uriOf(archiveLink(definition.name, site), site) : null
}

export function taxonomyObject({ name, single, plural, definition }: TaxonomyNames): DirectoryObject {
  const isShown = definition.shownIn?.screens !== false && name !== 'post_format'
  return {
    __typename: 'Taxonomy',
    id: globalId('taxonomy', name),
    name,
    description: definition.description ?? null,
    hierarchical: definition.isHierarchical,
    graphqlSingleName: single,
    graphqlPluralName: plural,
    isRestricted: true,
    restBase: isShown ? definition.base : null,
    showInGraphql: true,
  }
}
