// Notes, which editors of content leave for each other: lists and items of them for those who may edit the content.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser, type DemoLogin } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { at, list, onEveryDatabase } from '../support/gateway.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

const root = '/cms-json/cms/v2'
const [ofArthur, ofEdith, gone] = [9301, 9302, 99_999]
const [note, reply] = [9311, 9312]

onEveryDatabase(
  'REST notes',
  (on) => {
    const get = (path: string, as?: DemoLogin) => on().gateway.get(root + path, as ? asUser(as) : {})
    const codeOf = async (path: string, as?: DemoLogin) => {
      const { status, json } = await get(path, as)
      return [status, at(json, 'code')]
    }
    const idsOf = async (path: string, as?: DemoLogin) =>
      list((await get(path, as)).json).map((item) => at(item, 'id'))

    it('rest-notes/1 rest-notes/ are edited by those who may edit what they are about', async () => {
      const { database } = on()
      await insertPosts(database, [
        { ID: ofArthur, post_author: 3, post_title: 'Of Arthur' },
        { ID: ofEdith, post_author: 2, post_title: 'Of Edith' },
      ])
      const row = (id: number, about: number, parent: number) => ({
        comment_ID: id,
        comment_post_ID: about,
        comment_author: 'Edith',
        comment_author_email: 'edith@example.test',
        comment_content: 'said',
        comment_date: '2024-05-20 10:00:00',
        comment_date_gmt: '2024-05-20 10:00:00',
        comment_type: 'note',
        comment_approved: parent === 0 ? '0' : '1',
        comment_parent: parent,
        user_id: 2,
      })
      await insertRows(database, 'wp_comments', [
        row(note, ofArthur, 0),
        row(reply, ofArthur, note),
        row(9314, ofEdith, 0),
      ])
      const notes = `/comments?type=note&status=all&context=edit&post=${ofArthur}`
      await eventually(async () => assert.deepEqual(await idsOf(notes, 'edith'), [reply, note]))
      const { json } = await get(notes, 'arthur')
      assert.equal(at(json, 0, 'author_email'), 'edith@example.test')
      assert.equal(
        at((await get(`/comments/${note}?context=edit`, 'arthur')).json, 'author_email'),
        'edith@example.test',
      )
      for (const path of [`${notes},${ofEdith}`, '/comments/9314?context=edit', `${notes},${gone}`])
        assert.deepEqual(await codeOf(path, 'arthur'), [403, 'rest_forbidden_context'], path)
      for (const path of [notes, `/comments/${note}?context=edit`]) {
        assert.deepEqual(await codeOf(path), [401, 'rest_forbidden_context'])
        assert.deepEqual(await codeOf(path, 'connie'), [403, 'rest_forbidden_context'])
      }
    })

    it('rest-notes/2 rest-notes/ lead to the notes in reply, whatever their status', async () => {
      const { json } = await get(`/comments/${note}?_embed`, 'arthur')
      assert.match(
        String(at(json, '_links', 'children', 0, 'href')),
        new RegExp(`/comments\\?parent=${note}&type=note&status=all$`),
      )
      assert.equal(at(json, '_embedded', 'children', 0, 0, 'id'), reply)
    })

    it('rest-notes/3 rest-notes/ are not there for content of types without them', async () => {
      const path = '/comments?type=note&post=101'
      assert.deepEqual(await codeOf(path, 'edith'), [403, 'rest_comment_not_supported_post_type'])
      assert.deepEqual(await codeOf(path, 'arthur'), [403, 'rest_forbidden_param'])
      assert.deepEqual(await codeOf(path), [401, 'rest_forbidden_param'])
      assert.deepEqual(await codeOf('/comments?type=note&post=201', 'edith'), [200, undefined])
    })
  },
  { feed: 'auto' },
)
