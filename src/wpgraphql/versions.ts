// Versions of content and its edit lock, for viewers who may edit it.
import type { GraphQLResolveInfo } from 'graphql'
import { isFailure } from '../core/failure.ts'
import { equal, toIdValue } from '../database/filter.ts'
import { refuse, type GraphContext } from '../graphql/context.ts'
import { toNodes } from '../graphql/nodes.ts'
import { visibilityOf } from '../planner/visibility.ts'
import { createEdge, createNodeReader } from './edges.ts'
import { keyOf, type WpKind, type WpNode } from './fields.ts'
import { cursorOf } from './ids.ts'
import type { WpKinds } from './kinds.ts'
import type { Resolvers } from './leading.ts'
import { contentList } from './list-content.ts'
import { below } from './lists-below.ts'
import { just } from './where.ts'
import { isNode, wantedOf } from './wanted.ts'

export function versionLeading(kind: WpKind, kinds: WpKinds): Resolvers {
  const { user, versions } = kinds
  const version = versions.get(kind.resource.name)
  const ofKind = version ? [version] : []
  const people = user ? [user] : []
  const readUser = createNodeReader(people, ['node'])
  return {
    isPreview: (source) => isNode(source) && (source.isPreview === true || keyOf(source, 'isPreview')),
    revisions: below('revisions', 'parent_id', (where, filters, context) =>
      contentList(ofKind, where, filters, kinds, context),
    ),
    preview: createEdge('preview', ofKind),
    revisionOf: createEdge('revisionOf', [kind]),
    lastEditedBy: createEdge('lastEditedBy', people),
    editingLockedBy: async (source, _, context, info) => {
      const lock = isNode(source) ? lockIn(keyOf(source, 'editingLockedBy'), Date.now()) : null
      if (lock === null || isOwn(lock, context)) return null
      const node = await readUser(lock.userId, context, info)
      return node && { cursor: cursorOf(lock.userId), node, lockTimestamp: lock.since }
    },
  }
}

interface Lock {
  readonly userId: string
  /** In UTC, without a zone. */
  readonly since: string
}

/** The age at which a lock expires; the editor renews it while it is open (wp_check_post_lock). */
const lockMs = 150_000

/** Parses a stored lock, the seconds and the id of the user; null where it is invalid, or has expired. */
function lockIn(stored: unknown, nowMs: number): Lock | null {
  const [, seconds, userId] =
    /^(\d{1,12}):([1-9]\d{0,18})$/.exec(typeof stored === 'string' ? stored : '') ?? []
  const sinceMs = Number(seconds) * 1000
  if (userId === undefined || !(sinceMs > nowMs - lockMs)) return null
  return { userId, since: new Date(sinceMs).toISOString().slice(0, 19) }
}

function isOwn({ userId }: Lock, { viewer }: GraphContext): boolean {
  return viewer.kind === 'user' && viewer.id === userId
}

/** Reads the version with this id, of content of one of these kinds, with the fields that are selected directly on it. */
export async function versionById(
  id: string,
  content: readonly WpKind[],
  { versions }: WpKinds,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<WpNode | null> {
  const { reading, viewer } = context
  const kinds = content.flatMap(({ resource }) => versions.get(resource.name) ?? [])
  if (viewer.kind === 'anonymous' || kinds.length === 0) return null
  const wanted = wantedOf(kinds, info, [[]], context)
  const found = await reading.each(
    kinds.map(({ resource }) => ({
      kind: 'list',
      source: resource.source,
      columns: wanted.columns,
      filters: [...equal(resource.where), ...just('id', toIdValue(id))],
      visible: visibilityOf(resource, viewer, 'visibleAlone'),
      order: [],
      page: { kind: 'all' },
    })),
  )
  if (isFailure(found)) return refuse(found, context)
  // Content has one type, and so have its versions, so at most one list has a row
  const at = found.findIndex(({ rows }) => rows.length > 0)
  const nodes = await toNodes(found[at]?.rows ?? [], { ...wanted, kinds: kinds.slice(at, at + 1) }, context)
  return isFailure(nodes) ? refuse(nodes, context) : (nodes[0] ?? null)
}
