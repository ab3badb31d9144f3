// The GraphQL node of terms; terms of all taxonomies share one type.
import { integerOf } from '../../database/tables.ts'
import type { ContentTypeDefinition } from '../../registry/content-type.ts'
import type { Derived } from '../../registry/field.ts'
import type { NodeDefinition } from '../../registry/node.ts'
import type { TaxonomyDefinition } from '../../registry/taxonomy.ts'
import { termLink, uriOf } from '../../site/permalink.ts'
import { idIn, nodeField, prefixedId, rowId, stored } from '../derived.ts'
import { camel, listField } from '../graph-names.ts'

export const termAddress: Derived = {
  columns: ['id', 'slug', 'parent_id', 'taxonomy'],
  needs: () => ({ paths: true }),
  value: ({ row, site, needed }) => termLink(row, site, needed),
}

/** The node of a taxonomy, whose terms apply to these content types. */
export function termNode(
  taxonomy: TaxonomyDefinition,
  carriers: readonly ContentTypeDefinition[],
): NodeDefinition {
  const { name, isHierarchical } = taxonomy
  return {
    type: 'Term',
    description: 'A category, a tag, or a term of another taxonomy.',
    prefix: 'term:',
    isContent: false,
    connection: listField(taxonomy),
    single: name === 'post_tag' ? 'tag' : camel(name),
    order: { column: 'name', descending: false },
    statuses: null,
    fields: [
      prefixedId('term:'),
      nodeField('name', 'String', 'Its name.', stored('name')),
      nodeField('slug', 'String', 'The last part of its address on the site.', stored('slug')),
      nodeField('description', 'String', 'The content that it is about.', stored('description')),
      nodeField('taxonomy', 'String!', 'Its taxonomy: `category`.', stored('taxonomy')),
      nodeField('count', 'Int!', 'The number of published items with it.', count),
      nodeField('uri', 'String', "The path of its address, below the site's own.", {
        ...termAddress,
        value: ({ row, site, needed }) => uriOf(termLink(row, site, needed), site),
      }),
      nodeField('url', 'String', 'The address where the site lists items with it.', termAddress),
      ...(isHierarchical
        ? [
            nodeField('parent', { node: name }, 'Its parent term.', idIn('parent_id')),
            nodeField('children', { connection: name, match: 'parent_id' }, 'Its child terms.', rowId),
          ]
        : []),
      ...carriers.map((type) =>
        nodeField(
          listField(type),
          { connection: type.name, carrying: name },
          `The ${type.base} that carry it, the newest first.`,
          rowId,
        ),
      ),
    ],
  }
}

const count: Derived = { columns: ['count'], value: ({ row }) => Number(integerOf(row, 'count')) }
