// Layouts held against what a server really has: what is missing, and what is of a type that is compared otherwise.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { kindOf } from '../../../src/database/column-kinds.ts'
import { fit } from '../../../src/database/fit.ts'
import { columnIn, wordpress, type Layout } from '../../../src/database/layout.ts'
import { mapped } from '../../../src/database/layout-mapping.ts'
import { mysqlKind, sqliteKind, type StoredColumn } from '../../../src/database/stored-column.ts'
import { tableNames } from '../../../src/core/table-names.ts'
import { type ColumnName } from '../../../src/database/tables.ts'

const usual = { integer: 'bigint(20)', time: 'datetime', text: 'text', word: 'varchar(20)' } as const

const stored = (type: string): StoredColumn => ({
  type,
  kind: mysqlKind(type),
  isNullable: false,
  isFolded: false,
})

/** A server that has every table and column of a layout, but for those named: `wp_terms`, `wp_posts.guid`. */
function serverOf(layout: Layout, ...without: readonly string[]) {
  return serverWith(layout, {}, without)
}

/** The same, with some columns of these types. */
function serverWith(
  layout: Layout,
  types: Readonly<Record<string, StoredColumn>>,
  without: readonly string[] = [],
) {
  const tables = [...layout]
    .filter(([, { table }]) => !without.includes(table))
    .map(([name, { table, columns }]) => {
      const there = [...columns].flatMap(([logical, column]): readonly [string, StoredColumn][] => {
        if (typeof column !== 'string' || without.includes(`${table}.${column}`)) return []
        const named = `${name}.${logical}`
        return [[column.toLowerCase(), types[named] ?? stored(usual[kindOf(named)])]]
      })
      return [table, new Map(there)] as const
    })
  return { tables: new Map(tables), indexes: new Map(), keys: new Map() }
}

function fitted(...without: readonly string[]) {
  const layout = wordpress('wp_')
  const made = fit(layout, serverOf(layout, ...without))
  assert.ok('layout' in made, JSON.stringify(made))
  return made
}

describe('fit', () => {
  it('changes nothing where everything is there', () => {
    assert.deepEqual(fitted(), { layout: wordpress('wp_'), missing: [], doubts: [] })
  })

  const standIns: readonly (readonly [logical: ColumnName, column: string, standIn: unknown])[] = [
    ['posts.content', 'wp_posts.post_content', { constant: '' }],
    ['posts.author_id', 'wp_posts.post_author', { constant: 0 }],
    ['posts.created_at_utc', 'wp_posts.post_date_gmt', { constant: '0000-00-00 00:00:00' }],
    ['posts.modified_at', 'wp_posts.post_modified', 'post_date'],
    ['posts.modified_at_utc', 'wp_posts.post_modified_gmt', { constant: '' }],
    [
      'comments.created_at_utc',
      'wp_comments.comment_date_gmt',
      { column: 'comment_date', encoding: { kind: 'time', form: 'local' } },
    ],
    ['users.slug', 'wp_users.user_nicename', { constant: '' }],
    ['term_taxonomy.count', 'wp_term_taxonomy.count', { constant: 0 }],
    ['postmeta.id', 'wp_postmeta.meta_id', { constant: 0 }],
  ]
  for (const [logical, column, standIn] of standIns) {
    it(`goes without ${column}`, () => {
      const { layout, missing } = fitted(column)
      assert.deepEqual(columnIn(layout, logical), standIn)
      assert.deepEqual(missing, [`column ${column}`])
    })
  }

  it('goes without both columns of UTC', () => {
    const { layout } = fitted('wp_posts.post_date_gmt', 'wp_posts.post_modified_gmt')
    assert.deepEqual(columnIn(layout, 'posts.created_at_utc'), { constant: '0000-00-00 00:00:00' })
    assert.deepEqual(columnIn(layout, 'posts.modified_at_utc'), { constant: '' })
  })

  it('goes without every table but that of the posts', () => {
    // Nothing is missed without these
    const extra = new Set<string>(['termmeta', 'commentmeta'])
    for (const name of tableNames.filter((each) => each !== 'posts')) {
      const { layout, missing } = fitted(`wp_${name}`)
      assert.deepEqual(
        [layout.has(name), layout.size, missing],
        [false, tableNames.length - 1, extra.has(name) ? [] : [`table wp_${name}`]],
      )
    }
  })

  it('goes without a table that lacks what it cannot do without', () => {
    for (const [name, column] of [
      ['users', 'display_name'],
      ['postmeta', 'post_id'],
      ['terms', 'slug'],
      ['options', 'option_value'],
    ] as const) {
      const { layout, missing } = fitted(`wp_${name}.${column}`)
      assert.deepEqual([layout.has(name), missing], [false, [`column wp_${name}.${column}`]])
    }
  })

  it('does not go without posts, nor without what makes them', () => {
    const stock = wordpress('wp_')
    for (const [without, lacking] of [
      ['wp_posts', 'table wp_posts'],
      ['wp_posts.ID', 'column wp_posts.ID'],
      ['wp_posts.post_date', 'column wp_posts.post_date'],
      ['wp_posts.post_title', 'column wp_posts.post_title'],
    ] as const)
      assert.deepEqual(fit(stock, serverOf(stock, without)), { lacking })
  })
})

