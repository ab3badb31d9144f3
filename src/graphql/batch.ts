// Batches the reads of one field over many nodes: the number of statements depends on the document, not on the rows.
import type { GraphQLResolveInfo } from 'graphql'
import type { Failure } from '../core/failure.ts'
import type { GraphContext } from './context.ts'

/** Reads all items, by their keys; returns a failure where they cannot be read. */
type Read<Item, Found> = (items: ReadonlyMap<string, Item>) => Promise<Found | Failure>

interface Batch<Item, Found> {
  readonly items: Map<string, Item>
  readonly found: Promise<Found | Failure>
}

/**
 * For one field of the schema: adds an item to the batch of the field's position in the document, and returns what
 * was read.
 */
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
    const position = positionOf(path)
    const batch = batches.get(position) ?? start(read, () => batches.delete(position))
    batches.set(position, batch)
    batch.items.set(key, item)
    return batch.found
  }
}

function start<Item, Found>(read: Read<Item, Found>, close: () => void): Batch<Item, Found> {
  const items = new Map<string, Item>()
  const found = nextTick().then(() => {
    close()
    return read(items)
  })
  return { items, found }
}

/** Nodes that were read together resolve in one run of microtasks, which ends before the next tick. */
async function nextTick(): Promise<void> {
  await Promise.resolve()
  await new Promise<void>((resolve) => process.nextTick(resolve))
}

/** The position of a field in the document: its path without the indexes of lists. */
function positionOf(path: GraphQLResolveInfo['path']): string {
  const names: string[] = []
  for (let at: GraphQLResolveInfo['path'] | undefined = path; at; at = at.prev)
    if (typeof at.key === 'string') names.push(`${at.typename ?? ''}.${at.key}`)
  return names.join(' ')
}
