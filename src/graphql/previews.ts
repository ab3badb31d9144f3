// Reads content with the texts of its newest version (`asPreview`), for viewers with a token for it and users who may edit it.
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { textOf } from '../database/tables.ts'
import { hasPreviews, previewedBy, previewOf } from '../planner/preview.ts'
import { planItem } from '../planner/planner.ts'
import { versionedBy, withNewestVersion } from '../read/newest-version.ts'
import type { GraphContext } from './context.ts'
import type { NodeKind } from './kinds.ts'
import { toNodes, type Node, type Wanted } from './nodes.ts'

/** The node of one of these kinds with this id; null where the viewer has no preview of it. */
export async function previewById<K extends NodeKind>(
  id: string,
  kinds: readonly K[],
  wantedOf: (kind: K) => Wanted<K>,
  context: GraphContext,
): Promise<Node<K> | null | Failure> {
  const { viewer, reading } = context
  const isUser = viewer.kind === 'user'
  const preview = isUser ? { post: id, editor: viewer } : previewOf(viewer)
  if (preview === null) return null
  const none = isUser ? null : fail('invalid_preview_token')
  if (preview.post !== id) return none
  const there = await reading.item(planItem({ source: 'posts', where: {} }, id, ['type'], null))
  if (isFailure(there)) return there
  const kind = there && kinds.find(({ discriminator }) => discriminator?.value === textOf(there, 'type'))
  if (!kind || !hasPreviews(kind.resource)) return none
  const wanted = wantedOf(kind)
  const columns = [...new Set([...wanted.columns, ...versionedBy])]
  const plan = planItem(kind.resource, id, columns, previewedBy(kind.resource, preview.editor))
  const row = await reading.item({ ...plan, filters: [...plan.filters, ...kind.conditions(context)] })
  if (row === null || isFailure(row)) return row ?? none
  const shown = await withNewestVersion(row, reading)
  const nodes = isFailure(shown) ? shown : await toNodes([shown], wanted, context)
  if (isFailure(nodes)) return nodes
  const [node] = nodes
  return node ? { ...node, isPreview: true } : none
}
