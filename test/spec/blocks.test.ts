// Blocks of content as data: in REST where `_fields` names them, and in GraphQL.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { at, list, onEveryDatabase } from '../support/gateway.ts'
import { dataOf, statementsOf } from '../support/graphql.ts'
import { insertPosts } from '../support/rows.ts'

const rest = '/cms-json/cms/v2/posts'
const blocks = '{ name clientId parentClientId attributes renderedHtml }'

onEveryDatabase('blocks as data', (on) => {
  const withText = async (id: number, text: string, more = {}) =>
    insertPosts(on().database, [
      { ID: id, post_type: 'post', post_title: 'Blocks', post_content: text, ...more },
    ])
  const restBlocks = async (id: number, fields = 'blocks') =>
    at((await on().gateway.get(`${rest}/${id}?_fields=${fields}`)).json, 'blocks')

  it('blocks/1 are in REST where they are asked for by name, and nowhere else', async () => {
    const { gateway } = on()
    for (const path of [`${rest}/220`, `${rest}?per_page=2`, `${rest}/220?context=embed`]) {
      const { text } = await gateway.get(path)
      assert.ok(!text.includes('"blocks":'), path)
    }
    const options = await gateway.send('OPTIONS', rest)
    assert.equal(at(options.json, 'schema', 'properties', 'blocks'), undefined)
    const [first, , heading, , numbered] = list(await restBlocks(220))
    assert.deepEqual(first, {
      id: '220-1',
      name: 'core/paragraph',
      attributes: { content: 'A "block" paragraph -- it\'s plain.' },
      innerBlocks: [],
      rendered:
        '\n<p class="wp-block-paragraph">A &#8220;block&#8221; paragraph &#8212; it&#8217;s plain.</p>\n',
    })
    assert.deepEqual(at(heading, 'attributes'), { content: "Heading 'two'", level: 2 })
    assert.equal(at(numbered, 'rendered'), undefined)
    assert.deepEqual(at(numbered, 'innerBlocks', 0, 'attributes'), { content: 'One' })
    // Members of lists are selected by their places, as in any field
    const names = await restBlocks(220, 'id,blocks.0.name')
    assert.deepEqual(names, [{ name: 'core/paragraph' }])
  })

  it('blocks/2 leave the content beside them as it is', async () => {
    const { gateway } = on()
    const alone = list((await gateway.get(`${rest}?include=220,221,222&_fields=id,content`)).json)
    const both = list((await gateway.get(`${rest}?include=220,221,222&_fields=id,blocks,content`)).json)
    assert.deepEqual(
      both.map((item) => at(item, 'content')),
      alone.map((item) => at(item, 'content')),
    )
  })

  it('blocks/3 are in GraphQL one after the other, or within each other', async () => {
    const { gateway } = on()
    const query = `{ post(id: "220") { flat: editorBlocks ${blocks}
      nested: editorBlocks(flat: false) { name innerBlocks { name innerBlocks { attributes } } } } }`
    const post = at(await dataOf(gateway, query), 'post')
    const flat = list(at(post, 'flat'))
    const names = flat.map((block) => String(at(block, 'name')).slice('core/'.length))
    assert.deepEqual(names.slice(3), [
      'heading',
      'list',
      'list-item',
      'list-item',
      'list',
      'list-item',
      'quote',
      'paragraph',
      'code',
      'separator',
    ])
    const item = flat.find((block) => at(block, 'attributes', 'content') === 'Two point one')
    const parent = flat.find((block) => at(block, 'clientId') === at(item, 'parentClientId'))
    assert.deepEqual(at(parent, 'attributes'), { values: '<li>Two point one</li>', ordered: true })
    assert.match(
      String(at(parent, 'renderedHtml')),
      /^\s*<ol class="wp-block-list">\s*<li>Two point one<\/li>/,
    )
    const quote = flat.find((block) => at(block, 'name') === 'core/quote')
    assert.deepEqual(at(quote, 'attributes'), { value: '<p>Words matter...</p>', citation: "Someone's aunt" })
    assert.equal(list(at(post, 'nested')).length, 8)
    assert.deepEqual(at(post, 'nested', 4, 'innerBlocks', 1, 'innerBlocks', 0, 'attributes', 'ordered'), true)
  })

  it('blocks/4 have what core blocks keep in their HTML', async () => {
    const attributes = list(await restBlocks(221)).map((block) => at(block, 'attributes'))
    assert.deepEqual(attributes[0], {
      id: 101,
      url: 'http://127.0.0.1:8081/wp-content/uploads/2024/01/pier-1024x683.jpg',
      alt: 'A pier',
      caption: 'The pier -- "again"',
      sizeSlug: 'large',
      linkDestination: 'none',
    })
    await withText(
      995001,
      `<!-- wp:button --><div class="wp-block-button" id="go"><a class="wp-block-button__link" href="/x?a=1&amp;b=2"
        target="_blank" rel="noopener">Go <em>on</em></a></div><!-- /wp:button -->
      <!-- wp:table --><figure><table><thead><tr><th>A</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table></figure><!-- /wp:table -->
      Between`,
    )
    const [button, table, between] = list(await restBlocks(995001)).map((block) => at(block, 'attributes'))
    assert.deepEqual(button, {
      text: 'Go <em>on</em>',
      url: '/x?a=1&b=2',
      linkTarget: '_blank',
      rel: 'noopener',
      anchor: 'go',
    })
    assert.deepEqual(table, {
      head: [{ cells: [{ content: 'A', tag: 'th' }] }],
      body: [{ cells: [{ content: '1', tag: 'td', colspan: '2' }] }],
      foot: [],
    })
    assert.deepEqual(between, { content: 'Between' })
  })

  it('blocks/5 are none while a password protects the content', async () => {
    const { gateway } = on()
    await withText(995002, '<!-- wp:paragraph --><p>Secret</p><!-- /wp:paragraph -->', {
      post_password: 'open',
    })
    assert.deepEqual(await restBlocks(995002), [])
    const { json } = await gateway.get(`${rest}/995002?_fields=blocks&password=open`)
    assert.equal(at(json, 'blocks', 0, 'attributes', 'content'), 'Secret')
    assert.deepEqual(
      at(await dataOf(gateway, `{ post(id: "995002") { editorBlocks ${blocks} } }`), 'post', 'editorBlocks'),
      [],
    )
  })

  it('blocks/6 are at most a thousand, twenty deep', async () => {
    const open = '<!-- wp:group --><div class="wp-block-group">'
    await withText(995003, open.repeat(60) + '</div><!-- /wp:group -->'.repeat(60))
    let depth = 0
    for (let inside = await restBlocks(995003); list(inside).length > 0; depth += 1)
      inside = at(inside, 0, 'innerBlocks')
    assert.equal(depth, 20)
    await withText(995004, '<!-- wp:spacer /-->'.repeat(1500))
    assert.equal(list(await restBlocks(995004)).length, 1000)
  })

  it('blocks/7 take the same number of statements for few posts and for many', async () => {
    const query = `query ($n: Int) { posts(first: $n) { edges { node { editorBlocks ${blocks} } } } }`
    const text = '<!-- wp:image {"id":101} --><img class="wp-image-101" src="x.jpg"/><!-- /wp:image -->'
    const ids = Array.from({ length: 12 }, (_, nth) => 995100 + nth)
    for (const id of ids) await withText(id, text, { post_date: '2030-01-01 10:00:00', post_name: `p${id}` })
    const few = await statementsOf(on().gateway, query, { variables: { n: 2 } })
    const many = await statementsOf(on().gateway, query, { variables: { n: 12 } })
    assert.equal(many, few)
  })
})
