// Query loops over HTTP: what a page shows of other posts, and what it does not.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { asUser } from '../support/demo-credentials.ts'
import { at, list, onEveryDatabase, startTestGateway } from '../support/gateway.ts'
import { insertPosts } from '../support/rows.ts'

const author = 99007
const page = 990200

const loop = (query: string, inner: string) =>
  `<!-- wp:query {"queryId":3,"query":{"author":"${author}","sticky":"exclude"${query}}} --><div>${inner}</div><!-- /wp:query -->`
const template = (inner: string) => `<!-- wp:post-template -->${inner}<!-- /wp:post-template -->`

onEveryDatabase('query loops', (on) => {
  const insert = (id: number, parts: Record<string, string | number>) =>
    insertPosts(on().database, [
      {
        ID: id,
        post_author: author,
        post_date: '2024-01-05 10:00:00',
        post_date_gmt: '2024-01-05 09:00:00',
        post_title: `Title ${id}`,
        post_name: `loop-${id}`,
        ...parts,
      },
    ])
  const shown = async (content: string) => {
    await on().database.execute(`delete from wp_posts where ID = ${page}`)
    await insert(page, { post_type: 'page', post_content: content, post_author: 1 })
    // Answers to somebody who is logged in are never kept
    const answer = await on().gateway.get(`/cms-json/cms/v2/pages/${page}?_fields=content`, asUser('admin'))
    assert.equal(answer.status, 200)
    return String(at(answer.json, 'content', 'rendered'))
  }

  it('rest-query-loops/1 show published posts alone, in their order, without what a password protects', async () => {
    await insert(990201, { post_date: '2024-01-01 10:00:00', post_content: 'first text' })
    await insert(990202, {
      post_date: '2024-01-03 10:00:00',
      post_content: 'secret text',
      post_password: 'x',
    })
    await insert(990203, { post_status: 'private' })
    await insert(990204, { post_status: 'draft' })
    await insert(990205, { post_type: 'revision' })
    const html = await shown(
      loop('', template('<!-- wp:post-title /--><!-- wp:post-content /--><!-- wp:post-excerpt /-->')),
    )
    assert.deepEqual(
      [...html.matchAll(/<li class="wp-block-post post-(\d+) post type-post status-publish/g)].map(
        ([, id]) => id,
      ),
      ['990202', '990201'],
    )
    assert(html.includes('first text'))
    assert(!html.includes('secret text'))
    assert(html.includes('post-password-required'))
  })

  it('rest-query-loops/2 link to their other pages by the address of their item', async () => {
    const html = await shown(
      loop(
        ',"perPage":1',
        `${template('')}<!-- wp:query-pagination --><!-- wp:query-pagination-next /--><!-- /wp:query-pagination --><!-- wp:query-total /-->`,
      ),
    )
    assert(html.includes(`href="/cms-json/cms/v2/pages/${page}?query-3-page=2"`), html)
    assert(html.includes('2 results found'), html)
  })

  it('rest-query-loops/10 navigations link to no content that is not published', async () => {
    await insert(990231, { post_author: 1, post_title: 'Open' })
    await insert(990232, { post_author: 1, post_status: 'draft' })
    const link = (id: number, label: string, kind = 'post-type') =>
      `<!-- wp:navigation-link {"label":"${label}","id":${id},"kind":"${kind}","url":"/x"} /-->`
    const submenu = `<!-- wp:navigation-submenu {"label":"C","type":"page","id":990232} -->${link(990231, 'D')}<!-- /wp:navigation-submenu -->`
    const links = [
      link(990231, 'A'),
      link(990232, 'B'),
      submenu,
      link(990239, 'E'),
      link(990239, 'F', 'taxonomy'),
    ]
    const labels = async (content: string) =>
      [...(await shown(content)).matchAll(/item__label">(\w)</g)].map(([, label]) => label)
    assert.deepEqual(await labels(`<!-- wp:navigation -->${links.join('')}<!-- /wp:navigation -->`), [
      'A',
      'F',
    ])
    // The same in a menu that it names, and in the newest
    await insert(990233, {
      post_type: 'wp_navigation',
      post_content: links.join(''),
      post_date: '2030-01-01 10:00:00',
    })
    assert.deepEqual(await labels('<!-- wp:navigation {"ref":990233} /-->'), ['A', 'F'])
    assert.deepEqual(await labels('<!-- wp:navigation /-->'), ['A', 'F'])
    // The newest stands for one that is not published, and none for one that is gone, or has a password
    const menu = {
      post_type: 'wp_navigation',
      post_content: '<!-- wp:navigation-link {"label":"X","url":"/x"} /-->',
    }
    await insert(990234, { ...menu, post_status: 'draft' })
    await insert(990235, { ...menu, post_status: 'trash' })
    await insert(990236, { ...menu, post_password: 'secret', post_date: '2031-01-01 10:00:00' })
    const named = (id: number) => labels(`<!-- wp:navigation {"ref":${id}} /-->`)
    for (const id of [990234, 990235]) assert.deepEqual(await named(id), ['A', 'F'])
    for (const id of [990236, 990237]) assert.deepEqual(await named(id), [])
    assert.deepEqual(await labels('<!-- wp:navigation /-->'), ['A', 'F'])
  })

  it('rest-query-loops/8 leave out the post that they stand in, wherever it would be', async () => {
    const text = (query: string) =>
      `<!-- wp:query {"queryId":3,"query":{"author":"${author + 1}","excludeCurrent":true${query}}} --><div>${template('')}<!-- wp:query-total /--></div><!-- /wp:query -->`
    const posts = [990241, 990242, 990243]
    for (const [nth, id] of posts.entries())
      await insert(id, {
        post_author: author + 1,
        post_date: `2024-02-0${nth + 1} 10:00:00`,
        post_content: text(',"perPage":1,"sticky":"exclude"'),
      })
    const { gateway } = on()
    const { json } = await gateway.get(
      `/cms-json/cms/v2/posts?author=${author + 1}&order=asc&_fields=content`,
      asUser('admin'),
    )
    assert.deepEqual(
      list(json).map((post) => {
        const html = String(at(post, 'content', 'rendered'))
        return [/post-(\d+) post /.exec(html)?.[1], /\d+ results found/.exec(html)?.[0]]
      }),
      [
        ['990243', '2 results found'],
        ['990243', '2 results found'],
        ['990242', '2 results found'],
      ],
    )
    // Of others it shows all
    assert.match(await shown(text('')), /3 results found/)
  })

  it('rest-query-loops/9 show what the texts of their posts list, however deep, as it is then', async () => {
    const [outer, middle, inner] = [author + 2, author + 3, author + 4]
    const whole = (of: number) =>
      `<!-- wp:query {"query":{"author":"${of}","perPage":2,"sticky":"exclude"}} --><div>${template('<!-- wp:post-content /-->')}</div><!-- /wp:query -->`
    const shared = 990254
    await insert(shared, {
      post_type: 'wp_block',
      post_content: `<!-- wp:latest-posts {"selectedAuthor":${inner}} /-->`,
    })
    await insert(990251, { post_author: outer, post_content: `${whole(middle)}<!-- wp:page-list /-->` })
    await insert(990252, { post_author: middle, post_content: `<!-- wp:block {"ref":${shared}} /-->` })
    await insert(990253, { post_author: inner, post_title: 'Deep' })
    await insert(990256, { post_type: 'page', post_content: whole(outer), post_author: 1 })
    const gateway = await startTestGateway(on().database, { feed: 'auto' })
    const titles = async () => {
      const { json } = await gateway.get(`/cms-json/cms/v2/pages/990256?_fields=content`)
      const html = String(at(json, 'content', 'rendered'))
      assert(html.includes('wp-block-page-list'), html)
      return [...html.matchAll(/__post-title" href="[^"]*">([^<]*)/g)].map(([, title]) => title)
    }
    try {
      assert.deepEqual(await titles(), ['Deep'])
      const { database } = on()
      // What is kept of the page goes with what the innermost list shows
      await insert(990255, { post_author: inner, post_title: 'Deeper', post_date: '2024-01-06 10:00:00' })
      await eventually(async () => assert.deepEqual(await titles(), ['Deeper', 'Deep']))
      await database.execute("update wp_posts set post_title = 'Edited' where ID = 990253")
      await eventually(async () => assert.deepEqual(await titles(), ['Deeper', 'Edited']))
      await database.execute('delete from wp_posts where ID = 990255')
      await eventually(async () => assert.deepEqual(await titles(), ['Edited']))
    } finally {
      await gateway.stop()
    }
  })

  it('rest-query-loops/3 find nothing of other types than those that are served', async () => {
    const html = await shown(loop(',"postType":"revision"', template('<!-- wp:post-title /-->')))
    assert(!html.includes('990205'), html)
  })

  it('rest-query-loops/4 show the terms of a taxonomy, each with its name, count and address', async () => {
    const part = '<!-- wp:term-name {"isLink":true} /--><!-- wp:term-count /-->'
    const html = await shown(
      `<!-- wp:terms-query {"termQuery":{"taxonomy":"category","perPage":2}} --><div><!-- wp:term-template -->${part}<!-- /wp:term-template --></div><!-- /wp:terms-query -->`,
    )
    const items = [...html.matchAll(/<li class="wp-block-term term-(\d+) category taxonomy-category">/g)]
    assert.equal(items.length, 2, html)
    const first = await on().gateway.get(`/cms-json/cms/v2/categories/${items[0]?.[1] ?? ''}`)
    assert(
      html.includes(`<a href="${String(at(first.json, 'link'))}">${String(at(first.json, 'name'))}</a>`),
      html,
    )
    assert(html.includes(`>(${String(at(first.json, 'count'))})</div>`), html)
  })

  it('rest-query-loops/5 leave written excerpts their images, with their sizes', async () => {
    const { gateway } = on()
    const { json } = await gateway.get('/cms-json/cms/v2/media/101?_fields=source_url')
    const address = String(at(json, 'source_url'))
    const image = `<img class="wp-image-101" src="${address}">`
    await insert(990206, { post_excerpt: image })
    const answer = await gateway.get('/cms-json/cms/v2/posts/990206?_fields=content,excerpt')
    const html = String(at(answer.json, 'excerpt', 'rendered'))
    assert(html.includes(` srcset="${address} `), html)
  })

  it('rest-query-loops/6 find what REST finds to anonymous viewers who search for the same', async () => {
    const { gateway } = on()
    await insert(990207, { post_content: 'a needle, and hay' })
    await insert(990208, { post_title: 'Hay', post_excerpt: 'and a needle' })
    await insert(990209, { post_content: 'needle and hay', post_password: 'x' })
    await insert(990210, { post_content: 'needle and hay', post_status: 'draft' })
    await insert(990211, { post_content: 'a needle' })
    for (const [search, found] of [
      ['needle hay', 2],
      ['needle -hay', 1],
      ['"and a needle"', 1],
      ['nothing of that kind', 0],
      [' ', null],
    ] as const) {
      const query = JSON.stringify({ postType: 'post', perPage: 100, order: 'asc', orderBy: 'ID', search })
      const html = await shown(
        `<!-- wp:query {"queryId":4,"query":${query}} --><div>${template('<!-- wp:post-title /-->')}</div><!-- /wp:query -->`,
      )
      const ids = [...html.matchAll(/<li class="wp-block-post post-(\d+) /g)].map(([, id]) => Number(id))
      const { json } = await gateway.get(
        `/cms-json/cms/v2/posts?_fields=id&per_page=100&orderby=id&order=asc&search=${encodeURIComponent(search)}`,
      )
      const same = list(json).map((item) => Number(at(item, 'id')))
      assert.deepEqual(ids, same, search)
      if (found !== null) assert.equal(ids.length, found, search)
    }
  })

  it('rest-query-loops/11 show terms by id, the last first, where nothing states another order', async () => {
    const html = await shown(
      '<!-- wp:terms-query {"termQuery":{"taxonomy":"category"}} --><!-- wp:term-template --><!-- wp:term-name /--><!-- /wp:term-template --><!-- /wp:terms-query -->',
    )
    const ids = [...html.matchAll(/<li class="wp-block-term term-(\d+) /g)].map(([, id]) => Number(id))
    const { json } = await on().gateway.get(
      '/cms-json/cms/v2/categories?parent=0&orderby=id&order=desc&per_page=100&_fields=id',
    )
    assert.deepEqual(
      ids,
      list(json).map((item) => Number(at(item, 'id'))),
    )
  })
})
