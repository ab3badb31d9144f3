// Links of comments on a site that shows comments in pages (get_comment_link, get_page_of_comment).
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { at, list, onEveryDatabase } from '../support/gateway.ts'
import { eventually } from '../support/eventually.ts'

const home = 'http://127.0.0.1:8081'
const post = `${home}/2024/02/15/comments-galore`
const base = {
  page_comments: '1',
  comments_per_page: '1',
  default_comments_page: 'oldest',
  thread_comments: '1',
  thread_comments_depth: '5',
  permalink_structure: '/%year%/%monthnum%/%day%/%postname%/',
}

onEveryDatabase(
  'the pages of comments',
  (on) => {
    let asked = 0
    const linksUnder = async (options: Partial<typeof base>, expected: Readonly<Record<number, string>>) => {
      for (const [name, value] of Object.entries({ ...base, ...options })) {
        await on().database.execute('delete from wp_options where option_name = ?', [name])
        await on().database.execute(
          'insert into wp_options (option_name, option_value, autoload) values (?, ?, ?)',
          [name, value, 'yes'],
        )
      }
      await eventually(async () => {
        asked += 1
        const { json } = await on().gateway.get(
          `/cms-json/cms/v2/comments?include=1,2,3,4&orderby=id&order=asc&asked=${asked}`,
        )
        const links = list(json).map((item) => [Number(at(item, 'id')), String(at(item, 'link'))])
        assert.deepEqual(Object.fromEntries(links), expected)
      })
    }

    it('comment-pages/1 are told by the conversations that began before', async () => {
      await linksUnder(
        {},
        {
          1: `${post}/#comment-1`,
          2: `${post}/#comment-2`,
          3: `${post}/#comment-3`,
          4: `${post}/comment-page-2/#comment-4`,
        },
      )
    })

    it('comment-pages/2 are told by the time of a reply where replies stand alone', async () => {
      await linksUnder(
        { thread_comments_depth: '1', default_comments_page: 'newest' },
        {
          1: `${post}/comment-page-1/#comment-1`,
          2: `${post}/comment-page-2/#comment-2`,
          3: `${post}/comment-page-2/#comment-3`,
          4: `${post}/comment-page-2/#comment-4`,
        },
      )
    })

    it('comment-pages/3 are parameters where addresses are plain', async () => {
      await linksUnder(
        { permalink_structure: '' },
        {
          1: `${home}/?p=230#comment-1`,
          2: `${home}/?p=230#comment-2`,
          3: `${home}/?p=230#comment-3`,
          4: `${home}/?p=230&cpage=2#comment-4`,
        },
      )
    })

    it('comment-pages/4 are named nowhere where a page holds any number', async () => {
      await linksUnder(
        { comments_per_page: '0', default_comments_page: 'newest' },
        Object.fromEntries([1, 2, 3, 4].map((id) => [id, `${post}/#comment-${id}`])),
      )
    })
  },
  { feed: 'auto' },
)
