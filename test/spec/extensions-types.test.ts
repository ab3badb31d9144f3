// Content types and taxonomies of extensions, as WordPress shows those that plug-ins register with the same words.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser, demoUsers, type DemoLogin } from '../support/demo-credentials.ts'
import { extensionFile } from '../support/extensions.ts'
import { at, list, onOneDatabase } from '../support/gateway.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

const kinds = extensionFile(
  'shown-kinds.ts',
  `import { defineContentType, defineExtension, defineTaxonomy, schemaField, storedField, Type } from 'lectern'
   const edits = { manage: 'manage_categories', edit: 'manage_categories', assign: 'edit_posts' }
   export default defineExtension({
     name: 'kinds',
     contentTypes: [
       defineContentType({ name: 'bare', base: 'bare', labels: { plural: 'Bares', singular: 'Bare' }, supports: [], template: [['core/image', { align: 'wide' }]], templateLock: 'all' }),
       defineContentType({
         name: 'event', base: 'event', labels: { plural: 'Events', singular: 'Event' },
         rewriting: { isPath: false, withFront: true, queryVar: 'ev' },
         supports: ['editor', 'custom-fields', 'post-formats'],
         meta: [storedField({ key: 'seats', type: 'integer', multiple: true, description: 'Their numbers.', fallback: 7 })],
       }),
       defineContentType({
         name: 'ledger', base: 'ledgers', labels: { plural: 'Ledgers', singular: 'Ledger' }, supports: ['title', 'custom-fields'],
         isViewable: false, isSearched: false,
         meta: [
           schemaField({ key: 'sums', schema: Type.Array(Type.Unsafe({ type: 'integer' }), { default: [1, 2] }), node: { name: 'sums', type: '[Int]' } }),
           schemaField({ key: 'owner_data', name: 'owner', schema: Type.Unsafe({ type: 'object', properties: { name: { type: 'string' }, on: { type: 'boolean', default: true } } }) }),
           schemaField({ key: 'moods', multiple: true, schema: Type.Enum(['glad', 'sad'], { type: 'string', default: 'glad' }) }),
           schemaField({ key: 'note', contexts: ['edit'], schema: Type.String() }),
         ],
       }),
       defineContentType({
         name: 'half', base: 'halves', labels: { plural: 'Halves', singular: 'Half' }, supports: ['title', 'editor'], isPublic: false,
       }),
     ],
     taxonomies: [
       defineTaxonomy({ name: 'mood', base: 'moods', labels: { plural: 'Moods', singular: 'Mood' }, isHierarchical: false, types: ['event', 'ledger'], capabilities: edits }),
       defineTaxonomy({
         name: 'place', base: 'places', labels: { plural: 'Places', singular: 'Place' }, isHierarchical: false, types: ['event'], capabilities: edits,
         shownIn: { site: true, screens: true, column: true },
       }),
       defineTaxonomy({
         name: 'rank', base: 'ranks', labels: { plural: 'Ranks', singular: 'Rank' }, isHierarchical: false, types: ['event'],
         capabilities: { manage: 'manage_ranks', edit: 'edit_ranks', assign: 'edit_posts' },
         shownIn: { site: true, screens: true, addresses: false }, rewriting: { isPath: false, withFront: true },
       }),
       defineTaxonomy({
         name: 'folder', base: 'folders', labels: { plural: 'Folders', singular: 'Folder' }, isHierarchical: true, types: ['attachment'], capabilities: edits,
       }),
     ],
     statuses: ['onhold'],
     adds: {
       place: { meta: [storedField({ key: 'height', type: 'integer', fallback: 3 })] },
       user: { meta: [storedField({ key: 'tongue', type: 'string', multiple: true })] },
       comment: { meta: [schemaField({ key: 'marks', name: 'stars', schema: Type.Array(Type.String()) })] },
     },
   })`,
)

