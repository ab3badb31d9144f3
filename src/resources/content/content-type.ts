// Makes the resource that serves a content type's rows: as WordPress's posts controller does for each registered
// type, by what the type supports.
import type { Statuses } from '../../core/status.ts'
import type { ContentTypeDefinition } from '../../registry/content-type.ts'
import { defineResource, type ResourceDefinition } from '../../registry/resource.ts'
import type { TaxonomyDefinition } from '../../registry/taxonomy.ts'
import { computedColumn } from './computed-values.ts'
import { contentArgs, contentOrders } from './content-args.ts'
import { contentFields } from './content-fields.ts'
import { contentLinks } from './content-links.ts'
import { contentNode } from './content-node.ts'
import { capabilitiesOf, capabilityNames, editable, readable } from './content-rules.ts'
import { link } from './post-address.ts'

/** The resource of a type, with the taxonomies that apply to it and the statuses of the site. */
export function contentResource(
  type: ContentTypeDefinition,
  taxonomies: readonly TaxonomyDefinition[],
  statuses: Statuses,
): ResourceDefinition {
  const capabilities = capabilitiesOf(type.capabilityType ?? 'post', type.capabilities)
  const carried = taxonomies.filter(({ types }) => types.includes(type.name))
  const own = carried.filter(({ isServed }) => isServed !== false)
  return defineResource({
    name: type.name,
    base: type.base,
    ...(type.namespace === undefined ? {} : { namespace: type.namespace }),
    source: 'posts',
    where: { type: type.name },
    listed: { status: 'publish' },
    capabilities: capabilityNames([{ name: type.name, capabilities }]),
    visible: readable(capabilities),
    editable: editable(capabilities),
    password: 'password',
    notFound: 'rest_post_invalid_id',
    notVisible: 'rest_forbidden',
    editing: {
      capability: capabilities.edit,
      list: 'Sorry, you are not allowed to edit posts in this post type.',
      item: 'Sorry, you are not allowed to edit this post.',
    },
    statuses: {
      capability: capabilities.edit,
      readPrivate: capabilities.readPrivate,
      ...(capabilities.read === null ? {} : { read: capabilities.read }),
      values: statuses.names,
      open: statuses.public,
      private: capabilities.read === null ? statuses.private : [],
      any: statuses.any,
    },
    hasSelf: false,
    within: null,
    beyondLastPage: 'refused',
    offset: 'apart',
    search: {
      columns: ['title', 'excerpt', 'content'],
      named: { post_title: 'title', post_content: 'content', post_excerpt: 'excerpt' },
      splits: true,
      // A search by an anonymous viewer must not find text that a password protects
      where: { password: '' },
    },
    orders: contentOrders(type),
    order: { by: 'date', descending: true },
    args: contentArgs(type),
    taxonomies: own,
    contentType: type,
    fields: contentFields(type, carried, statuses),
    computed: Object.fromEntries(
      (type.computed ?? []).map((each) => [computedColumn(type.name, each), each.expression]),
    ),
    links: contentLinks(type, own),
    page: type.isViewable === false ? null : link,
    node: type.isViewable === false ? null : contentNode(type, own, statuses),
  })
}
