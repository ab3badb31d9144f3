// Fields of Subscription for content that changed: `postChanged`, one for each content type.
import { GraphQLID, GraphQLNonNull, GraphQLObjectType, type GraphQLFieldConfig } from 'graphql'
import type { ChangedItem } from '../core/content-changes.ts'
import { isFailure } from '../core/failure.ts'
import { toIdValue } from '../database/filter.ts'
import { refuse, type GraphContext } from './context.ts'
import type { Kind } from './kinds.ts'
import type { NodeTypes } from './node-types.ts'
import { nodesById, wantedOf } from './nodes.ts'

/** A changed item, for which a subscription is executed. */
export interface ChangedNode extends ChangedItem {
  readonly id: string
}

type Config = GraphQLFieldConfig<unknown, GraphContext>

/** Each field is null for a change of another item, and of an item that is not public now and was not under this type. */
export function changeFields(kind: Kind, types: NodeTypes): readonly (readonly [string, Config])[] {
  const { single, isContent } = kind.node
  if (single === null || !isContent) return []
  const type = types.of(kind)
  const change = new GraphQLObjectType({
    name: `${type.name}Change`,
    description: 'An item that changed.',
    fields: {
      id: { type: new GraphQLNonNull(GraphQLID), description: 'Its id.' },
      node: { type, description: 'The item in its current state; null if it is no longer public.' },
    },
  })
  const field: Config = {
    type: change,
    description: 'Sends an event for each change of an item that is or was public.',
    args: {
      id: { type: GraphQLID, description: 'Restricts the events to changes of the item with this id.' },
    },
    extensions: { [perChange]: true },
    resolve: async (_, args, context, info) => {
      const { changed } = context
      const given: unknown = args['id'] ?? null
      if (changed === undefined || (given !== null && given !== changed.id)) return null
      const { id, wasPublicAs } = changed
      const nodes = await nodesById([toIdValue(id)], wantedOf([kind], info, ['node'], context), context)
      if (isFailure(nodes)) return refuse(nodes, context)
      const node = nodes.get(id) ?? null
      const discriminator = kind.discriminator?.value
      const wasPublic = discriminator !== undefined && wasPublicAs.includes(discriminator)
      return node !== null || wasPublic ? { id, node } : null
    },
  }
  return [[`${single}Changed`, field]]
}

/** True for a field that is executed once per change; a list field is executed again when its value may differ. */
export function isPerChange({ extensions }: Pick<Config, 'extensions'>): boolean {
  return extensions?.[perChange] === true
}

const perChange = 'lecternPerChange'
