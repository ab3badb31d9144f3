// Which physical tables and columns the logical ones stand for. `wordpress` is the layout that WordPress makes, with any
// prefix; `plain` calls everything by its logical name; an owner's mapping changes either. When the database is found, the
// layout is fitted to the tables that are really there: what is optional may be missing.
import type { Server } from './engine.ts'
import { tableNames, tableOf, type ColumnName, type Database, type Table } from './tables.ts'

/** A table that the database does not have is not in it. */
export type Layout = ReadonlyMap<Table, PhysicalTable>

export interface PhysicalTable {
  readonly table: string
  /** A column that the database does not have is a constant. */
  readonly columns: ReadonlyMap<string, string | Constant>
}

export interface Constant {
  readonly constant: string | number
}

type Names = {
  readonly [T in Table]: {
    readonly table: string
    readonly columns: { readonly [C in keyof Database[T]]: string }
  }
}

export function wordpress(prefix: string): Layout {
  return toLayout({
    posts: {
      table: `${prefix}posts`,
      columns: {
        id: 'ID',
        author_id: 'post_author',
        created_at: 'post_date',
        created_at_utc: 'post_date_gmt',
        modified_at: 'post_modified',
        modified_at_utc: 'post_modified_gmt',
        title: 'post_title',
        content: 'post_content',
        excerpt: 'post_excerpt',
        status: 'post_status',
        type: 'post_type',
        slug: 'post_name',
        password: 'post_password',
        parent_id: 'post_parent',
        guid: 'guid',
        menu_order: 'menu_order',
        mime_type: 'post_mime_type',
        comment_status: 'comment_status',
        ping_status: 'ping_status',
        comment_count: 'comment_count',
      },
    },
    postmeta: {
      table: `${prefix}postmeta`,
      columns: { id: 'meta_id', post_id: 'post_id', key: 'meta_key', value: 'meta_value' },
    },
    users: {
      table: `${prefix}users`,
      columns: {
        id: 'ID',
        login: 'user_login',
        slug: 'user_nicename',
        email: 'user_email',
        password_hash: 'user_pass',
        url: 'user_url',
        name: 'display_name',
        registered_at: 'user_registered',
      },
    },
    usermeta: {
      table: `${prefix}usermeta`,
      columns: { id: 'umeta_id', user_id: 'user_id', key: 'meta_key', value: 'meta_value' },
    },
    terms: {
      table: `${prefix}terms`,
      columns: { id: 'term_id', name: 'name', slug: 'slug', group: 'term_group' },
    },
    term_taxonomy: {
      table: `${prefix}term_taxonomy`,
      columns: {
        id: 'term_taxonomy_id',
        term_id: 'term_id',
        taxonomy: 'taxonomy',
        description: 'description',
        parent_id: 'parent',
        count: 'count',
      },
    },
    term_relationships: {
      table: `${prefix}term_relationships`,
      columns: { post_id: 'object_id', term_taxonomy_id: 'term_taxonomy_id', position: 'term_order' },
    },
    comments: {
      table: `${prefix}comments`,
      columns: {
        id: 'comment_ID',
        post_id: 'comment_post_ID',
        parent_id: 'comment_parent',
        author_id: 'user_id',
        author_name: 'comment_author',
        author_email: 'comment_author_email',
        author_url: 'comment_author_url',
        author_ip: 'comment_author_IP',
        author_agent: 'comment_agent',
        created_at: 'comment_date',
        created_at_utc: 'comment_date_gmt',
        content: 'comment_content',
        status: 'comment_approved',
        type: 'comment_type',
      },
    },
    options: {
      table: `${prefix}options`,
      columns: { id: 'option_id', name: 'option_name', value: 'option_value' },
    },
  })
}

/** Every table and column under its logical name. */
export function plain(): Layout {
  const names = [...wordpress('')].map(([name, { columns }]): [Table, PhysicalTable] => {
    return [name, { table: name, columns: new Map([...columns.keys()].map((column) => [column, column])) }]
  })
  return new Map(names)
}

function toLayout(names: Names): Layout {
  return new Map(
    tableNames.map((name) => [
      name,
      { table: names[name].table, columns: new Map(Object.entries(names[name].columns)) },
    ]),
  )
}

/** An owner's own names; what is not named is as in the layout that it extends. */
export interface LayoutMapping {
  readonly extends?: 'wordpress' | 'plain'
  readonly tables?: Readonly<
    Record<
      string,
      { readonly table?: string; readonly columns?: Readonly<Record<string, string | Constant>> }
    >
  >
}

