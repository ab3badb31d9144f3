// Layouts: the names that WordPress gives, plain ones, an owner's own.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnIn, plain, wordpress, type Layout } from '../../../src/database/layout.ts'
import { mapped } from '../../../src/database/layout-mapping.ts'
import { tableNames } from '../../../src/core/table-names.ts'
import { type ColumnName } from '../../../src/database/tables.ts'

function mappedTo(...[mapping, prefix]: Parameters<typeof mapped>): Layout {
  const layout = mapped(mapping, prefix)
  assert.ok(layout instanceof Map, JSON.stringify(layout))
  return layout
}

describe('wordpress', () => {
  for (const prefix of ['wp_', 'site7_', '']) {
    it(`puts ${JSON.stringify(prefix)} before every table`, () => {
      const tables = [...wordpress(prefix)].map(([name, { table }]) => [name, table])
      assert.deepEqual(
        tables,
        tableNames.map((name) => [name, `${prefix}${name}`]),
      )
    })
  }

  const columns: readonly (readonly [logical: ColumnName, physical: string])[] = [
    ['posts.id', 'ID'],
    ['posts.author_id', 'post_author'],
    ['posts.created_at', 'post_date'],
    ['posts.created_at_utc', 'post_date_gmt'],
    ['posts.slug', 'post_name'],
    ['posts.guid', 'guid'],
    ['postmeta.id', 'meta_id'],
    ['usermeta.id', 'umeta_id'],
    ['users.slug', 'user_nicename'],
    ['users.name', 'display_name'],
    ['terms.id', 'term_id'],
    ['term_taxonomy.id', 'term_taxonomy_id'],
    ['term_taxonomy.parent_id', 'parent'],
    ['term_relationships.post_id', 'object_id'],
    ['options.value', 'option_value'],
  ]
  for (const [logical, physical] of columns)
    it(`calls ${logical} ${physical}`, () => assert.equal(columnIn(wordpress('wp_'), logical), physical))

  it('has one physical column for each logical one', () => {
    for (const [name, { columns: each }] of wordpress('wp_'))
      assert.equal(new Set(each.values()).size, each.size, name)
  })
})

describe('plain', () => {
  it('calls everything as it is called', () => {
    for (const [name, { table, columns }] of plain()) {
      assert.equal(table, name)
      for (const [logical, physical] of columns) assert.equal(physical, logical)
    }
  })

  it('has what wordpress has', () => {
    const names = (layout: Layout) => [...layout].map(([name, { columns }]) => [name, [...columns.keys()]])
    assert.deepEqual(names(plain()), names(wordpress('wp_')))
  })
})

describe('mapped', () => {
  it('names what is named, and the rest as the layout that it extends', () => {
    const tables = { posts: { table: 'articles', columns: { title: 'headline' } } }
    const stock = mappedTo({ tables }, 'x_')
    assert.equal(stock.get('posts')?.table, 'articles')
    assert.equal(columnIn(stock, 'posts.title'), 'headline')
    assert.equal(columnIn(stock, 'posts.content'), 'post_content')
    assert.equal(stock.get('users')?.table, 'x_users')
    const own = mappedTo({ extends: 'plain', tables }, 'x_')
    assert.equal(columnIn(own, 'posts.content'), 'content')
    assert.equal(own.get('users')?.table, 'users')
  })

  it('of nothing is the layout that it extends', () => {
    assert.deepEqual(mapped({}, 'x_'), wordpress('x_'))
    assert.deepEqual(mapped({ extends: 'wordpress' }, 'x_'), wordpress('x_'))
    assert.deepEqual(mapped({ extends: 'plain' }, 'x_'), plain())
  })

  it('can swap names', () => {
    const layout = mappedTo(
      { tables: { posts: { columns: { title: 'post_content', content: 'post_title' } } } },
      '',
    )
    assert.deepEqual(
      [columnIn(layout, 'posts.title'), columnIn(layout, 'posts.content')],
      ['post_content', 'post_title'],
    )
  })

  it('leaves out what is null, but for posts', () => {
    const layout = mappedTo({ tables: { users: null } }, '')
    assert.deepEqual(
      tableNames.filter((name) => !layout.has(name)),
      ['users'],
    )
    assert.match(JSON.stringify(mapped({ tables: { posts: null } }, '')), /tables\.posts: it cannot be null/)
  })

  it('says what it names that there is not', () => {
    for (const name of ['articles', 'wp_posts', 'constructor', '__proto__'])
      assert.deepEqual(mapped({ tables: JSON.parse(`{"${name}": {}}`) }, ''), {
        problems: [`tables.${name}: there is no such table. The tables are ${tableNames.join(', ')}.`],
      })
    for (const name of ['headline', 'post_title', 'constructor'])
      assert.match(
        JSON.stringify(mapped({ tables: { posts: { columns: { [name]: 'x' } } } }, '')),
        new RegExp(`tables\\.posts\\.columns\\.${name}: there is no such column\\. posts has id, author_id,`),
      )
  })

  it('says all that is wrong at once', () => {
    const made = mapped(
      {
        tables: {
          article: {},
          posts: {
            columns: {
              headline: 'x',
              status: { column: 'state', values: { 1: 'publish', 2: 'publish', 3: 'live' } },
              title: { column: 'x', values: { 1: 'one' } },
              menu_order: { column: 'x', as: 'unix-seconds' },
              type: { column: 'kind', values: {} },
            },
          },
        },
      },
      '',
    )
    assert(!(made instanceof Map) && 'problems' in made)
    const starts = made.problems.map((says) => says.replace(/(?<=[a-z]{3})\. .*/, ''))
    assert.deepEqual(starts, [
      'tables.article: there is no such table',
      'tables.posts.columns.headline: there is no such column',
      'tables.posts.columns.status: "live" is not known',
      'tables.posts.columns.status: "1" and "2" are both mapped to "publish", which only one value can be.',
      'tables.posts.columns.title: only posts.status, posts.type, comments.status, comments.type, term_taxonomy.taxonomy can have values.',
      'tables.posts.columns.menu_order: only times are stored as unix-seconds, and posts.menu_order is none.',
      'tables.posts.columns.type: values is empty, so no row would be served.',
    ])
  })
})
