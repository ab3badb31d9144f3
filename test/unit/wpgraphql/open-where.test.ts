// Every condition and order of a list names the field of REST that it reveals, and is left out where the owner closed that field.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contentTypes } from '../../../src/resources/content/content-types.ts'
import { attachment } from '../../../src/resources/media/media.ts'
import { taxonomies } from '../../../src/resources/terms/taxonomy.ts'
import { contentNames, postFormat, taxonomyNames } from '../../../src/wpgraphql/names.ts'
import { openWhere, reveals } from '../../../src/wpgraphql/open-where.ts'
import { wheresOf } from '../../../src/wpgraphql/text-kinds.ts'
import { siteText } from '../../../src/wpgraphql/text-site.ts'
import { resources } from '../../support/resources.ts'

const named = [...taxonomies, postFormat].map(taxonomyNames)
const wheres = wheresOf({
  contentTypes: [...contentTypes, attachment].map((type) => contentNames(type, named)),
  taxonomies: named,
  menuLocations: [],
  roles: [],
  statuses: [],
  logsIn: false,
  templates: new Map(),
  ownFields: new Map(),
  added: [],
})

/** The rows that lists with this `where` have; null for lists that no closed field concerns. */
function rowsOf(where: string): string | null {
  if (where === 'content_attachment' || where === 'file') return 'posts attachment'
  if (where === 'menuItems') return 'posts nav_menu_item'
  if (where.startsWith('content')) return 'posts'
  if (where.startsWith('terms_') || where === 'termNodes' || where === 'menus') return 'terms'
  return where === 'plugins' || where === 'assets' ? null : where
}

const ordersOf: Readonly<Record<string, readonly string[]>> = {
  Comments: ['comments'],
  PostObjects: ['posts', 'posts attachment'],
  TermObjects: ['terms'],
  Users: ['users'],
}

function conditions(): readonly (readonly [rows: string, name: string])[] {
  return Object.entries(wheres).flatMap(([where, text]) => {
    const rows = rowsOf(where)
    return rows === null ? [] : [...text.matchAll(/(\w+):/g)].map(([, name = '']) => [rows, name] as const)
  })
}

function orders(): readonly (readonly [rows: string, name: string])[] {
  const enums = siteText.matchAll(/^enum (\w+)Connection(?:Orderby|Date\w*)Enum (.+)$/gm)
  return [...enums].flatMap(([, list = '', values = '']) =>
    (ordersOf[list] ?? [`no rows of ${list}`]).flatMap((rows) =>
      values.split(' ').map((value) => [rows, value] as const),
    ),
  )
}

/** A resource of these rows, on which one field is closed, or none. */
function withClosed(rows: string, field: string | null) {
  const [source, type] = rows.split(' ')
  const resource = [...resources.values()].find(
    (each) => each.source === source && (type === undefined || each.where['type'] === type),
  )
  assert(resource, rows)
  return [{ resource: { ...resource, closed: new Set(field === null ? [] : [field]) } }]
}

describe('conditions and orders of lists', () => {
  it('say which field they reveal, or that it is none', () => {
    const found = [...conditions(), ...orders()]
    assert(found.length > 200)
    for (const [rows, name] of found)
      assert(
        Object.hasOwn(reveals[rows] ?? {}, name),
        `open-where.ts does not say what ${name} of ${rows} reveals`,
      )
  })

  it('are of some list', () => {
    const known = new Set([...conditions(), ...orders()].map((each) => each.join(' ')))
    for (const [rows, names] of Object.entries(reveals)) {
      // Files share the table of content
      const [source] = rows === 'posts attachment' ? rows.split(' ') : [rows]
      for (const name of Object.keys(names)) assert(known.has(`${source} ${name}`), `${name} of ${rows}`)
    }
  })

  it('are left out where the field that they reveal is closed', () => {
    for (const [rows, name] of conditions()) {
      const field = reveals[rows]?.[name] ?? null
      const left = openWhere({ [name]: 'x' }, withClosed(rows, field))
      assert.deepEqual(Object.keys(left), field === null ? [name] : [], `${rows}: ${name}`)
      assert.deepEqual(Object.keys(openWhere({ [name]: 'x' }, withClosed(rows, null))), [name])
    }
    for (const [rows, name] of orders()) {
      const field = reveals[rows]?.[name] ?? null
      const left = openWhere({ orderby: [{ field: name, order: 'ASC' }] }, withClosed(rows, field))
      assert.equal(JSON.stringify(left).includes(name), field === null, `${rows}: ${name}`)
    }
  })
})