/** The layout of a mapping, or the first logical name in it that there is none of. */
export function mapped(mapping: LayoutMapping, prefix: string): Layout | { readonly unknown: string } {
  const base = mapping.extends === 'plain' ? plain() : wordpress(prefix)
  const layout = new Map(base)
  for (const [name, given] of Object.entries(mapping.tables ?? {})) {
    const table = tableNames.find((each) => each === name)
    const physical = table && base.get(table)
    if (!table || !physical) return { unknown: name }
    const columns = Object.entries(given.columns ?? {})
    const unknown = columns.find(([column]) => !physical.columns.has(column))
    if (unknown) return { unknown: `${name}.${unknown[0]}` }
    layout.set(table, {
      table: given.table ?? physical.table,
      columns: new Map([...physical.columns, ...columns]),
    })
  }
  return layout
}

type Default = Constant | { readonly like: string }

const empty: Default = { constant: '' }
const zero: Default = { constant: 0 }
const never: Default = { constant: '0000-00-00 00:00:00' }

/**
 * What stands for a column that a database does not have, or that the account may not read; every other column its table
 * cannot do without. What decides who may see a row (status, type, password) has no stand-in: an owner whose table lacks
 * one of these says so, by a constant in the mapping.
 */
const defaults: { readonly [T in Table]: { readonly [C in keyof Database[T]]?: Default } } = {
  posts: {
    author_id: zero,
    created_at_utc: never,
    modified_at: { like: 'created_at' },
    modified_at_utc: { like: 'created_at_utc' },
    content: empty,
    excerpt: empty,
    slug: empty,
    parent_id: zero,
    guid: empty,
    menu_order: zero,
    mime_type: empty,
    comment_status: { constant: 'closed' },
    ping_status: { constant: 'closed' },
    comment_count: zero,
  },
  postmeta: { id: zero },
  users: { login: empty, slug: empty, email: empty, password_hash: empty, url: empty, registered_at: never },
  usermeta: { id: zero },
  terms: { group: zero },
  term_taxonomy: { description: empty, parent_id: zero, count: zero },
  term_relationships: { position: zero },
  comments: {
    parent_id: zero,
    author_id: zero,
    author_name: empty,
    author_email: empty,
    author_url: empty,
    author_ip: empty,
    author_agent: empty,
    created_at_utc: never,
    type: { constant: 'comment' },
  },
  options: { id: zero },
}

/** What a logical column is: its physical name, a constant, or nothing where its table is not there. */
export function columnIn(layout: Layout, named: ColumnName): string | Constant | undefined {
  const [name = '', column = ''] = named.split('.')
  const table = tableOf(name)
  return table && layout.get(table)?.columns.get(column)
}

export interface Fitted {
  readonly layout: Layout
  /** What is optional and missing, by its physical name: `table wp_terms`, `column wp_posts.guid`. */
  readonly missing: readonly string[]
}

/** The layout as far as the server has it, or the physical name of what is missing and cannot be done without. */
/** What a server does not have that nothing can be served without; null where it has all of it. */
export function lackOf(layout: Layout, server: Pick<Server, 'tables'>): string | null {
  const fitted = fit(layout, server)
  return 'lacking' in fitted ? fitted.lacking : null
}

export function fit(
  layout: Layout,
  { tables }: Pick<Server, 'tables'>,
): Fitted | { readonly lacking: string } {
  const fitted = new Map<Table, PhysicalTable>()
  const missing: string[] = []
  for (const [name, { table, columns }] of layout) {
    const there = tables.get(table)
    const standIns: ReadonlyMap<string, Default> = new Map(Object.entries<Default>(defaults[name]))
    const absent = [...columns].flatMap(([logical, column]) =>
      typeof column === 'string' && !there?.has(column.toLowerCase()) ? [[logical, column] as const] : [],
    )
    const lacking = absent.find(([logical]) => !standIns.has(logical))
    if (there && !lacking) {
      missing.push(...absent.map(([, column]) => `column ${table}.${column}`))
      fitted.set(name, {
        table,
        columns: withStandIns(
          columns,
          absent.map(([logical]) => logical),
          standIns,
        ),
      })
      continue
    }
    const what = there && lacking ? `column ${table}.${lacking[1]}` : `table ${table}`
    if (name === 'posts') return { lacking: what }
    missing.push(what)
  }
  return { layout: fitted, missing }
}

function withStandIns(
  columns: PhysicalTable['columns'],
  absent: readonly string[],
  standIns: ReadonlyMap<string, Default>,
): PhysicalTable['columns'] {
  const standing = new Map(columns)
  for (const logical of absent) {
    const standIn = standIns.get(logical)
    const like = standIn && 'like' in standIn ? standing.get(standIn.like) : standIn
    if (like !== undefined) standing.set(logical, like)
  }
  return standing
}
