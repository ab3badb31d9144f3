// The pack `content-blocks`: blocks in WPGraphQL's schema, where WPGraphQL Content Blocks is active.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { asUser } from '../support/demo-credentials.ts'
import { at, list } from '../support/gateway.ts'
import { activate, insertPosts, onPluginDatabases } from '../support/plugins.ts'

const text = `<!-- wp:columns --><div class="wp-block-columns"><!-- wp:column {"width":"50%"} --><div class="wp-block-column">
<!-- wp:heading {"level":3,"style":{"color":{"text":"red"}}} --><h3 id="top">A &amp; B</h3><!-- /wp:heading --></div><!-- /wp:column --></div><!-- /wp:columns -->
<!-- wp:image {"id":101,"className":"is-wide tall","width":"300px"} --><img src="/a.jpg" class="wp-image-101"/><!-- /wp:image -->
<!-- wp:table --><table><tbody><tr><td>1</td></tr></tbody></table><!-- /wp:table -->
<!-- wp:shop/price {"amount":3} --><p>3</p><!-- /wp:shop/price -->`

onPluginDatabases(
  'blocks in WPGraphQL',
  async (database) => {
    await activate(database, 'wp-graphql-content-blocks')
    const post = { post_type: 'post', post_title: 'Blocks', post_content: text }
    await insertPosts(database, [
      { ...post, ID: 9501 },
      { ...post, ID: 9502, post_password: 'sesame' },
    ])
  },
  (on) => {
    const ask = async (query: string, headers = {}) => {
      const response = await fetch(`${on().gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query }),
      })
      const body: unknown = await response.json()
      assert.equal(at(body, 'errors'), undefined, JSON.stringify(body))
      return at(body, 'data')
    }

    it('packs-content-blocks/1 have the types and attributes of the plug-in', async () => {
      const data =
        await ask(`{ post(id: "9501", idType: DATABASE_ID) { ... on NodeWithEditorBlocks { editorBlocks {
        __typename name clientId parentClientId cssClassNames isDynamic type
        ... on CoreHeading { anchor attributes { content level style anchor dropCap: textAlign } }
        ... on CoreImage { attributes { url src alt width className } }
        ... on CoreTable { attributes { body { cells { content tag } } caption } }
        ... on UnknownBlock { attributesJson renderedHtml } } } } }`)
      const blocks = list(at(data, 'post', 'editorBlocks'))
      assert.deepEqual(
        blocks.map((block) => at(block, '__typename')),
        ['CoreColumns', 'CoreColumn', 'CoreHeading', 'CoreImage', 'CoreTable', 'UnknownBlock'],
      )
      const [columns, column, heading, image, table, price] = blocks
      assert.equal(at(column, 'parentClientId'), at(columns, 'clientId'))
      assert.deepEqual(at(heading, 'attributes'), {
        content: 'A &amp; B',
        level: 3,
        style: '{"color":{"text":"red"}}',
        anchor: 'top',
        dropCap: null,
      })
      assert.deepEqual(at(image, 'attributes'), {
        url: '/a.jpg',
        src: '/a.jpg',
        alt: null,
        width: '300px',
        className: 'is-wide tall',
      })
      assert.deepEqual(at(image, 'cssClassNames'), ['is-wide', 'tall'])
      assert.deepEqual(at(table, 'attributes'), {
        body: [{ cells: [{ content: '1', tag: 'td' }] }],
        caption: null,
      })
      assert.equal(at(price, 'attributesJson'), '{"amount":3}')
      assert.equal(at(price, 'renderedHtml'), '<p>3</p>')
    })

    it('packs-content-blocks/2 lie within each other with flat: false', async () => {
      const data = await ask(
        `{ posts(where: {id: 9501}) { nodes { editorBlocks(flat: false) { name innerBlocks { name innerBlocks { name } } } } } }`,
      )
      const blocks = list(at(data, 'posts', 'nodes', 0, 'editorBlocks'))
      assert.equal(blocks.length, 4)
      assert.equal(at(blocks, 0, 'innerBlocks', 0, 'innerBlocks', 0, 'name'), 'core/heading')
    })

    it('packs-content-blocks/4 are there for those who may edit what a password protects, whatever else is asked for', async () => {
      const count = async (fields: string, headers = {}) => {
        const data = await ask(
          `{ post(id: "9502", idType: DATABASE_ID) { editorBlocks { name } ${fields} } }`,
          headers,
        )
        return list(at(data, 'post', 'editorBlocks')).length
      }
      for (const fields of ['', 'title content'])
        assert.deepEqual([await count(fields, asUser('edith')), await count(fields)], [6, 0], fields)
    })

    it('packs-content-blocks/3 are in no schema where the plug-in is not active', async () => {
      const { database } = on()
      const hasType = async () =>
        at(await ask('{ __type(name: "CoreParagraph") { name } }'), '__type') !== null
      assert.equal(await hasType(), true)
      await activate(database)
      await eventually(async () => assert.equal(await hasType(), false))
    })
  },
  { graphqlView: 'wpgraphql' },
)
