// Meta that block attributes can show (the source core/post-meta): scalar values that REST shows, too.
import { memberAt } from '../core/json-value.ts'
import type { ContentTypeDefinition } from '../registry/content-type.ts'
import type { MetaDefinition } from '../registry/stored-meta.ts'
import type { BoundMeta } from '../site/site.ts'

export function boundMeta(contentTypes: readonly ContentTypeDefinition[]): BoundMeta {
  return new Map(
    contentTypes.map(({ name, meta = [] }) => [name, new Map(meta.filter(isBound).map(withDefault))]),
  )
}

/** WordPress protects keys that begin with an underscore. */
function isBound({ key, schema, exposed, isMultiple }: MetaDefinition): boolean {
  const type = memberAt(schema, 'type')
  const isScalar = isMultiple === true || (type !== 'array' && type !== 'object')
  return !key.startsWith('_') && isScalar && (exposed?.includes('rest') ?? true)
}

function withDefault({ key, schema }: MetaDefinition): readonly [key: string, otherwise: string] {
  const value = memberAt(schema, 'default')
  // REST shows 0 for a number without a default, a block shows nothing
  const isStated = typeof value === 'string' || (typeof value === 'number' && value !== 0)
  return [key, isStated ? String(value) : '']
}
