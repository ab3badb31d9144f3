// The short form of the schema, written out.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildSchema, isObjectType, validateSchema } from 'graphql'
import { contentTypes } from '../../../src/resources/content/content-types.ts'
import { taxonomies } from '../../../src/resources/terms/taxonomy.ts'
import { expand } from '../../../src/wpgraphql/expand.ts'
import { contentNames, postFormat, taxonomyNames } from '../../../src/wpgraphql/names.ts'
import { contentText } from '../../../src/wpgraphql/text-content.ts'
import { kindsText, mutationsOf, wheresOf, type Described } from '../../../src/wpgraphql/text-kinds.ts'
import { mutationText } from '../../../src/wpgraphql/text-mutations.ts'
import { siteText } from '../../../src/wpgraphql/text-site.ts'
import { attachment } from '../../../src/resources/media/media.ts'
import { defineContentType, defineTaxonomy } from '../../../src/index.ts'

function schemaOf(more: Partial<Described> = {}) {
  const recipe = defineContentType({
    name: 'recipe',
    base: 'recipes',
    labels: { plural: 'Recipes', singular: 'Recipe' },
    isHierarchical: true,
    supports: ['title', 'thumbnail', 'comments'],
  })
  const season = defineTaxonomy({
    name: 'season',
    base: 'seasons',
    labels: { plural: 'Seasons', singular: 'Season' },
    isHierarchical: true,
    types: ['post', 'recipe'],
    capabilities: { manage: 'm', edit: 'e', assign: 'a' },
  })
  const terms = [...taxonomies, season, postFormat].map(taxonomyNames)
  const described: Described = {
    contentTypes: [...contentTypes, attachment, recipe].map((type) => contentNames(type, terms)),
    taxonomies: terms,
    menuLocations: ['main-nav', '2nd'],
    roles: ['editor'],
    statuses: ['publish', 'on-hold'],
    logsIn: false,
    templates: new Map([['wide-page', 'Wide Page']]),
    ownFields: new Map([['recipe', ['minutes: Int']]]),
    added: [],
    ...more,
  }
  const text = [contentText, siteText, mutationsOf(mutationText, described), kindsText(described)].join('\n')
  return buildSchema(expand(text, wheresOf(described)))
}

describe("the short form of WPGraphQL's schema", () => {
  it('is a valid schema, with the types of the site', () => {
    const schema = schemaOf()
    assert.deepEqual(validateSchema(schema), [])
    const recipe = schema.getType('Recipe')
    assert.ok(isObjectType(recipe))
    const fields = recipe.getFields()
    for (const name of ['minutes', 'seasons', 'featuredImage', 'children', 'comments', 'recipeId'])
      assert.ok(fields[name], name)
    assert.equal(fields['excerpt'], undefined)
    const query = schema.getQueryType()?.getFields() ?? {}
    for (const name of ['recipe', 'recipes', 'recipeBy', 'season', 'seasons']) assert.ok(query[name], name)
    assert.match(String(schema.getType('Template_WidePage')), /Template_WidePage/)
  })

  it('is valid for a site without menus, roles and taxonomies', () => {
    const types = contentTypes.map((type) => contentNames(type, []))
    const schema = schemaOf({
      contentTypes: types,
      taxonomies: [],
      menuLocations: [],
      roles: [],
      templates: new Map(),
      ownFields: new Map(),
      added: [],
    })
    assert.ok(schema.getType('Post'))
    assert.deepEqual(validateSchema(schemaOf({ contentTypes: [], taxonomies: [] })), [])
  })
})
