// Layouts: the names that WordPress gives, plain ones, an owner's own; held against what a server really has.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnIn, fit, mapped, plain, wordpress, type Layout } from '../../../src/database/layout.ts'
import { tableNames, type ColumnName } from '../../../src/database/tables.ts'

/** A server that has every table and column of a layout, but for those named: `wp_terms`, `wp_posts.guid`. */
function serverOf(layout: Layout, ...without: readonly string[]) {
  const tables = [...layout.values()]
    .filter(({ table }) => !without.includes(table))
    .map(({ table, columns }): [string, ReadonlySet<string>] => {
      const names = [...columns.values()].filter((column) => typeof column === 'string')
      const there = names.filter((column) => !without.includes(`${table}.${column}`))
      return [table, new Set(there.map((column) => column.toLowerCase()))]
    })
  return { tables: new Map(tables) }
}

function fitted(...without: readonly string[]) {
  const layout = wordpress('wp_')
  const made = fit(layout, serverOf(layout, ...without))
  assert.ok('layout' in made, JSON.stringify(made))
  return made
}

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

  it('says what it names that there is not', () => {
    for (const name of ['articles', 'wp_posts', 'constructor', '__proto__'])
      assert.deepEqual(mapped({ tables: JSON.parse(`{"${name}": {}}`) }, ''), { unknown: name })
    for (const name of ['headline', 'post_title', 'constructor'])
      assert.deepEqual(mapped({ tables: { posts: { columns: { [name]: 'x' } } } }, ''), {
        unknown: `posts.${name}`,
      })
  })
})

describe('fit', () => {
  it('changes nothing where everything is there', () => {
    assert.deepEqual(fitted(), { layout: wordpress('wp_'), missing: [] })
  })

  const standIns: readonly (readonly [logical: ColumnName, column: string, standIn: unknown])[] = [
    ['posts.content', 'wp_posts.post_content', { constant: '' }],
    ['posts.author_id', 'wp_posts.post_author', { constant: 0 }],
    ['posts.created_at_utc', 'wp_posts.post_date_gmt', { constant: '0000-00-00 00:00:00' }],
    ['posts.modified_at', 'wp_posts.post_modified', 'post_date'],
    ['posts.modified_at_utc', 'wp_posts.post_modified_gmt', 'post_date_gmt'],
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
    const never = { constant: '0000-00-00 00:00:00' }
    assert.deepEqual(columnIn(layout, 'posts.created_at_utc'), never)
    assert.deepEqual(columnIn(layout, 'posts.modified_at_utc'), never)
  })

  it('goes without every table but that of the posts', () => {
    for (const name of tableNames.filter((each) => each !== 'posts')) {
      const { layout, missing } = fitted(`wp_${name}`)
      assert.deepEqual(
        [layout.has(name), layout.size, missing],
        [false, tableNames.length - 1, [`table wp_${name}`]],
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
