// Finds tables that belong to a table of posts: people, terms by a foreign key or by a join table, comments, attributes.
import type { Catalogue, Described } from './catalogue.ts'
import { kindsOf } from './kinds.ts'
import { calledAs, canRefer, columnNamed, plainName, singleKey, singular } from './match.ts'
import type { ProposedColumn, ProposedTable } from './proposal.ts'
import { guessCommentStatus, guessTime, softDeletion, translationOf } from './values.ts'
import { columnNames, tableNames } from './words.ts'

/** The table to which a column refers: by its foreign key, or else by its name. */
function targetOf({ tables }: Catalogue, { foreignKeys }: Described, column: string): Described | null {
  const declared = foreignKeys.find((each) => each.column === column)
  if (declared) return tables.find(({ name }) => name === declared.table) ?? null
  const word = plainName(column).replace(/_(id|nr|no|fk)$/, '')
  const named = tables.filter(({ name }) => {
    const words = plainName(name).split('_')
    const last = words.at(-1) ?? ''
    // Matches plurals of several languages
    const isPlural = last.startsWith(singular(word)) && last.length - word.length <= 3
    return word !== '' && (isPlural || singular(last) === singular(word))
  })
  return named.toSorted((one, other) => one.name.length - other.name.length)[0] ?? null
}

export function peopleOf(catalogue: Catalogue, posts: Described, author: string): ProposedTable | null {
  const byKey = targetOf(catalogue, posts, author)
  const byName = catalogue.tables
    .filter((table) => table !== posts && calledAs(table.name, tableNames.users) > 0)
    .toSorted((one, other) => calledAs(other.name, tableNames.users) - calledAs(one.name, tableNames.users))
  for (const table of [byKey, ...byName]) {
    if (table === null || table === posts) continue
    const id = singleKey(table) ?? (isTranslated(table) ? (table.key[0] ?? null) : null)
    const name = columnNamed(table, columnNames.name, kindsOf.text)
    if (id === null || name === null || !canRefer(posts, author, table, id)) continue
    const more = (['slug', 'login', 'email'] as const).flatMap((logical): readonly ProposedColumn[] => {
      const names = logical === 'slug' ? 'slug alias user_nicename nicename' : columnNames[logical]
      const column = columnNamed(table, names, kindsOf.text)
      return column === null ? [] : [{ logical, mapping: column }]
    })
    return {
      logical: 'users',
      table: table.name,
      reason: table === byKey ? `${posts.name}.${author} names its rows` : 'its name',
      columns: [{ logical: 'id', mapping: id }, { logical: 'name', mapping: name }, ...more],
      where: [...softDeletion(table), ...translationOf(table)],
    }
  }
  return null
}

interface Terms {
  readonly tables: readonly ProposedTable[]
  readonly doubts: readonly string[]
}

interface Found {
  readonly terms: Described
  readonly taxonomy: 'category' | 'post_tag'
  /** The join table between posts and terms, and its columns. */
  readonly relations: { readonly table: Described; readonly post: string; readonly term: string }
}

const termsMax = 100_000

/** Proposes one table of terms: by a join table, else by a foreign key of posts. */
export async function termsOf(catalogue: Catalogue, posts: Described, id: string): Promise<Terms> {
  const found: Found[] = []
  for (const each of [...byRelations(catalogue, posts), ...byForeignKey(catalogue, posts, id)]) {
    const rows = await catalogue.rowsOf(each.terms.name)
    if (rows === null || rows <= termsMax) found.push(each)
  }
  const [first, ...others] = found
  if (first === undefined) return { tables: [], doubts: [] }
  const { terms, taxonomy, relations } = first
  const key = singleKey(terms) ?? terms.key[0] ?? 'id'
  const name = columnNamed(terms, columnNames.title, kindsOf.text) ?? ''
  const slug = columnNamed(terms, columnNames.slug, kindsOf.text, [name]) ?? name
  const where = translationOf(terms)
  const isOfPosts = relations.table === posts
  return {
    tables: [
      {
        logical: 'terms',
        table: terms.name,
        reason: `${relations.table.name}.${relations.term} names its rows`,
        columns: [
          { logical: 'id', mapping: key },
          { logical: 'name', mapping: name },
          { logical: 'slug', mapping: slug },
        ],
        where,
      },
      {
        logical: 'term_taxonomy',
        table: terms.name,
        reason: 'each of its rows is a term of one taxonomy',
        columns: [
          { logical: 'id', mapping: key },
          { logical: 'term_id', mapping: key },
          { logical: 'taxonomy', mapping: { constant: taxonomy } },
        ],
        where,
      },
      {
        logical: 'term_relationships',
        table: relations.table.name,
        reason: 'it says which post has which term',
        columns: [
          { logical: 'post_id', mapping: relations.post },
          { logical: 'term_taxonomy_id', mapping: relations.term },
        ],
        where:
          isOfPosts && posts.columns.get(relations.term)?.isNullable
            ? [{ column: relations.term, wanted: { not: null }, reason: 'posts without a term' }]
            : [],
      },
    ],
    doubts: others.map(
      ({ terms: { name: other }, relations: { table, term } }) =>
        `${other} (by ${table.name}.${term}) are terms too, but one table of terms can be served: a view can unite them (docs/legacy.md).`,
    ),
  }
}

function isTerms(table: Described): boolean {
  const hasKey = singleKey(table) !== null || isTranslated(table)
  return (
    hasKey &&
    columnNamed(table, columnNames.title, kindsOf.text) !== null &&
    calledAs(table.name, tableNames.users) === 0
  )
}

