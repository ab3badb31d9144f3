// The schema grows by adding: docs/schema holds what is served with the sample extension, a view a file. What a client may
// rely on there has to stay; what was added is written down by SCHEMA=write.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import {
  buildSchema,
  findBreakingChanges,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
  validateSchema,
  visit,
  type GraphQLSchema,
} from 'graphql'
import sample from '../../../config/extensions/myplugin.ts'
import { builtinKinds, resourcesOf, searchOf } from '../../../src/app/builtins.ts'
import { fail } from '../../../src/core/failure.ts'
import { withAdditions, withExtensionKinds } from '../../../src/extensions/apply.ts'
import { isBroken } from '../../../src/extensions/load.ts'
import { queriesOf } from '../../../src/extensions/queries.ts'
import { createViews } from '../../../src/graphql/schema.ts'
import type { Views } from '../../../src/graphql/views.ts'
import { undescribed } from '../../support/undescribed.ts'

type Extension = Parameters<typeof withExtensionKinds>[1][number]['definition']

function viewsWith(...definitions: readonly Extension[]): Views {
  const extensions = definitions.map((definition) => ({ file: definition.name, definition }))
  const kinds = withExtensionKinds(builtinKinds, extensions)
  assert(!isBroken(kinds))
  const resources = withAdditions(resourcesOf(kinds, 'editors'), extensions)
  assert(!isBroken(resources))
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  const searched = searchOf(kinds, byName).content?.kinds ?? []
  const queries = queriesOf(extensions, {
    resources: byName,
    readSite: async () => fail('database_unavailable'),
    handlerTimeoutMs: 1000,
  })
  assert(!isBroken(queries))
  const pageSizes = { fallback: 20, max: 100 }
  const views = createViews({ resources: byName, searched, pageSizes, queries, isLive: true })
  assert(!isBroken(views))
  return views
}

const fileOf = (view: string) => new URL(`../../../docs/schema/${view}.graphql`, import.meta.url)
const textOf = (schema: GraphQLSchema) => `${printSchema(lexicographicSortSchema(schema))}\n`
/** The text without descriptions. */
const shapeOf = (schema: GraphQLSchema) =>
  `${print(
    visit(parse(textOf(schema)), {
      enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined),
    }),
  )}\n`
const breaking = (before: GraphQLSchema, after: GraphQLSchema) =>
  findBreakingChanges(before, after).map(({ type, description }) => `${type}: ${description}`)

describe('the schema', () => {
  const views = viewsWith(sample)
  for (const [view, schema] of Object.entries(views)) {
    it(`by ${view} is a schema`, () => assert.deepEqual(validateSchema(schema), []))

    it(`by ${view} breaks nothing that it had`, () => {
      const had = buildSchema(readFileSync(fileOf(view), 'utf8'))
      assert.deepEqual(breaking(had, schema), [])
      if (process.env['SCHEMA'] === 'write') writeFileSync(fileOf(view), textOf(schema))
    })

    it(`by ${view} describes every type, field, argument and value`, () =>
      assert.deepEqual(undescribed(schema), []))

    it(`by ${view} is written down`, () =>
      assert.equal(textOf(schema), readFileSync(fileOf(view), 'utf8'), 'SCHEMA=write writes what was added'))
  }

  it('does not break unseen', () => {
    const had = buildSchema(readFileSync(fileOf('cursor'), 'utf8'))
    const changed = (from: string | RegExp, to: string) => {
      const text = shapeOf(views.cursor)
      const other = text.replace(from, to)
      assert.notEqual(other, text)
      return breaking(had, buildSchema(other))
    }
    assert.match(changed('  postsCount: Int!\n', '').join(), /FIELD_REMOVED/)
    assert.match(changed('postsCount: Int!', 'postsCount: Int').join(), /FIELD_CHANGED_KIND/)
    assert.match(changed('  TRASH\n', '').join(), /VALUE_REMOVED_FROM_ENUM/)
    assert.match(
      changed('contentByUri(uri: String!)', 'contentByUri(uri: String!, more: Int!)').join(),
      /REQUIRED_ARG_ADDED/,
    )
    assert.deepEqual(changed('postsCount: Int!', 'postsCount: Int!\n  more: Int'), [])
  })

  it('has the shapes that were agreed', () => {
    const cursor = shapeOf(views.cursor)
    for (const shape of [
      'type PostConnection {\n  edges: [PostEdge!]!\n  pageInfo: PageInfo!\n',
      'type PostEdge {\n  cursor: String!\n  node: Post!\n}',
      'type PageInfo {\n  endCursor: String\n  hasNextPage: Boolean!\n  hasPreviousPage: Boolean!\n  startCursor: String\n}',
      'type Post implements Content & Node {',
    ])
      assert(cursor.includes(shape), shape)
    const { PUBLISH, FUTURE, DRAFT, PENDING, PRIVATE, TRASH, ...others } = Object.fromEntries(
      /enum PostStatus \{([^}]*)\}/
        .exec(cursor)?.[1]
        ?.trim()
        .split(/\s+/)
        .map((name) => [name, true]) ?? [],
    )
    assert.deepEqual(
      [[PUBLISH, FUTURE, DRAFT, PENDING, PRIVATE, TRASH], others],
      [Array.from({ length: 6 }, () => true), {}],
    )
    assert.match(shapeOf(views.offset), /posts\([^)]*limit: Int = 20[^)]*offset: Int = 0[^)]*\): \[Post!\]!/)
  })

  it('names what extensions call alike apart', () => {
    const labels = { plural: 'Things', singular: 'Thing' }
    const type = (name: string, base: string) => ({ name, base, labels, supports: ['title'] as const })
    const { cursor } = viewsWith({
      name: 'odd',
      contentTypes: [
        type('term', 'periods'),
        type('node', 'node'),
        type('3d-model', 'models'),
        type('book', 'book'),
      ],
      taxonomies: [
        {
          name: 'shelf',
          base: 'shelf',
          labels,
          isHierarchical: true,
          types: ['book'],
          capabilities: { manage: 'm', edit: 'e', assign: 'a' },
        },
      ],
    })
    assert.deepEqual(validateSchema(cursor), [])
    const text = textOf(cursor)
    for (const named of [
      'type TermContent implements',
      'type NodeContent implements',
      'type _3dModel implements',
      'nodeItem(',
      '  periods(',
    ])
      assert(text.includes(named), named)
  })
})
