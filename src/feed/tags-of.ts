// Changes → the tags of what they make stale. The other side of query/tags.ts.
import type { Change, ChangedRow, RowChange } from '../core/change.ts'
import { quietColumns, type Tag } from '../core/tag.ts'

/** Whether something kept has a tag: values that no answer was made of make nothing stale. */
export type IsKept = (tag: Tag) => boolean

/** What is stale; `all` where nobody knows. */
export function tagsOfChange(change: Change, isKept: IsKept): ReadonlySet<Tag> | 'all' {
  switch (change.kind) {
    case 'gap':
      return 'all'
    case 'table':
      return new Set<Tag>([`table:${change.table}`])
    case 'row':
      return tagsOfRow(change, isKept)
  }
}

function tagsOfRow(change: RowChange, isKept: IsKept): ReadonlySet<Tag> {
  const tags = new Set<Tag>()
  const { table } = change
  const changed = changedColumns(change)
  if (changed.length === 0) return tags
  const values = (column: string) => valuesOf(change, column)
  switch (table) {
    case 'posts':
      ofPost(change, changed, tags)
      break
    case 'postmeta':
      if (values('key').some((key) => isKept(`key:postmeta:${key}`)) || isKept('key:postmeta:*')) {
        for (const id of values('post_id')) tags.add(`row:posts:${id}`)
        tags.add('list:posts/meta')
      }
      break
    case 'usermeta':
      if (values('key').some((key) => isKept(`key:usermeta:${key}`)))
        for (const id of values('user_id')) tags.add(`row:users:${id}`)
      break
    case 'comments':
      ofComment(change, changed, tags)
      break
    case 'terms':
      ofRow('terms', 'id', change, changed, tags)
      ofList('terms', change, changed, tags)
      // Posts are asked for by slugs of terms too
      tags.add('list:posts/terms')
      break
    case 'term_taxonomy':
      ofRow('terms', 'term_id', change, changed, tags)
      ofList('terms', change, changed, tags)
      if (changed.some((column) => column !== 'count' && column !== 'description'))
        tags.add('list:posts/terms')
      break
    case 'term_relationships':
      for (const id of values('post_id')) tags.add(`row:posts:${id}`)
      tags.add('list:posts/terms')
      break
    case 'options':
      for (const name of values('name')) tags.add(`option:${name}`)
      break
    default:
      ofRow(table, 'id', change, changed, tags)
      ofList(table, change, changed, tags)
  }
  return tags
}

/** What nobody is shown who is not logged in; answers to others are not kept. */
const hidden: ReadonlySet<string> = new Set(['draft', 'auto-draft', 'pending', 'future', 'private', 'trash'])

/** Whether a post was hidden and is, or came or went hidden. */
export function isUnseen(change: RowChange): boolean {
  return valuesOf(change, 'status').every((status) => hidden.has(status))
}

function ofPost(change: RowChange, changed: readonly string[], tags: Set<Tag>): void {
  ofRow('posts', 'id', change, changed, tags)
  // What is above it shows how many there are below, and the last
  for (const id of valuesOf(change, 'parent_id')) if (id !== '0') tags.add(`row:posts:${id}`)
  if (isUnseen(change)) {
    tags.add('list:posts/hidden')
    return
  }
  for (const list of ['*', ...valuesOf(change, 'type')]) ofList(`posts:${list}`, change, changed, tags)
  const comesOrGoes = change.before === null || change.after === null
  if (change.after === null || (!comesOrGoes && has(changed, 'status', 'password', 'type', 'parent_id')))
    tags.add('list:posts/visibility')
  if (comesOrGoes || has(changed, 'status', 'author_id', 'type')) tags.add('list:posts/authors')
}

function ofComment(change: RowChange, changed: readonly string[], tags: Set<Tag>): void {
  ofRow('comments', 'id', change, changed, tags)
  for (const id of valuesOf(change, 'parent_id')) if (id !== '0') tags.add(`row:comments:${id}`)
  if (valuesOf(change, 'status').includes('1')) ofList('comments', change, changed, tags)
}

function ofRow(
  table: string,
  id: string,
  change: RowChange,
  changed: readonly string[],
  tags: Set<Tag>,
): void {
  const quiet = quietColumns[table] ?? []
  for (const value of valuesOf(change, id)) {
    if (changed.some((column) => !quiet.includes(column))) tags.add(`row:${table}:${value}`)
    for (const column of changed) if (quiet.includes(column)) tags.add(`row:${table}:${value}/${column}`)
  }
}

/** A row that comes or goes changes the list, another its order and what filters let through. */
function ofList(
  list: string,
  { before, after }: RowChange,
  changed: readonly string[],
  tags: Set<Tag>,
): void {
  if (before === null || after === null) tags.add(`list:${list}`)
  else for (const column of changed) tags.add(`list:${list}/${column}`)
}

function has(changed: readonly string[], ...columns: readonly string[]): boolean {
  return columns.some((column) => changed.includes(column))
}

/** All of a row that came or went. */
function changedColumns({ before, after }: RowChange): readonly string[] {
  if (before === null || after === null) return Object.keys(before ?? after ?? {})
  return Object.keys(after).filter((column) => before[column] !== after[column])
}

/** What it was and what it is, each once. */
function valuesOf({ before, after }: RowChange, column: string): readonly string[] {
  return [...new Set([before, after].flatMap((row) => valueIn(row, column)))]
}

function valueIn(row: ChangedRow | null, column: string): readonly string[] {
  const value = row?.[column]
  return value === null || value === undefined ? [] : [value]
}
