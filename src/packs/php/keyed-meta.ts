// Reads chosen keys of meta for many objects in one statement; where a key has several values, the first one counts (get_metadata).
import { textOf, type GatherReads } from '../../index.ts'

export function among(column: string, values: readonly string[]) {
  return { kind: 'in', column, values: [...new Set(values)].filter((id) => id !== '0' && id !== '') } as const
}

export async function keyed(
  source: 'postmeta' | 'usermeta' | 'termmeta',
  owner: 'post_id' | 'user_id' | 'term_id',
  ids: readonly string[],
  keys: readonly string[],
  { rows: read }: GatherReads,
): Promise<(id: string, key: string) => string> {
  const found = await read({
    source,
    columns: ['id', owner, 'key', 'value'],
    filters: [among(owner, ids), { kind: 'in', column: 'key', values: keys }],
  })
  const values = new Map(
    found.toReversed().map((row) => [`${textOf(row, owner)} ${textOf(row, 'key')}`, textOf(row, 'value')]),
  )
  return (id, key) => values.get(`${id} ${key}`) ?? ''
}
