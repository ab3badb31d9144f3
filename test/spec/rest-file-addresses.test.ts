// Addresses of uploaded files on sites whose address is https while the folder of uploads is still stored with http, and of
// files whose stored path is that of an older server; measured on WordPress 7.1.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { at, list, onEveryDatabase } from '../support/gateway.ts'
import { insertMeta } from '../support/plugins.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

const root = '/cms-json/cms/v2'

onEveryDatabase(
  'addresses of files',
  (on) => {
    const get = async (path: string) => (await on().gateway.get(root + path)).json
    const siteWith = async (options: Readonly<Record<string, string>>, expected: string) => {
      for (const [name, value] of Object.entries(options)) {
        await on().database.execute('delete from wp_options where option_name = ?', [name])
        const row = { option_name: name, option_value: value, autoload: 'yes' }
        await insertRows(on().database, 'wp_options', [row])
      }
      await eventually(async () => assert.equal(at(await get('/media/101'), 'source_url'), expected))
    }
    const sourcesOf = async (post: number) => {
      const [image] = list(at(await get(`/posts/${post}?_fields=images`), 'images'))
      return String(at(image, 'srcset'))
        .replaceAll(/(?<=\/2024\/01\/)[^,]*/g, '')
        .split(', ')
    }

    it('rest-file-addresses/1 are https where the site is, though the folder is stored with http', async () => {
      const folder = 'https://site.example/wp/wp-content/uploads/2024/01'
      await siteWith(
        { home: 'https://site.example', siteurl: 'http://site.example/wp', site_icon: '101' },
        `${folder}/pier.jpg`,
      )
      const file = await get('/media/101')
      assert.equal(at(file, 'media_details', 'sizes', 'medium', 'source_url'), `${folder}/pier-300x200.jpg`)
      assert.ok(!String(at(file, 'description', 'rendered')).includes('http://'))
      assert.deepEqual(new Set(await sourcesOf(221)), new Set([`${folder}/`]))
      const { json: index } = await on().gateway.get('/cms-json/')
      assert.equal(at(index, 'site_icon_url'), `${folder}/pier.jpg`)
      assert.equal(at(index, 'url'), 'http://site.example/wp')
    })

    it('rest-file-addresses/2 of another host are https alone, and their copies for srcset as stored', async () => {
      await siteWith(
        { upload_url_path: 'http://cdn.example/up/' },
        'https://cdn.example/up//2024/01/pier.jpg',
      )
      assert.deepEqual(new Set(await sourcesOf(221)), new Set(['http://cdn.example/up/2024/01/']))
    })

    it('rest-file-addresses/3 of a site with http are as stored', async () => {
      await siteWith(
        { home: 'http://site.example', upload_url_path: 'https://cdn.example/up' },
        'https://cdn.example/up/2024/01/pier.jpg',
      )
      await siteWith({ upload_url_path: 'http://cdn.example/up' }, 'http://cdn.example/up/2024/01/pier.jpg')
    })

    it('rest-file-addresses/4 leave out where on a disk a file was stored', async () => {
      const file = { post_type: 'attachment', post_status: 'inherit', post_mime_type: 'image/png' }
      await insertPosts(on().database, [
        { ID: 7301, ...file },
        { ID: 7302, ...file },
        { ID: 7303, ...file },
      ])
      const path = (post_id: number, meta_value: string) => ({
        post_id,
        meta_key: '_wp_attached_file',
        meta_value,
      })
      await insertRows(on().database, 'wp_postmeta', [
        path(7301, '/var/www/old/wp-content/uploads/2009/03/quay.png'),
        path(7302, '/var/www/old/wp-content/uploads/quay.png'),
        path(7303, '/var/www/old/files/quay.png'),
      ])
      const files = list(await get('/media?include=7301,7302,7303&orderby=id&order=asc'))
      assert.deepEqual(
        files.map((each) => at(each, 'source_url')),
        [
          'http://cdn.example/up/2009/03/quay.png',
          'http://cdn.example/up/quay.png',
          'http://cdn.example/up//var/www/old/files/quay.png',
        ],
      )
    })

    it('rest-file-addresses/5 of copies are by the file that was measured, which another one may have replaced', async () => {
      const image = (address: string) =>
        `<img class="wp-image-7311" src="http://moved.example/wp-content/uploads/${address}">`
      const file = { post_type: 'attachment', post_status: 'inherit', post_mime_type: 'image/png' }
      await insertPosts(on().database, [
        { ID: 7311, ...file },
        { ID: 7312, ...file, post_title: 'Lost', guid: 'http://cdn.example/up/none.png' },
        {
          ID: 7313,
          post_content: [
            image('2019/01/old.png'),
            image('2019/01/old-300x200.png'),
            image('2023/05/old-300x200.png'),
            image('2023/05/new.png'),
            '[gallery ids="7312"]',
          ].join('\n\n'),
        },
      ])
      const sizes = { medium: { file: 'old-300x200.png', width: 300, height: 200 } }
      const measured = { width: 900, height: 600, file: '2019/01/old.png', sizes }
      await insertMeta(on().database, 'post', 7311, {
        _wp_attached_file: '2023/05/new.png',
        _wp_attachment_metadata: measured,
      })
      await insertMeta(on().database, 'post', 7312, { _wp_attachment_metadata: measured })
      const described = String(at(await get('/media/7311'), 'description', 'rendered'))
      assert.match(described, / src="http:\/\/cdn\.example\/up\/2023\/05\/old-300x200\.png"/)
      assert.doesNotMatch(described, /srcset/)
      const text = String(at(await get('/posts/7313'), 'content', 'rendered'))
      assert.match(text, /<a href='[^']*'>Lost<\/a>/)
      const told = [...text.matchAll(/<img [^>]*>/g)].map(([tag]) => [
        / width="(\d+)"/.exec(tag)?.[1],
        / srcset="(\S+)/.exec(tag)?.[1],
      ])
      assert.deepEqual(told, [
        ['900', 'http://cdn.example/up/2019/01/old.png'],
        ['300', 'http://cdn.example/up/2019/01/old-300x200.png'],
        ['300', undefined],
        [undefined, undefined],
      ])
    })
  },
  { feed: 'auto' },
)
