// Finds texts of posts in another table: in one with a row for each post, or in the row that a column of posts names.
import type { Catalogue, Described } from './catalogue.ts'
import { kindsOf } from './kinds.ts'
import { columnNamed, singleKey, plainName, singular } from './match.ts'
import { columnNames } from './words.ts'

export interface ElsewhereText {
  readonly sql: string
  /** The table that contains the text. */
  readonly table: string
}

/** Quotes a name for every kind of database, since it may be a reserved word. */
const quoted = (name: string) => `\`${name}\``

export function contentElsewhere(catalogue: Catalogue, posts: Described, id: string): ElsewhereText | null {
  return ofEachPost(catalogue, posts, id) ?? ofNamedRow(catalogue, posts)
}

/** `node__body (entity_id, body_value)`: a table named after its content, with the key of the post it belongs to. */
function ofEachPost({ tables }: Catalogue, posts: Described, id: string): ElsewhereText | null {
  const owners = `entity_id ${id} ${singular(plainName(posts.name))}_id`
  for (const table of tables) {
    const [last = ''] = plainName(table.name).split('_').slice(-1)
    if (table === posts || !['body', 'content', 'text', 'contents', 'bodies', 'texts'].includes(last))
      continue
    const owner = columnNamed(table, owners, [posts.columns.get(id)?.kind ?? 'number'])
    const text = columnNamed(
      table,
      `${columnNames.content} body_value content_value text_value`,
      kindsOf.text,
    )
    if (owner === null || text === null) continue
    const languages = [table, posts].map((each) =>
      columnNamed(each, 'langcode language locale', kindsOf.text),
    )
    const [one, other] = languages
    const same = one && other ? ` and t.${quoted(one)} = posts.${quoted(other)}` : ''
    return written(
      table,
      [owner, text, id, ...languages.flatMap((name) => name ?? [])],
      `select t.${quoted(text)} from ${quoted(table.name)} t where t.${quoted(owner)} = posts.${quoted(id)}${same} limit 1`,
    )
  }
  return null
}

/** `topic_first_post_id`: a column whose name ends in that of another table, whose row contains the text. */
function ofNamedRow({ tables }: Catalogue, posts: Described): ElsewhereText | null {
  for (const [column, { kind }] of posts.columns) {
    if (kind !== 'number' || !/first|main|content|body|text/.test(plainName(column))) continue
    for (const table of tables) {
      const key = singleKey(table)
      const [last = ''] = plainName(table.name).split('_').slice(-1)
      if (table === posts || key === null || !plainName(column).endsWith(`_${singular(last)}_id`)) continue
      const text = columnNamed(table, columnNames.content, kindsOf.text)
      if (text === null) continue
      return written(
        table,
        [column, key, text],
        `select t.${quoted(text)} from ${quoted(table.name)} t where t.${quoted(key)} = posts.${quoted(column)}`,
      )
    }
  }
  return null
}

function written(table: Described, names: readonly string[], select: string): ElsewhereText | null {
  return [table.name, ...names].every((name) => !name.includes('`'))
    ? { sql: `(${select})`, table: table.name }
    : null
}
