// Users as those may ask for them who manage users; and the search of the whole site.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser, type DemoLogin } from '../support/demo-credentials.ts'
import { at, list, onEveryDatabase } from '../support/gateway.ts'

const root = '/cms-json/cms/v2'

onEveryDatabase(
  'REST users and search',
  (on) => {
    const get = (path: string, as?: DemoLogin) => on().gateway.get(root + path, as ? asUser(as) : {})
    const idsOf = async (path: string, as?: DemoLogin) =>
      list((await get(path, as)).json).map((item) => at(item, 'id'))

    it('rest-people-search/1 users are known by what they published, of any kind', async () => {
      assert.deepEqual(await idsOf('/users'), [1, 3, 2, 7])
      assert.deepEqual(await idsOf('/users?has_published_posts=page'), [1, 2])
      assert.deepEqual(await idsOf('/users?slug=edith,arthur'), [3, 2])
      assert.deepEqual(await idsOf('/users?search=arthur'), [3])
      const from = await get('/users?offset=1')
      assert.deepEqual(list(from.json).length, 3)
      assert.match(from.headers.get('link') ?? '', /offset=1&page=1>; rel="prev"/)
      const before = await get('/users?offset=-1')
      assert.deepEqual([list(before.json).length, before.headers.get('x-cms-total')], [0, '4'])
    })

    it('rest-people-search/2 users by role, capability and address are for those who manage them', async () => {
      const refusals = {
        'roles=author': 'rest_user_cannot_view',
        'capabilities=edit_posts': 'rest_user_cannot_view',
        'who=authors': 'rest_forbidden_who',
        'orderby=email': 'rest_forbidden_orderby',
      }
      for (const [query, code] of Object.entries(refusals)) {
        const { status, json } = await get(`/users?${query}`)
        assert.deepEqual([status, at(json, 'code')], [401, code])
      }
      assert.deepEqual(await idsOf('/users?roles=author', 'admin'), [3, 8, 6, 7])
      assert.deepEqual(await idsOf('/users?capabilities=edit_others_posts', 'admin'), [1, 2])
      assert.deepEqual(
        await idsOf('/users?roles=subscriber&capabilities=edit_others_posts', 'admin'),
        [1, 2, 8, 5],
      )
      // Who may write chooses among all authors: users of a level, whatever their roles say
      for (const as of ['connie', 'admin'] as const)
        assert.deepEqual(await idsOf('/users?who=authors', as), [1, 3, 4, 2, 8, 6, 7])
      for (const beside of ['roles=subscriber', 'capabilities=manage_options', 'roles=editor&capabilities=x'])
        assert.deepEqual(await idsOf(`/users?who=authors&${beside}`, 'admin'), [1, 3, 4, 2, 8, 6, 7], beside)
      const refused = await get('/users?context=edit&roles=author')
      assert.equal(at(refused.json, 'code'), 'rest_user_cannot_view')
      assert.deepEqual(await idsOf('/users?orderby=include'), [1, 3, 2, 7])
      assert.equal((await idsOf('/users?search=example.test', 'admin')).length, 8)
      // Nobody finds out addresses by searching for them
      assert.deepEqual(await idsOf('/users?search=example.test&search_columns=email'), [])
    })

    it('rest-people-search/5 a text for users has no stars at its ends, an id is meant as a whole, and 0 is no text', async () => {
      for (const as of [undefined, 'admin'] as const) {
        const all = await idsOf('/users', as)
        for (const text of ['0', '*', '**']) assert.deepEqual(await idsOf(`/users?search=${text}`, as), all)
        assert.deepEqual(await idsOf('/users?search=*rthu*', as), [3])
        assert.deepEqual(await idsOf('/users?search=rt*hu', as), [])
        assert.deepEqual(await idsOf('/users?search=3', as), [3])
      }
      assert.deepEqual(await idsOf('/users?search=arthur%40example.test', 'admin'), [3])
      assert.deepEqual(await idsOf('/tags?search=0'), await idsOf('/tags'))
      assert.deepEqual(await idsOf('/search?search=0'), await idsOf('/search'))
    })

    it('rest-people-search/10 users that a search finds come in the order in which they are named', async () => {
      for (const named of ['3,1,2', '2,1,3'])
        assert.equal(String(await idsOf(`/users?search=a&include=${named}&orderby=include`)), named)
    })

    it('rest-people-search/6 users are shown one by one to those who may edit them', async () => {
      const { database } = on()
      await database.execute(
        'update wp_usermeta set meta_value = \'a:2:{s:10:"subscriber";b:1;s:10:"edit_users";b:1;}\' where user_id = 5 and meta_key = \'wp_capabilities\'',
      )
      assert.deepEqual([(await get('/users/6', 'sam')).status, (await get('/users/6')).status], [200, 401])
      assert.deepEqual(await idsOf('/users', 'sam'), await idsOf('/users'))
    })

    it('rest-people-search/7 authors who are shown in their list alone have no link to what may be done with them', async () => {
      const hinted = async (as: DemoLogin) =>
        list((await get('/users?who=authors', as)).json)
          .filter((user) => at(user, '_links', 'self', 0, 'targetHints') !== undefined)
          .map((user) => at(user, 'id'))
      assert.deepEqual(await hinted('connie'), [1, 3, 4, 2, 7])
      assert.deepEqual(await hinted('admin'), [1, 3, 4, 2, 8, 6, 7])
    })

    it('rest-people-search/8 an id is the number that a text for users begins with', async () => {
      for (const text of ['3 blind mice', '3.0', ' 3', '+3', '3e0', '3,'])
        assert.deepEqual(await idsOf(`/users?search=${encodeURIComponent(text)}`), [3], text)
      for (const text of ['3.5', '-3', 'x3', '3e3'])
        assert.deepEqual(await idsOf(`/users?search=${encodeURIComponent(text)}`), [], text)
    })

    it('rest-people-search/9 kinds that are searched are slugs, each once, and any stands for all', async () => {
      const asked = async (subtype: string) => {
        const { json, headers } = await get(`/search?per_page=1&subtype=${subtype}`)
        return [
          at(json, 'data', 'params', 'subtype'),
          /[?&](subtype.*)&page=2/.exec(headers.get('link') ?? '')?.[1],
        ]
      }
      const encoded = (kinds: readonly string[]) =>
        kinds.map((kind, at_) => `subtype%5B${at_}%5D=${kind}`).join('&')
      assert.deepEqual(await asked('POST,page,Post'), [undefined, encoded(['post', 'page'])])
      assert.deepEqual(await asked('page,any,post'), [undefined, encoded(['any'])])
      // Kinds that are not of the type leave the places of others as they are
      assert.deepEqual(await asked('category,post'), [undefined, 'subtype%5B1%5D=post'])
      const { headers } = await get('/search?subtype[]=category&subtype[]=post&subtype[]=page&per_page=1')
      assert.match(headers.get('link') ?? '', /\?subtype%5B1%5D=post&subtype%5B2%5D=page&per_page=1&page=2>/)
      assert.deepEqual(await asked('post,category&type=term'), [
        undefined,
        'subtype%5B1%5D=category&type=term',
      ])
      assert.deepEqual(await asked('post&type=term'), [undefined, undefined])
      const [refused] = await asked('any,post,any,nope')
      assert.match(String(refused), /^subtype\[2\] is not one of /)
    })

    it('rest-people-search/3 a search goes through content, terms and formats', async () => {
      assert.equal((await get('/search')).headers.get('x-cms-total'), '46')
      assert.deepEqual(await idsOf('/search?search=team&subtype=page'), [308, 302])
      assert.deepEqual(await idsOf('/search?type=term&search=soup'), [6])
      assert.deepEqual(await idsOf('/search?type=post-format'), ['aside', 'link', 'image', 'quote'])
      assert.deepEqual(await idsOf('/search?search=draft', 'admin'), [])
      const { json } = await get('/search?search=pier&per_page=1&_embed')
      assert.deepEqual(Object.keys(list(json)[0] ?? {}), [
        'id',
        'title',
        'url',
        'type',
        'subtype',
        '_links',
        '_embedded',
      ])
      assert.equal(at(json, 0, '_embedded', 'self', 0, 'id'), at(json, 0, 'id'))
      const beyond = await get('/search?page=99')
      assert.deepEqual([beyond.json, beyond.headers.get('x-cms-total')], [[], '0'])
    })

    it('rest-people-search/4 a search finds what a password protects for those alone who are logged in', async () => {
      const words = '/posts?search=locked&_fields=id'
      assert.deepEqual(await idsOf(words), [])
      assert.deepEqual(await idsOf(words, 'sam'), [212])
    })
  },
  { extensions: ['config/extensions/myplugin.ts'] },
)
