// Descriptions in WPGraphQL's schema: people and tools read there what to ask for.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { buildClientSchema, getIntrospectionQuery, isObjectType, type IntrospectionQuery } from 'graphql'
import { demoKeys } from '../support/demo-credentials.ts'
import { extensionFile } from '../support/extensions.ts'
import { at, onOneDatabase } from '../support/gateway.ts'
import { jwtSecret } from '../support/tokens.ts'
import { undescribed } from '../support/undescribed.ts'

const added = extensionFile(
  'described-lengths.ts',
  `import { defineExtension, defineGraphTypes } from 'lectern'
   const kin = { to: 'terms', isList: true, named: 'LengthKin' }
   const length = { type: 'Length', interface: 'WithLength', columns: ['title'], value: () => ({ letters: 1 }) }
   const next = { type: '(of: LengthEnum): Post', leads: 'to-one', columns: [], value: () => null }
   const shout = { name: 'shout', type: 'String', description: 'Its slug, aloud.', columns: ['slug'], value: () => '' }
   export default defineExtension({
     name: 'lengths',
     adds: { post: { nodeFields: [shout] } },
     graphTypes: defineGraphTypes({
       mark: () => '',
       define: () => ({
         types: [
           { kind: 'type', name: 'Length', interfaces: [], members: { letters: 'Int', kin } },
           { kind: 'interface', name: 'WithLength', interfaces: [], members: { length: 'Length' } },
           { kind: 'enum', name: 'LengthEnum', values: ['LONG', 'not a name'] },
         ],
         fields: new Map([['post', { length, next }]]),
         roots: { lengths: { type: '(of: LengthEnum): [Length]', row: { id: '0' }, value: () => [] } },
         wheres: new Map([['post', { length: { type: '[LengthEnum!]', filters: () => [] } }]]),
       }),
     }),
   })`,
)

function isIntrospection(value: unknown): value is IntrospectionQuery {
  return typeof value === 'object' && value !== null && '__schema' in value
}

onOneDatabase(
  "descriptions in WPGraphQL's schema",
  'descriptions follow from names, and not from rows',
  (on) => {
    it('wpgraphql-descriptions/1 stand at every type, field, argument, member of an input and value', async () => {
      const { json } = await on().gateway.send('POST', '/graphql', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: getIntrospectionQuery({ inputValueDeprecation: true }) }),
      })
      const introspected = at(json, 'data')
      assert(isIntrospection(introspected))
      const schema = buildClientSchema(introspected)
      assert.deepEqual(undescribed(schema), [])
      const described = (type: string, field: string) => {
        const found = schema.getType(type)
        return isObjectType(found) ? found.getFields()[field]?.description : null
      }
      assert.equal(described('Theme', 'tags'), 'The words that describe it.')
      assert.equal(described('Post', 'tags'), 'A list: Tags (post_tag).')
      assert.equal(described('Post', 'shout'), 'Its slug, aloud.')
      for (const [type, field] of [
        ['Post', 'length'],
        ['Post', 'next'],
        ['RootQuery', 'lengths'],
      ] as const)
        assert.equal(described(type, field), 'Added by an extension of the gateway.')
      assert.equal(schema.getType('LengthKinConnection')?.description, 'A page of a list.')
    })
  },
  {
    ...demoKeys,
    graphqlView: 'wpgraphql',
    jwtSecret,
    tokenRoute: 'on',
    passwordAnswerMs: 10,
    extensions: [added],
  },
)
