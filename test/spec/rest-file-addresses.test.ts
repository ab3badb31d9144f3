// Addresses of uploaded files on sites whose address is https while the folder of uploads is still stored with http, and of
// files whose stored path is that of an older server; measured on WordPress 7.1.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { at, list, onEveryDatabase } from '../support/gateway.ts'
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
  },
  { feed: 'auto' },
)
