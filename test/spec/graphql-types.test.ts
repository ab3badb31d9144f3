// A client whose types are generated from the GraphQL schema, as a front end has it: gql.tada with urql. Its documents are checked
// against the schema that the gateway has, with the commands that docs/front-ends.md names.
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { it } from 'node:test'
import { onOneDatabase } from '../support/gateway.ts'
import { typedClient } from '../support/typed-client.ts'

const client = typedClient('graphql')
const command = '../../../node_modules/.bin/gql.tada'
const tada = (...words: readonly string[]) =>
  client.run('--import', './with-typescript-5.ts', command, ...words)

onOneDatabase('types of the GraphQL schema', 'the schema is made from the registry', (on) => {
  it('graphql-types/1 type the documents of a client, which reads', async () => {
    const address = `${on().gateway.url}/graphql`
    const made = await tada('generate-schema', address, '--output', 'generated/schema.graphql')
    assert(made.isWell, made.text)
    const output = await tada('generate-output')
    assert(output.isWell, output.text)
    const { text } = await client.run('read.ts', address, '215')
    const { refused, ...read } = JSON.parse(text)
    assert.deepEqual(read, {
      isDated: true,
      hasAuthor: true,
      isUnasked: true,
      title: 'A styled title &  more',
      html: 'A <em>styled</em> title &#038; <script>alert(1)</script> more',
    })
    assert.match(refused, /Int cannot represent/)
  })

  it('graphql-types/2 refuse a document that asks for a field that the schema does not have, and no other of the client', async (test) => {
    const wrong = `${client.folder}/generated/wrong.ts`
    test.after(() => rmSync(wrong, { force: true }))
    writeFileSync(
      wrong,
      `import type { ResultOf } from 'gql.tada'
      import { graphql } from '../tag.ts'
      const colours = graphql('{ posts(first: 1) { edges { node { id colour } } } }')
      export const colourOf = ({ posts }: ResultOf<typeof colours>): string | undefined => posts.edges[0]?.node.colour
      export const idOf = ({ posts }: ResultOf<typeof colours>): string | undefined => posts.edges[0]?.node.id`,
    )
    const checked = await tada('check')
    assert.equal(checked.isWell, false)
    assert.match(checked.text, /wrong\.ts\n.*Cannot query field "colour" on type "Post"/)
    assert.match(checked.text, /\(1 errors, 0 warnings\)/)
    const compiled = await client.compile()
    assert.equal(compiled.isWell, false)
    assert.match(compiled.text, /^\S*wrong\.ts\(4,[^\n]*'unknown'[^\n]*\n$/)
  })
})
