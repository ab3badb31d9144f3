// Fields as OPTIONS describes them: their contexts, what is only read, the parts of a text.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { itemSchema } from '../../../../src/rest/representation/item-schema.ts'
import { at } from '../../../support/gateway.ts'
import { category, post as posts } from '../../../support/resources.ts'

describe('itemSchema', () => {
  const post: unknown = JSON.parse(JSON.stringify(itemSchema(posts)))
  const term: unknown = JSON.parse(JSON.stringify(itemSchema(category)))

  it('says of a field where it is shown and whether it is only read', () => {
    assert.deepEqual(at(post, 'properties', 'link'), {
      description: 'The address of its page on the site.',
      type: 'string',
      format: 'uri',
      context: ['view', 'edit', 'embed'],
      readonly: true,
    })
    assert.deepEqual(at(post, 'properties', 'date', 'type'), ['string', 'null'])
    assert.equal(at(post, 'properties', 'slug', 'readonly'), undefined)
  })

  it('says of a text what it is made of', () => {
    const parts = Object.keys(Object(at(post, 'properties', 'content', 'properties')))
    assert.deepEqual(parts, ['raw', 'rendered', 'block_version', 'protected'])
    assert.deepEqual(at(post, 'properties', 'title', 'properties', 'raw', 'context'), ['edit'])
    assert.deepEqual(at(post, 'properties', 'title', 'properties', 'rendered', 'readonly'), true)
  })

  it('says of terms as WordPress does', () => {
    assert.deepEqual(at(term, 'properties', 'id', 'context'), ['view', 'embed', 'edit'])
    assert.deepEqual(at(term, 'properties', 'taxonomy', 'enum'), ['category'])
    assert.equal(at(term, 'properties', 'name', 'required'), true)
    assert.deepEqual(at(term, 'properties', 'meta', 'properties'), [])
  })
})
