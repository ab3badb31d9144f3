// Attributes of blocks that are not written as their types say, each beside what a real WordPress 7.1.4 took it for: the block is
// served as if it stated that.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { at, onEveryDatabase } from '../support/gateway.ts'
import { insertPosts } from '../support/rows.ts'

type Attributes = Readonly<Record<string, unknown>>
type Case = readonly [block: string, written: Attributes, meant: Attributes]

/** Of blocks that show nothing but the post whose text it is, and what the demo has. */
const attributesOf = {
  'avatar isLink': 'boolean, off',
  'breadcrumbs showHomeItem': 'boolean, on',
  'latest-comments displayAvatar': 'boolean, on',
  'latest-comments displayDate': 'boolean, on',
  'latest-posts displayAuthor': 'boolean, off',
  'latest-posts displayPostContent': 'boolean, off',
  'latest-posts displayPostDate': 'boolean, off',
  'categories showHierarchy': 'boolean, off',
  'categories showPostCounts': 'boolean, off',
  'tag-cloud showTagCounts': 'boolean, off',
  'loginout displayLoginAsForm': 'boolean, off',
  'loginout redirectToCurrent': 'boolean, on',
  'post-date isLink': 'boolean, off',
  'post-title isLink': 'boolean, off',
  'site-title isLink': 'boolean, on',
  'avatar size': 'number',
  'avatar userId': 'number',
  'latest-posts postsToShow': 'number',
  'post-title level': 'number',
  'site-title level': 'number',
  'latest-comments commentsToShow': 'number',
} as const

/** The text `false` is true to PHP; what is no boolean counts as not stated. */
const booleans: readonly (readonly [written: unknown, meant: boolean | undefined])[] = [
  [1, true],
  ['1', true],
  ['true', true],
  ['false', true],
  ['FALSE', true],
  [0, false],
  ['0', false],
  [2, undefined],
  ['yes', undefined],
  ['', undefined],
  [null, undefined],
  [[], undefined],
  [{ a: 1 }, undefined],
]

const numbers: readonly (readonly [written: unknown, meant: number | undefined])[] = [
  ['3', 3],
  [' 3', 3],
  ['3.0', 3],
  ['3e0', 3],
  ['three', undefined],
  ['3px', undefined],
  [true, undefined],
  [null, undefined],
  [[3], undefined],
  [{ a: 3 }, undefined],
]

const stated = (key: string, value: unknown): Attributes => (value === undefined ? {} : { [key]: value })

const typed: readonly Case[] = Object.entries(attributesOf).flatMap(([name, type]) => {
  const [block = '', key = ''] = name.split(' ')
  const values = type === 'number' ? numbers : booleans
  return values.map(([written, meant]): Case => [block, stated(key, written), stated(key, meant)])
})

/** An empty text is a stated one, and PHP takes `0` for none. A list is members with numbers as names. */
const others: readonly Case[] = [
  ['read-more', { content: '0' }, {}],
  ['post-author', { byline: '0' }, {}],
  ['post-date', { datetime: 1 }, {}],
  ['post-date', { format: '0' }, {}],
  ['home-link', { label: '0' }, {}],
  ['search', { label: '0' }, { label: '' }],
  ['search', { buttonText: '0' }, { buttonText: '0', buttonUseIcon: 'x' }],
  ['latest-posts', { displayPostContent: true, displayPostContentRadio: '' }, {}],
  ['latest-posts', { categories: [1] }, {}],
  ['latest-posts', { categories: '2,3' }, { categories: [{ id: 2 }] }],
  ['latest-posts', { categories: 'x' }, { categories: [{ id: 0 }] }],
  ['latest-posts', { postLayout: 'grid', layout: [] }, { postLayout: 'grid' }],
  ['latest-comments', { commentsToShow: 101 }, {}],
  ['latest-comments', { displayContent: 'x' }, {}],
  ['query', { query: [] }, { query: {} }],
  ['cover', { useFeaturedImage: 0 }, { useFeaturedImage: true }],
  ['navigation-link', { label: 'a', url: '/a', opensInNewTab: 1 }, { label: 'a', url: '/a' }],
  ['navigation', { ref: 0 }, { ref: '0' }],
]

const id = 990031
/** No block lists it. */
const old = { post_type: 'post', post_date: '1990-01-01 00:00:00', post_date_gmt: '1990-01-01 00:00:00' }

onEveryDatabase('attributes of blocks', (on) => {
  it('rest-block-attributes/1 are read by their types', async () => {
    const { database, gateway } = on()
    const all = [...typed, ...others]
    const markup = (block: string, attributes: Attributes) =>
      `<!-- wp:${block} ${JSON.stringify(attributes)} ${enclosed.has(block) ? `-->${enclosed.get(block)}<!-- /wp:${block} -->` : '/-->'}`
    const text = (which: 1 | 2) => all.map((each) => `@@${markup(each[0], each[which])}`).join('')
    await insertPosts(database, [
      { ID: id, post_content: text(1), ...old },
      { ID: id + 1, post_content: text(2), ...old },
    ])
    const parts = async (post: number) => {
      const answer = await gateway.get(`/cms-json/cms/v2/posts/${post}?_fields=content`)
      const html = String(at(answer.json, 'content', 'rendered'))
      return html.replaceAll(String(post), 'ID').split('@@').slice(1)
    }
    const [written, meant] = [await parts(id), await parts(id + 1)]
    assert.equal(written.length, all.length)
    assert.deepEqual(
      all.flatMap(([block, attributes], place) =>
        written[place] === meant[place] ? [] : [[block, attributes, written[place], meant[place]]],
      ),
      [],
    )
    // What they are taken for shows
    assert.ok(new Set(meant).size > 30, `${new Set(meant).size} different blocks`)
  })

  it('rest-block-attributes/2 are none where no text is made of them', async () => {
    const { database, gateway } = on()
    const textless = { toString: 1 }
    const texts = [
      `<!-- wp:paragraph ${JSON.stringify({ ref: textless })} --><p>x</p><!-- /wp:paragraph -->`,
      `<!-- wp:block ${JSON.stringify({ ref: 1, content: { a: { id: textless } } })} /-->`,
      `<!-- wp:latest-posts ${JSON.stringify({ featuredImageAlign: textless, categories: [{ id: textless }] })} /-->`,
    ]
    const rowOf = (post: number, text: string) => ({
      ID: post,
      post_content: `<!-- wp:post-title /-->${text}`,
      ...old,
    })
    const ids = texts.map((_, nth) => id + 2 + nth)
    await insertPosts(
      database,
      texts.map((text, nth) => rowOf(id + 2 + nth, text)),
    )
    const answer = await gateway.get(`/cms-json/cms/v2/posts?include=${ids.join()}&_fields=content`)
    assert.equal(answer.status, 200)
  })
})

/** Blocks that show nothing, or not what is tested, where they enclose nothing. */
const enclosed: ReadonlyMap<string, string> = new Map([
  ['query', '<div><!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template --></div>'],
  ['navigation', '<!-- wp:navigation-link {"label":"a","url":"/a"} /-->'],
])
