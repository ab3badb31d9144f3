// Three tables of a blog whose states are numbers, whose rows are deleted softly and whose sections are a foreign key; and the
// layout that serves them.
import type { LayoutMapping } from '../../src/database/layout-mapping.ts'
import type { TestDatabase } from './databases.ts'
import { insertRows } from './rows.ts'

export const blog = {
  extends: 'plain',
  tables: {
    posts: {
      table: 'entries',
      columns: {
        id: 'nr',
        title: 'headline',
        content: 'body',
        author_id: 'writer_nr',
        slug: 'name',
        status: { column: 'state', values: { 1: 'publish', 0: 'draft', 2: 'private' } },
        type: { constant: 'post' },
        password: { constant: '' },
        created_at: { column: 'posted', as: 'unix-seconds' },
      },
      where: { deleted_at: null, site: [1, 3] },
    },
    users: { table: 'writers', columns: { id: 'nr', name: 'full_name' }, where: { active: true } },
    terms: { table: 'sections', columns: { id: 'nr', name: 'title', slug: 'short' } },
    term_taxonomy: {
      table: 'sections',
      columns: {
        id: 'nr',
        term_id: 'nr',
        taxonomy: { constant: 'category' },
        count: {
          sql: `select count(*) from entries e where e.section_nr = term_taxonomy.nr and e.state = 1
            and e.deleted_at is null and e.site in (1, 3)`,
        },
      },
      reads: ['entries'],
    },
    term_relationships: {
      table: 'entries',
      columns: { post_id: 'nr', term_taxonomy_id: 'section_nr' },
      where: { section_nr: { not: null } },
    },
  },
  options: { timezone_string: 'Europe/Berlin', blogname: 'The Blog' },
} as const satisfies LayoutMapping

export interface Entry {
  readonly nr: number
  readonly headline: string
  readonly state: number | null
  readonly posted: number | null
  readonly deleted_at: string | null
  readonly site: number
  readonly writer_nr: number
  readonly section_nr: number | null
}

const entry: Entry = {
  nr: 1,
  headline: 'Entry',
  state: 1,
  posted: 1_700_000_000,
  deleted_at: null,
  site: 1,
  writer_nr: 1,
  section_nr: 1,
}

export async function createBlog({ execute }: Pick<TestDatabase, 'execute'>): Promise<void> {
  await execute(`create table entries (nr integer not null primary key, headline varchar(100) not null,
    body varchar(1000) not null default '', name varchar(100) not null default '', state smallint null, posted bigint null,
    deleted_at datetime null, site integer not null, writer_nr integer not null, section_nr integer null)`)
  await execute('create index by_state on entries (state, posted)')
  await execute(
    'create table writers (nr integer not null primary key, full_name varchar(100), active smallint)',
  )
  await execute(
    'create table sections (nr integer not null primary key, title varchar(100) not null, short varchar(100) not null)',
  )
}

export function insertEntries(
  database: Pick<TestDatabase, 'execute'>,
  entries: readonly Partial<Entry>[],
): Promise<void> {
  return insertRows(
    database,
    'entries',
    entries.map((each) => ({ ...entry, ...each })),
  )
}