onOneDatabase(
  'kinds of extensions',
  'what is shown follows from definitions',
  (on) => {
    const root = '/cms-json/cms/v2'
    const get = async (path: string) => (await on().gateway.get(root + path, asUser('admin'))).json

    it('extensions-types/1 support nothing as an empty list', async () => {
      assert.deepEqual(at(await get('/types/bare?context=edit'), 'supports'), [])
    })

    it('extensions-types/16 have the blocks that their items begin with', async () => {
      const [bare, event] = [await get('/types/bare'), await get('/types/event')]
      assert.deepEqual(at(bare, 'template'), [['core/image', { align: 'wide' }]])
      assert.deepEqual([at(bare, 'template_lock'), at(event, 'template_lock')], ['all', false])
    })

    it('extensions-types/2 have a column beside the content where one is asked for', async () => {
      const columns = ['mood', 'place', 'category', 'wp_pattern_category'].map(async (name) =>
        at(await get(`/taxonomies/${name}?context=edit`), 'visibility', 'show_admin_column'),
      )
      assert.deepEqual(await Promise.all(columns), [false, true, true, true])
    })

    it('extensions-types/3 have titles in searches, classes for formats and templates where they support them', async () => {
      await insertPosts(on().database, [
        { ID: 7201, post_type: 'event', post_name: 'fair', post_title: 'Fair' },
        { ID: 7202, post_type: 'event', post_status: 'draft', post_title: 'Later' },
      ])
      await insertRows(on().database, 'wp_terms', [
        { term_id: 7201, name: 'Quote', slug: 'post-format-quote', term_group: 0 },
      ])
      await insertRows(on().database, 'wp_term_taxonomy', [
        {
          term_taxonomy_id: 7201,
          term_id: 7201,
          taxonomy: 'post_format',
          description: '',
          parent: 0,
          count: 1,
        },
      ])
      await insertRows(on().database, 'wp_term_relationships', [
        { object_id: 7201, term_taxonomy_id: 7201, term_order: 0 },
      ])
      assert.equal(at(await get('/search?subtype=event&search=fair'), 0, 'title'), '')
      assert.notEqual(at(await get('/search?subtype=post'), 0, 'title'), '')
      const { origin } = new URL(String(at(await get('/posts/201'), 'link')))
      const fair = await get('/event/7201?context=edit')
      assert.deepEqual(at(fair, 'class_list'), [
        'post-7201',
        'event',
        'type-event',
        'status-publish',
        'format-quote',
        'hentry',
      ])
      assert.equal(at(fair, 'permalink_template'), `${origin}/?ev=fair`)
      const later = await get('/event/7202?context=edit')
      assert.equal(at(later, 'permalink_template'), `${origin}/?post_type=event&p=7202`)
    })

    it('extensions-types/4 describe each of several values, and not the list', async () => {
      const { json } = await on().gateway.send('OPTIONS', `${root}/event`)
      assert.deepEqual(at(json, 'schema', 'properties', 'meta', 'properties', 'seats'), {
        type: 'array',
        items: { type: 'integer', title: '', description: 'Their numbers.', default: 7 },
      })
      await insertPosts(on().database, [{ ID: 7203, post_type: 'event' }])
      assert.deepEqual(at(await get('/event/7203'), 'meta', 'seats'), [7])
    })

    it('extensions-types/5 show meta by its schema', async () => {
      await insertPosts(on().database, [
        { ID: 7211, post_type: 'ledger', post_title: 'First' },
        { ID: 7212, post_type: 'ledger', post_title: 'Second' },
      ])
      const meta = (key: string, value: string) => ({ post_id: 7212, meta_key: key, meta_value: value })
      await insertRows(on().database, 'wp_postmeta', [
        meta('sums', 'a:2:{i:0;s:1:"3";i:1;i:4;}'),
        meta('owner_data', 'a:1:{s:4:"name";s:3:"Ann";}'),
        meta('moods', 'sad'),
        meta('moods', 'angry'),
        meta('note', 'For editors'),
      ])
      const shown = async (path: string) => at(await get(path), 'meta')
      assert.deepEqual(await shown('/ledgers/7211'), { sums: [1, 2], owner: [], moods: ['glad'] })
      const second = { sums: [3, 4], owner: { name: 'Ann' }, moods: ['sad', null] }
      assert.deepEqual(await shown('/ledgers/7212'), second)
      assert.deepEqual(await shown('/ledgers/7212?context=edit'), { ...second, note: 'For editors' })
      assert.deepEqual(await shown('/ledgers/7212?_fields=meta.owner.name'), { owner: { name: 'Ann' } })
      const { json } = await on().gateway.send('OPTIONS', `${root}/ledgers`)
      assert.deepEqual(at(json, 'schema', 'properties', 'meta', 'properties'), {
        sums: {
          type: 'array',
          title: '',
          description: '',
          items: { type: 'integer' },
          default: [1, 2],
        },
        owner: {
          type: 'object',
          title: '',
          description: '',
          properties: { name: { type: 'string' }, on: { type: 'boolean', default: true } },
          additionalProperties: false,
          default: [],
        },
        moods: {
          type: 'array',
          items: { type: 'string', title: '', description: '', enum: ['glad', 'sad'], default: 'glad' },
        },
        note: { type: 'string', title: '', description: '', default: '', context: ['edit'] },
      })
    })

    it('extensions-types/6 have autosaves where they have the editor', async () => {
      const codes = ['/ledgers/7211', '/bare/7213', '/event/7203'].map(async (path) =>
        at(await get(`${path}/autosaves`), 'code'),
      )
      assert.deepEqual(await Promise.all(codes), ['rest_no_route', 'rest_no_route', undefined])
    })

    it('extensions-types/7 show terms of what has no page on the site to users alone', async () => {
      const path = `${root}/moods?post=7211`
      const { status, json } = await on().gateway.get(path)
      assert.deepEqual([status, at(json, 'code')], [401, 'rest_forbidden_context'])
      assert.deepEqual((await on().gateway.get(path, asUser('sam'))).json, [])
    })

    it('extensions-types/8 say nothing of how addresses are made where they are not public', async () => {
      await insertPosts(on().database, [{ ID: 7214, post_type: 'half', post_name: 'one', post_title: 'One' }])
      const half = await get('/halves/7214?context=edit')
      const names = ['class_list', 'permalink_template', 'generated_slug', 'link']
      assert.deepEqual(
        names.map((name) => typeof at(half, name)),
        ['undefined', 'undefined', 'undefined', 'string'],
      )
    })

    it('extensions-types/9 show meta of terms, people and comments', async () => {
      const { database } = on()
      const places = [
        { term_id: 7221, name: 'Hill', slug: 'hill', term_group: 0 },
        { term_id: 7222, name: 'Sea', slug: 'sea', term_group: 0 },
      ]
      await insertRows(database, 'wp_terms', places)
      await insertRows(
        database,
        'wp_term_taxonomy',
        places.map(({ term_id }) => ({
          term_taxonomy_id: term_id,
          term_id,
          taxonomy: 'place',
          description: '',
          parent: 0,
          count: 0,
        })),
      )
      await insertRows(database, 'wp_termmeta', [{ term_id: 7221, meta_key: 'height', meta_value: '120' }])
      await insertRows(database, 'wp_usermeta', [
        { user_id: 2, meta_key: 'tongue', meta_value: 'en' },
        { user_id: 2, meta_key: 'tongue', meta_value: 'de' },
      ])
      const shown = await get('/places?_fields=name,meta')
      assert.deepEqual(shown, [
        { name: 'Hill', meta: { height: 120 } },
        { name: 'Sea', meta: { height: 3 } },
      ])
      assert.deepEqual(at(await get('/users/2'), 'meta'), { tongue: ['en', 'de'] })
      assert.deepEqual(at(await get('/users/2?context=edit'), 'meta'), {
        persisted_preferences: [],
        tongue: ['en', 'de'],
      })
      await insertRows(database, 'wp_commentmeta', [
        { comment_id: 1, meta_key: 'marks', meta_value: 'a:1:{i:0;s:1:"x";}' },
      ])
      assert.deepEqual(at(await get('/comments/1'), 'meta', 'stars'), ['x'])
      const { json } = await on().gateway.send('OPTIONS', `${root}/places`)
      assert.deepEqual(at(json, 'schema', 'properties', 'meta', 'properties'), {
        height: { type: 'integer', title: '', description: '', default: 3 },
      })
    })

    it('extensions-types/10 have statuses of extensions where any is asked for', async () => {
      await insertPosts(on().database, [{ ID: 7231, post_type: 'event', post_status: 'onhold' }])
      const found = await get('/event?status=any&include=7231&_fields=id,status')
      assert.deepEqual(found, [{ id: 7231, status: 'onhold' }])
    })

    it('extensions-types/11 show content of statuses of extensions as drafts, and what is below it', async () => {
      const post = { post_type: 'post', post_author: demoUsers.arthur.id }
      await insertPosts(on().database, [
        { ...post, ID: 7241, post_status: 'onhold' },
        { ...post, ID: 7242, post_status: 'nowhere' },
        { ID: 7243, post_type: 'attachment', post_status: 'inherit', post_parent: 7241 },
      ])
      const statusOf = async (path: string, user: DemoLogin) =>
        (await on().gateway.get(root + path, asUser(user))).status
      assert.equal(await statusOf('/posts/7241', 'arthur'), 200)
      assert.equal(await statusOf('/media/7243', 'arthur'), 200)
      assert.equal(await statusOf('/posts/7242', 'arthur'), 403)
      for (const id of [7241, 7242]) assert.equal(await statusOf(`/posts/${id}`, 'edith'), 200)
    })

    it('extensions-types/12 ask for the capability of the taxonomy where terms are edited', async () => {
      const editing = await on().gateway.get(`${root}/ranks?context=edit`, asUser('admin'))
      assert.deepEqual([editing.status, at(editing.json, 'code')], [403, 'rest_forbidden_context'])
      assert.equal((await on().gateway.get(`${root}/moods?context=edit`, asUser('admin'))).status, 200)
    })

    it('extensions-types/15 name the taxonomy in links to terms that have no addresses', async () => {
      await insertRows(on().database, 'wp_terms', [
        { term_id: 7271, name: 'First', slug: 'first', term_group: 0 },
      ])
      await insertRows(on().database, 'wp_term_taxonomy', [
        { term_taxonomy_id: 7271, term_id: 7271, taxonomy: 'rank', description: '', parent: 0, count: 0 },
      ])
      const { searchParams } = new URL(String(at(await get('/ranks/7271'), 'link')))
      assert.deepEqual(Object.fromEntries(searchParams), { taxonomy: 'rank', term: 'first' })
    })

    it('extensions-types/13 have terms of files', async () => {
      await insertPosts(on().database, [{ ID: 7261, post_type: 'attachment', post_status: 'inherit' }])
      await insertRows(on().database, 'wp_terms', [
        { term_id: 7261, name: 'Logos', slug: 'logos', term_group: 0 },
      ])
      await insertRows(on().database, 'wp_term_taxonomy', [
        {
          term_taxonomy_id: 7261,
          term_id: 7261,
          taxonomy: 'folder',
          description: '',
          parent: 0,
          count: 1,
        },
      ])
      await insertRows(on().database, 'wp_term_relationships', [
        { object_id: 7261, term_taxonomy_id: 7261, term_order: 0 },
      ])
      const file = await get('/media/7261')
      assert.deepEqual(at(file, 'folders'), [7261])
      assert.deepEqual(at(await get('/media?folders=7261&_fields=id')), [{ id: 7261 }])
      const terms = await on().gateway.get(`${root}/folders?post=7261&_fields=slug`)
      assert.deepEqual(terms.json, [{ slug: 'logos' }])
      assert.equal(at(file, '_links', 'cms:term', 0, 'taxonomy'), 'folder')
      assert(list(at(file, 'class_list')).includes('folder-logos'))
    })

    it('extensions-types/14 have a class for an image also where the type does not support images', async () => {
      await insertPosts(on().database, [{ ID: 7251, post_type: 'event' }])
      await insertRows(on().database, 'wp_postmeta', [
        { post_id: 7251, meta_key: '_thumbnail_id', meta_value: '7252' },
      ])
      assert(list(at(await get('/event/7251'), 'class_list')).includes('has-post-thumbnail'))
    })
  },
  { extensions: [kinds] },
)
