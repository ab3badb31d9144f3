// Images of content as data: in REST where `_fields` names them, and in GraphQL. Files that the viewer may not see are not there.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { asUser } from '../support/demo-credentials.ts'
import { at, list, onEveryDatabase } from '../support/gateway.ts'
import { dataOf, statementsOf } from '../support/graphql.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

const rest = '/cms-json/cms/v2/posts'
const secret = 'a secret that a front end and its gateway share'
const upload = 'http://127.0.0.1:8081/wp-content/uploads/2024/01'

onEveryDatabase(
  'images as data',
  (on) => {
    const imagesOf = async (id: number, headers = {}) =>
      list(at((await on().gateway.get(`${rest}/${id}?_fields=images`, headers)).json, 'images'))
    const idsOf = async (id: number, headers = {}) =>
      (await imagesOf(id, headers)).map((each) => at(each, 'id'))
    const meta = (post_id: number, meta_key: string, meta_value: string) =>
      insertRows(on().database, 'wp_postmeta', [{ post_id, meta_key, meta_value }])
    const withImages = (id: number, more = {}) =>
      insertPosts(on().database, [
        {
          ID: id,
          post_type: 'post',
          post_name: `images-${id}`,
          post_content: '<img class="wp-image-102" src="x.png"/><img class="wp-image-996999" src="x.png"/>',
          ...more,
        },
      ])

    it('images/1 have what srcset needs, and a focal point where one is stored', async () => {
      await meta(101, '_wpsmartcrop_image_focus', 'a:2:{s:4:"left";s:2:"25";s:3:"top";i:60;}')
      const [pier, gull] = await imagesOf(221)
      const { sizes, ...rest_ } = Object(pier)
      assert.deepEqual(rest_, {
        id: 101,
        featured: false,
        url: `${upload}/pier.jpg`,
        alt: 'A pier in the "early" morning',
        caption: 'The pier -- before the crowds',
        width: 1600,
        height: 1067,
        srcset: `${upload}/pier.jpg 1600w, ${upload}/pier-300x200.jpg 300w, ${upload}/pier-1024x683.jpg 1024w, ${upload}/pier-768x512.jpg 768w, ${upload}/pier-1536x1024.jpg 1536w`,
        mime_type: 'image/jpeg',
        focal_point: { x: 0.25, y: 0.6 },
      })
      assert.deepEqual(list(sizes)[0], {
        name: 'medium',
        url: `${upload}/pier-300x200.jpg`,
        width: 300,
        height: 200,
      })
      assert.equal(at(gull, 'focal_point'), null)
      const { text } = await on().gateway.get(`${rest}/221`)
      assert.ok(!text.includes('"images"'))
    })

    it('images/2 begin with the featured one, in GraphQL as well', async () => {
      await withImages(996001)
      await meta(996001, '_thumbnail_id', '101')
      assert.deepEqual(await idsOf(996001), [101, 102])
      const data = await dataOf(
        on().gateway,
        '{ post(id: "996001") { images { id isFeatured width srcset focalX focalY sizes { name url width height } } } }',
      )
      const [featured, other] = list(at(data, 'post', 'images'))
      assert.deepEqual(
        [at(featured, 'id'), at(featured, 'isFeatured'), at(featured, 'focalX')],
        ['101', true, 0.25],
      )
      assert.deepEqual([at(other, 'id'), at(other, 'isFeatured'), at(other, 'width')], ['102', false, 640])
    })

    it('images/3 are those that the viewer may see, and of protected content the featured one', async () => {
      const { database } = on()
      await insertPosts(database, [
        { ID: 996010, post_type: 'post', post_status: 'draft', post_title: 'Hidden' },
        {
          ID: 996999,
          post_type: 'attachment',
          post_status: 'inherit',
          post_parent: 996010,
          post_mime_type: 'image/png',
        },
      ])
      await meta(996999, '_wp_attached_file', '2024/01/secret.png')
      await withImages(996002)
      assert.deepEqual(await idsOf(996002), [102])
      assert.deepEqual(await idsOf(996002, asUser('admin')), [102, 996999])
      await withImages(996003, { post_password: 'open' })
      await meta(996003, '_thumbnail_id', '101')
      assert.deepEqual(await idsOf(996003), [101])
    })

    it('images/4 of a draft are shown with its preview token', async () => {
      const { database, gateway } = on()
      await withImages(996004, { post_status: 'draft' })
      await database.execute('update wp_posts set post_parent = 996004 where ID = 996999')
      const issued = await gateway.send('POST', '/cms-json/lectern/v1/preview-tokens', {
        headers: { 'content-type': 'application/json', authorization: `Preview-Secret ${secret}` },
        body: JSON.stringify({ post: 996004 }),
      })
      const headers = { authorization: `Preview ${String(at(issued.json, 'token'))}` }
      assert.deepEqual(await idsOf(996004, headers), [102, 996999])
      const data = await dataOf(gateway, '{ post(id: "996004", asPreview: true) { images { id } } }', {
        headers,
      })
      assert.deepEqual(at(data, 'post', 'images'), [{ id: '102' }, { id: '996999' }])
      assert.deepEqual(await idsOf(996002, {}), [102])
    })

    it('images/5 take the same number of statements for few posts and for many', async () => {
      for (let nth = 0; nth < 12; nth += 1)
        await withImages(996100 + nth, {
          post_date: '2030-01-01 10:00:00',
          post_date_gmt: '2030-01-01 09:00:00',
        })
      const query = 'query ($n: Int) { posts(first: $n) { edges { node { images { srcset } } } } }'
      const few = await statementsOf(on().gateway, query, { variables: { n: 2 } })
      const many = await statementsOf(on().gateway, query, { variables: { n: 12 } })
      assert.equal(many, few)
      assert.ok(many <= 5, String(many))
    })
  },
  { previewSecret: secret },
)

onEveryDatabase(
  'images that become visible',
  (on) => {
    it('images/6 follow what their files belong to', async () => {
      const { database, gateway } = on()
      const count = async () =>
        list(at((await gateway.get(`${rest}/221?_fields=images`)).json, 'images')).length
      const whole = await count()
      await insertPosts(database, [{ ID: 996020, post_type: 'post', post_status: 'draft' }])
      await database.execute('update wp_posts set post_parent = 996020 where ID = 102')
      await eventually(async () => assert.equal(await count(), whole - 1))
      await database.execute("update wp_posts set post_status = 'publish' where ID = 996020")
      await eventually(async () => assert.equal(await count(), whole))
    })
  },
  { feed: 'auto' },
)
