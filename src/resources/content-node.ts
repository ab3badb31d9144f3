// A content type's GraphQL node: what it supports, under the names of the schema.
import type { ContentTypeDefinition, NodeDefinition, TaxonomyDefinition } from '../registry/define.ts'
import { instant, nodeField, stored } from './derived.ts'
import {
  author,
  commentCount,
  computedValue,
  content,
  excerpt,
  format,
  link,
  sticky,
  storedMeta,
  terms,
  title,
} from './post-values.ts'

export function contentNode(
  { name, base, supports, meta = [], computed = [] }: ContentTypeDefinition,
  taxonomies: readonly TaxonomyDefinition[],
): NodeDefinition {
  return {
    type: pascal(name),
    connection: camel(base),
    fields: [
      nodeField('id', 'ID!', 'Its decimal id.', stored('id')),
      nodeField('title', 'String', 'Its title, as HTML.', title),
      nodeField('slug', 'String', 'The last part of its address on the site.', stored('slug')),
      nodeField('url', 'String', 'Where it is on the site.', link),
      nodeField('status', 'PostStatus!', 'Where it stands on its way to its readers.', stored('status')),
      nodeField(
        'createdAt',
        'DateTime!',
        'When it was made, in UTC.',
        instant('created_at_utc', 'created_at'),
      ),
      nodeField(
        'modifiedAt',
        'DateTime!',
        'When it was last changed, in UTC.',
        instant('modified_at_utc', 'modified_at'),
      ),
      nodeField('excerpt', 'String', 'Its excerpt, as HTML; null while a password protects it.', excerpt),
      nodeField('content', 'String', 'Its content, as HTML; null while a password protects it.', content),
      ...(supports.includes('post-formats')
        ? [nodeField('format', 'String', 'Its format, `standard` where it has none.', format)]
        : []),
      ...(name === 'post'
        ? [nodeField('sticky', 'Boolean!', 'Whether the site keeps it at the front.', sticky)]
        : []),
      nodeField('commentCount', 'Int!', 'How many comments it shows.', commentCount),
      nodeField('author', { node: 'user' }, 'Who wrote it.', author),
      ...meta.flatMap(({ node, ...each }) =>
        node ? [nodeField(node.name, node.type, 'What is stored of it.', storedMeta(each))] : [],
      ),
      ...computed.flatMap(({ node, ...each }) =>
        node ? [nodeField(node.name, node.type, 'Computed.', computedValue(name, each))] : [],
      ),
      ...taxonomies.map((taxonomy) =>
        nodeField(
          camel(taxonomy.base),
          { nodes: taxonomy.name },
          `Its ${taxonomy.base}.`,
          terms(taxonomy.name),
        ),
      ),
    ],
  }
}

/** `wp_block` → `wpBlock`. */
function camel(name: string): string {
  return name.replace(/[-_]+(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function pascal(name: string): string {
  const word = camel(name)
  return word.charAt(0).toUpperCase() + word.slice(1)
}