/** Ids that no other table refers to may be texts by themselves. */
const isAlone = (named: string) => /^(?:post|user|term|comment)meta\.id$|^options\.id$/.test(named)

describe('types of columns', () => {
  const stock = wordpress('wp_')
  const fitOf = (types: Readonly<Record<string, StoredColumn>>) => fit(stock, serverWith(stock, types))

  const words = [
    'posts.status',
    'posts.type',
    'posts.password',
    'postmeta.key',
    'usermeta.key',
    'term_taxonomy.taxonomy',
    'comments.status',
    'comments.type',
    'options.name',
  ]
  for (const named of words)
    it(`refuse ${named} where it is no text, by its name`, () => {
      for (const type of [
        'tinyint(4)',
        'int(10) unsigned',
        'bit(1)',
        'decimal(5,2)',
        'year(4)',
        'date',
        'json',
      ]) {
        const made = fitOf({ [named]: stored(type) })
        const [sentence = ''] = 'mismatched' in made ? made.mismatched : []
        assert(sentence.startsWith(`${named} is compared with words, but wp_`), sentence)
        assert(sentence.includes(` is ${type}: `), sentence)
      }
      for (const type of ["enum('publish','draft')", 'char(9)', 'varbinary(20)', 'longtext', 'binary(0)'])
        assert.ok('layout' in fitOf({ [named]: stored(type) }), type)
    })

  it('refuse every integer that is text unless it is an id, every id of bytes, and every time that is a number', () => {
    for (const [name, { columns }] of stock)
      for (const logical of columns.keys()) {
        const named = `${name}.${logical}`
        const kind = kindOf(named)
        const asText = fitOf({ [named]: stored('varchar(36)') })
        assert.equal('mismatched' in asText, kind === 'integer' && !isAlone(named), named)
        if (kind === 'integer') assert.ok('mismatched' in fitOf({ [named]: stored('binary(16)') }), named)
        const isNumber = kind === 'integer' || kind === 'text'
        assert.equal('layout' in fitOf({ [named]: stored('int(11)') }), isNumber, named)
      }
  })

  it('take ids that are texts, of all columns that refer to one another', () => {
    const users = { 'users.id': stored('char(36)'), 'posts.author_id': stored('varchar(36)') }
    const made = fitOf({
      ...users,
      'comments.author_id': stored('uuid'),
      'usermeta.user_id': stored('char(36)'),
    })
    assert.ok('layout' in made)
    assert.deepEqual(made.layout.get('posts')?.textIds, new Set(['author_id']))
    const unlike = fitOf(users)
    assert.ok('mismatched' in unlike)
    assert.deepEqual(unlike.mismatched, [
      'layout: usermeta.user_id has numbers, but users.id, which it refers to, has texts.',
      'layout: comments.author_id has numbers, but users.id, which it refers to, has texts.',
    ])
  })

  it('make text of other types, and know what can be NULL', () => {
    const made = fitOf({
      'posts.slug': stored('int(11)'),
      'posts.created_at': { ...stored('datetime'), isNullable: true },
      'posts.title': { ...stored('text'), isNullable: true },
      'posts.id': { ...stored('bigint(20)'), isNullable: true },
    })
    assert.ok('layout' in made)
    const posts = made.layout.get('posts')
    assert.deepEqual(posts?.castToText, new Set(['slug']))
    assert.deepEqual(posts?.nullable, new Set(['created_at', 'title']))
    const standsIn = fit(
      stock,
      serverWith(stock, { 'posts.created_at': { ...stored('datetime'), isNullable: true } }, [
        'wp_posts.post_modified',
      ]),
    )
    assert.ok('layout' in standsIn)
    assert.deepEqual(standsIn.layout.get('posts')?.nullable, new Set(['created_at', 'modified_at']))
  })

  it('say all that is refused at once', () => {
    const made = fitOf({ 'posts.status': stored('int(11)'), 'comments.status': stored('int(11)') })
    assert.equal('mismatched' in made && made.mismatched.length, 2)
  })

  it('hold for constants too', () => {
    const fitting: readonly (readonly [column: string, constant: string | number, isTaken: boolean])[] = [
      ['password', '', true],
      ['status', 'publish', true],
      ['status', 0, false],
      ['slug', 0, false],
      ['author_id', 0, true],
      ['author_id', '7', true],
      ['author_id', 'anna', false],
      ['created_at', 2024, false],
    ]
    for (const [column, constant, isTaken] of fitting) {
      const layout = mapped({ tables: { posts: { columns: { [column]: { constant } } } } }, 'wp_')
      assert.ok(layout instanceof Map)
      assert.equal('layout' in fit(layout, serverOf(layout)), isTaken, `${column} ${constant}`)
    }
  })

  const affinities: readonly (readonly [declared: string, kind: ReturnType<typeof sqliteKind>])[] = [
    ['INTEGER', 'number'],
    ['tinyint(1)', 'number'],
    ['REAL', 'number'],
    ['NUMERIC', 'number'],
    ['boolean', 'number'],
    ['varchar(20)', 'text'],
    ['TEXT', 'text'],
    ['', 'any'],
    ['BLOB', 'any'],
    ['datetime', 'time'],
  ]
  for (const [declared, kind] of affinities)
    it(`of SQLite go by their affinity: ${declared || 'none'}`, () =>
      assert.equal(sqliteKind(declared), kind))
})
