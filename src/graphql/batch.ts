// What the same field of many nodes asks for, one by one, is read at once: the number of statements follows the document.
import type { GraphQLResolveInfo } from 'graphql'
import type { Failure } from '../core/failure.ts'
import type { GraphContext } from './context.ts'

/** What was asked for by its keys, all of it; a failure where it cannot be read. */
type Read<Item, Found> = (items: ReadonlyMap<string, Item>) => Promise<Found | Failure>

interface Batch<Item, Found> {
  readonly items: Map<string, Item>
  readonly found: Promise<Found | Failure>
}

/** For one field of the schema: adds to what its place in the document reads, and gives that. */
export function createBatches<Item, Found>() {
  const open = new WeakMap<GraphContext, Map<string, Batch<Item, Found>>>()
  return (
    context: GraphContext,
    { path }: Pick<GraphQLResolveInfo, 'path'>,
    [key, item]: readonly [string, Item],
    read: Read<Item, Found>,
  ): Promise<Found | Failure> => {
    const batches = open.get(context) ?? new Map<string, Batch<Item, Found>>()
    open.set(context, batches)
    const place = placeOf(path)
    const batch = batches.get(place) ?? start(read, () => batches.delete(place))
    batches.set(place, batch)
    batch.items.set(key, item)
    return batch.found
  }
}

function start<Item, Found>(read: Read<Item, Found>, close: () => void): Batch<Item, Found> {
  const items = new Map<string, Item>()
  const found = everyoneHasAsked().then(() => {
    close()
    return read(items)
  })
  return { items, found }
}

/** Nodes that were read together go on in one run of microtasks, after which Node comes to its next tick. */
async function everyoneHasAsked(): Promise<void> {
  await Promise.resolve()
  await new Promise<void>((resolve) => process.nextTick(resolve))
}

/** Where in the document a field stands: the way to it without the places in lists. */
function placeOf(path: GraphQLResolveInfo['path']): string {
  const names: string[] = []
  for (let at: GraphQLResolveInfo['path'] | undefined = path; at; at = at.prev)
    if (typeof at.key === 'string') names.push(`${at.typename ?? ''}.${at.key}`)
  return names.join(' ')
}