function byRelations(catalogue: Catalogue, posts: Described): readonly Found[] {
  return catalogue.tables.flatMap((table): readonly Found[] => {
    if (table === posts || table.columns.size > 8) return []
    const columns = [...table.columns.keys()]
    const post = columns.find((column) => isOf(catalogue, table, column, posts))
    if (post === undefined) return []
    return columns.flatMap((term): readonly Found[] => {
      const terms = term === post || term === singleKey(table) ? null : termTable(catalogue, table, term)
      if (terms === null || terms === posts || terms === table || !isTerms(terms)) return []
      if (!canRefer(table, term, terms, terms.key[0] ?? null)) return []
      // A table with a key of its own may contain anything, but a join table is named after both of its sides
      if (table.key.length === 1 && !namesBoth(table, posts, terms)) return []
      if (calledAs(terms.name, tableNames.terms) === 0) return []
      const isTags = /tag/.test(plainName(terms.name))
      return [{ terms, taxonomy: isTags ? 'post_tag' : 'category', relations: { table, post, term } }]
    })
  })
}

function namesBoth(table: Described, ...both: readonly Described[]): boolean {
  const words = new Set(plainName(table.name).split('_').map(singular))
  return both.every(({ name }) => words.has(singular(plainName(name).split('_').at(-1) ?? '')))
}

/** The table of terms to which a column refers; some systems name its key by the initials of the table. */
function termTable(catalogue: Catalogue, table: Described, column: string): Described | null {
  const found = targetOf(catalogue, table, column)
  if (found) return found
  return (
    catalogue.tables.find(
      (each) => each !== table && each.key[0] === column && calledAs(each.name, tableNames.terms) > 0,
    ) ?? null
  )
}

function isOf(catalogue: Catalogue, table: Described, column: string, posts: Described): boolean {
  const declared = table.foreignKeys.find((each) => each.column === column)
  if (declared) return declared.table === posts.name
  if (!canRefer(table, column, posts, posts.key[0] ?? null)) return false
  if (column === posts.key[0] && column !== 'id') return true
  return targetOf(catalogue, table, column) === posts && /id|nr|no$/.test(column)
}

function byForeignKey(catalogue: Catalogue, posts: Described, id: string): readonly Found[] {
  return [...posts.columns.keys()].flatMap((column): readonly Found[] => {
    if (column === id) return []
    const terms = targetOf(catalogue, posts, column)
    if (terms === null || terms === posts || !isTerms(terms)) return []
    if (!canRefer(posts, column, terms, terms.key[0] ?? null)) return []
    if (calledAs(terms.name, tableNames.terms) === 0) return []
    return [{ terms, taxonomy: 'category', relations: { table: posts, post: id, term: column } }]
  })
}

export async function commentsOf(
  catalogue: Catalogue,
  posts: Described,
  id: string,
): Promise<readonly ProposedTable[]> {
  for (const table of catalogue.tables) {
    if (table === posts || calledAs(table.name, tableNames.comments) === 0) continue
    const key = singleKey(table)
    const post = [...table.columns.keys()].find(
      (column) => column !== key && isOf(catalogue, table, column, posts),
    )
    const content = columnNamed(table, `${columnNames.content} comment`, kindsOf.text)
    const created = await guessTime(catalogue, table, 'created_at')
    if (key === null || post === undefined || content === null || created === null) continue
    const status = await guessCommentStatus(catalogue, table)
    const parent = columnNamed(table, columnNames.parent_id, ['number', 'text'], [key, post])
    const author = columnNamed(table, columnNames.author_id, kindsOf.integer)
    const name = columnNamed(table, 'author_name author name username guest_name', kindsOf.text)
    return [
      {
        logical: 'comments',
        table: table.name,
        reason: `its name, and ${table.name}.${post} names rows of ${posts.name}.${id}`,
        columns: [
          { logical: 'id', mapping: key },
          { logical: 'post_id', mapping: post },
          { logical: 'content', mapping: content },
          { logical: 'status', ...status },
          created,
          ...(parent !== null && canRefer(table, parent, table, key)
            ? [{ logical: 'parent_id', mapping: parent }]
            : []),
          ...(author === null ? [] : [{ logical: 'author_id', mapping: author }]),
          ...(name === null ? [] : [{ logical: 'author_name', mapping: name }]),
        ],
        where: softDeletion(table),
      },
    ]
  }
  return []
}

export function metaOf(catalogue: Catalogue, posts: Described): readonly ProposedTable[] {
  for (const table of catalogue.tables) {
    if (table === posts || calledAs(table.name, tableNames.postmeta) === 0) continue
    const post = [...table.columns.keys()].find(
      (column) => column !== singleKey(table) && isOf(catalogue, table, column, posts),
    )
    const key = columnNamed(table, columnNames.key, ['text'])
    const value = columnNamed(table, columnNames.value, ['text', 'number', 'any'], [key ?? ''])
    if (post === undefined || key === null || value === null) continue
    const id = singleKey(table)
    return [
      {
        logical: 'postmeta',
        table: table.name,
        reason: 'a name and a value for rows of posts',
        columns: [
          { logical: 'id', mapping: id ?? { constant: 0 } },
          { logical: 'post_id', mapping: post },
          { logical: 'key', mapping: key },
          { logical: 'value', mapping: value },
        ],
        where: [],
      },
    ]
  }
  return []
}

/** True for a table with a row for each language, which share a key. */
function isTranslated(table: Described): boolean {
  const [first] = table.key
  const hasKey = first !== undefined && table.columns.get(first)?.kind === 'number'
  return hasKey && translationOf(table).length > 0
}
