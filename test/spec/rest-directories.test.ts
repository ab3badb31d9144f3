// Directories, whose entries have names: content types, taxonomies, statuses; to whom, in which context, and whom it refuses.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser, demoKeys, type DemoLogin } from '../support/demo-credentials.ts'
import { at, onOneDatabase, startTestGateway } from '../support/gateway.ts'

const root = '/cms-json/cms/v2'

/** Why one database is enough. */
const same = 'directories are made from the registry; users are read as auth.test.ts does on every database'

onOneDatabase(
  'directories',
  same,
  (on) => {
    const get = async (path: string, login?: DemoLogin) => {
      const { status, headers, json } = await on().gateway.get(`${root}/${path}`, login ? asUser(login) : {})
      return { status, json, code: at(json, 'code'), allow: headers.get('allow') }
    }
    const names = async (path: string, login?: DemoLogin) =>
      Object.keys(Object((await get(path, login)).json))
    const refusal = async (path: string, login?: DemoLogin) => {
      const { status, code, allow } = await get(path, login)
      return [status, code, allow]
    }

    it('rest-directories/1 list what is there by name, with links to its items', async () => {
      const { json } = await get('types')
      for (const name of ['post', 'page', 'attachment', 'wp_template']) assert.ok(at(json, name), name)
      const post = at(json, 'post')
      assert.deepEqual((await get('types/post')).json, post)
      assert.deepEqual(at(post, '_links', 'cms:items'), [{ href: `${on().gateway.url}${root}/posts` }])
      assert.deepEqual(at(post, 'taxonomies'), ['category', 'post_tag'])
      assert.deepEqual((await get('taxonomies?type=page')).json, {})
      assert.deepEqual(await names('taxonomies?type=post'), ['category', 'post_tag'])
      assert.deepEqual(await names('taxonomies?type='), await names('taxonomies'))
    })

    it('rest-directories/2 show of an entry what the context asks for', async () => {
      const embedded = await names('types/post?context=embed')
      assert.deepEqual(
        embedded.toSorted(),
        [
          '_links',
          'icon',
          'name',
          'rest_base',
          'rest_namespace',
          'slug',
          'template',
          'template_lock',
        ].toSorted(),
      )
      const { json } = await get('types/page?context=edit', 'admin')
      assert.deepEqual(
        [
          at(json, 'capabilities', 'create_posts'),
          at(json, 'labels', 'add_new_item'),
          at(json, 'supports', 'autosave'),
        ],
        ['edit_pages', 'Add Page', true],
      )
      const { json: tag } = await get('taxonomies/post_tag?context=edit', 'admin')
      assert.deepEqual(
        [at(tag, 'capabilities', 'delete_terms'), at(tag, 'labels', 'parent_item')],
        ['delete_post_tags', null],
      )
    })

    it('rest-directories/3 leave out in editing what the viewer may not edit', async () => {
      const all = await names('types?context=edit', 'admin')
      const own = await names('types?context=edit', 'arthur')
      assert.ok(all.includes('page') && all.includes('wp_template'))
      assert.ok(own.includes('post') && !own.includes('page') && !own.includes('wp_template'))
    })

    it('rest-directories/4 refuse as the original does, saying whether they could be asked otherwise', async () => {
      assert.deepEqual(await refusal('types?context=edit'), [401, 'rest_cannot_view', null])
      assert.deepEqual(await refusal('types?context=edit', 'sam'), [403, 'rest_cannot_view', null])
      assert.deepEqual(await refusal('types/post?context=edit', 'sam'), [
        403,
        'rest_forbidden_context',
        'GET',
      ])
      assert.deepEqual(await refusal('types/nothing'), [404, 'rest_type_invalid', 'GET'])
      assert.deepEqual(await refusal('types/revision'), [401, 'rest_cannot_read_type', 'GET'])
      assert.deepEqual(await refusal('taxonomies?context=edit'), [401, 'rest_cannot_view', null])
      assert.deepEqual(await refusal('taxonomies/category?context=edit', 'sam'), [
        403,
        'rest_forbidden_context',
        null,
      ])
      assert.deepEqual(await refusal('taxonomies/nothing'), [404, 'rest_taxonomy_invalid', 'GET'])
      assert.deepEqual(await refusal('taxonomies/post_format'), [401, 'rest_forbidden', null])
    })

    it('rest-directories/5 show statuses to whoever edits anything, else the public one', async () => {
      assert.deepEqual(await names('statuses'), ['publish'])
      assert.deepEqual(await names('statuses', 'sam'), ['publish'])
      const all = ['publish', 'future', 'draft', 'pending', 'private', 'trash']
      assert.deepEqual(await names('statuses', 'connie'), all)
      const { json } = await get('statuses/draft?context=edit', 'connie')
      assert.deepEqual([at(json, 'protected'), at(json, 'date_floating')], [true, true])
      assert.deepEqual(await refusal('statuses/draft'), [401, 'rest_cannot_read_status', null])
      assert.deepEqual(await refusal('statuses/nothing'), [404, 'rest_status_invalid', null])
      assert.deepEqual(await refusal('statuses?context=edit'), [401, 'rest_cannot_view', null])
    })

    it('rest-directories/7 have the entries that fields name, and of these what they name besides', async () => {
      const links = Object(at((await get('statuses/publish')).json, '_links'))
      for (const [path, body] of [
        ['types?_fields=post', { post: [] }],
        ['types?_fields=post.name', { post: [] }],
        ['types?_fields=name', []],
        ['types?_fields=post,name', { post: { name: 'Posts' } }],
        ['types?_fields=post.slug,name,slug', { post: { slug: 'post' } }],
        ['taxonomies?_fields=category.name,slug', { category: [] }],
        ['statuses?_fields=publish', { publish: { _links: links } }],
        ['statuses?_fields=publish,name', { publish: { name: 'Published', _links: links } }],
        ['statuses?_fields=publish.name,name', { publish: { name: 'Published' } }],
      ] as const)
        assert.deepEqual((await get(path)).json, body, path)
    })

    it('rest-directories/6 call what shows a file by the pages that the site has for files', async () => {
      const label = (json: unknown) => at(json, 'labels', 'view_item')
      assert.equal(label((await get('types/attachment?context=edit', 'admin')).json), 'View Media File')
      await on().database.execute(
        "update wp_options set option_value = '1' where option_name = 'wp_attachment_pages_enabled'",
      )
      const gateway = await startTestGateway(on().database, demoKeys)
      const { json } = await gateway.get(`${root}/types/attachment?context=edit`, asUser('admin'))
      assert.equal(label(json), 'View Attachment Page')
      await gateway.stop()
    })
  },
  demoKeys,
)
