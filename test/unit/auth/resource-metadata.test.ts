// Where the metadata of a resource is (RFC 9728, 3.1), and what it says.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createMetadataEndpoint, metadataUrl } from '../../../src/auth/resource-metadata.ts'
import { anonymous } from '../../../src/core/viewer.ts'
import { requestOf } from '../../support/request.ts'

for (const [resource, expected] of [
  ['https://example.org', 'https://example.org/.well-known/oauth-protected-resource'],
  ['https://example.org:8443/a/b', 'https://example.org:8443/.well-known/oauth-protected-resource/a/b'],
] as const)
  it(`of ${resource} is at ${expected}`, () => assert.equal(metadataUrl(resource), expected))

it('names what is known', async () => {
  const { path, parse } = createMetadataEndpoint({
    resource: 'https://example.org/api',
    issuer: undefined,
    scopes: [],
  })
  assert.equal(path, '/.well-known/oauth-protected-resource/api')
  const { body } = await parse(requestOf({ url: path })).answer(anonymous)
  assert.deepEqual(JSON.parse(new TextDecoder().decode(body)), {
    resource: 'https://example.org/api',
    bearer_methods_supported: ['header'],
  })
})
