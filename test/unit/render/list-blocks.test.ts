// Blocks that list what the site has: terms, months and weeks, the pages of a query; as lists and as choices.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import type { RenderContext } from '../../../src/render/context.ts'
import type { Period, ShownAuthor, ShownTerm } from '../../../src/render/shown.ts'
import { renderContextOf, shownPost } from '../../support/render-context.ts'

const render = (text: string, parts: Partial<RenderContext>) =>
  renderBlocks(text, renderContextOf({ blocks: builtInBlocks, ...parts }))

const term = (id: number, name: string, count: number, parent = 0): ShownTerm => ({
  id: String(id),
  name,
  slug: name.toLowerCase(),
  taxonomy: 'category',
  description: '',
  parentId: String(parent),
  link: `http://site.test/${id}/`,
  count,
  ancestors: () => [],
})
const terms = [term(1, 'Sea', 9), term(2, 'Salt & <b>', 1, 1), term(3, 'Empty', 0), term(4, 'Deep', 2, 2)]
const texts = (html: string) => [...html.matchAll(/>([^<>\t\n]+)</g)].map(([, text]) => text)

describe('categories', () => {
  const categories = (attributes: string) =>
    render(`<!-- wp:categories ${attributes} /-->`, { terms: () => terms })

  it('are a list of those that have posts', () => {
    const html = categories('{"showPostCounts":true}')
    assert(
      html.startsWith('<ul class="wp-block-categories-list wp-block-categories-taxonomy-category '),
      html,
    )
    assert(
      html.includes('<li class="cat-item cat-item-1"><a href="http://site.test/1/">Sea</a> (9)\n</li>'),
      html,
    )
    assert(html.includes('>Salt &amp; &lt;b&gt;</a> (1)'), html)
    assert(!html.includes('Empty') && !html.includes('children'), html)
    const many = { terms: () => [term(1, 'Sea', 1234567)] }
    assert(render('<!-- wp:categories {"showPostCounts":true} /-->', many).includes('</a> (1,234,567)\n'))
    const choice = '<!-- wp:categories {"showPostCounts":true,"displayAsDropdown":true} /-->'
    assert(render(choice, many).includes('>Sea&nbsp;&nbsp;(1,234,567)<'))
  })

  it('stand below one another where that is asked for', () => {
    const html = categories('{"showHierarchy":true}')
    assert.match(
      html,
      /Sea<[^]*<ul class='children'>[^]*Salt[^]*<ul class='children'>[^]*Deep[^]*<\/ul>[^]*<\/ul>/,
    )
    assert.deepEqual(texts(categories('{"showOnlyTopLevel":true,"showEmpty":true}')), ['Sea', 'Empty'])
    const above = [term(1, 'Above', 0), term(2, 'Below', 1, 1), term(3, 'Empty', 0)]
    const top = '<!-- wp:categories {"showOnlyTopLevel":true,"showHierarchy":true} /-->'
    assert.deepEqual(texts(render(top, { terms: () => above })), ['Above'])
  })

  it('are a choice, indented, with a label that can be hidden', () => {
    const html = categories(
      '{"displayAsDropdown":true,"showHierarchy":true,"showPostCounts":true,"showLabel":false,"label":"Which"}',
    )
    assert(
      html.includes(
        '<label class="wp-block-categories__label screen-reader-text" for="wp-block-categories-1">Which<',
      ),
      html,
    )
    assert(html.includes('<option class="level-0" value="sea">Sea&nbsp;&nbsp;(9)</option>'), html)
    assert(
      html.includes('value="salt &amp; &lt;b&gt;">&nbsp;&nbsp;&nbsp;Salt &amp; &lt;b&gt;&nbsp;&nbsp;(1)<'),
      html,
    )
    assert(html.includes('<option class="level-2" value="deep">' + '&nbsp;'.repeat(6) + 'Deep'), html)
    assert(
      categories('{"displayAsDropdown":true}').includes('label" for="wp-block-categories-1">Categories<'),
    )
    const quoting = { terms: () => [term(1, `O'Neil & "co"`, 1)] }
    const quoted = render('<!-- wp:categories {"displayAsDropdown":true} /-->', quoting)
    assert(quoted.includes(`>O'Neil &amp; "co"</option>`), quoted)
    const tags = categories('{"displayAsDropdown":true,"taxonomy":"post_tag"}')
    assert.match(tags, />Tags<\/label><select  name='tag' .*>Select Tag</s)
  })

  it('are nothing where the site has no such taxonomy, whatever its name begins with', () => {
    const hostile = "x' autofocus onfocus='alert(1)"
    const long = 'a'.repeat(32)
    const taxonomies = new Set(['category', long])
    const { blockSettings } = renderContextOf()
    for (const taxonomy of [hostile, 'none', `${long}b`])
      for (const displayAsDropdown of [true, false]) {
        const text = `<!-- wp:categories ${JSON.stringify({ taxonomy, displayAsDropdown })} /-->`
        assert.equal(
          render(text, { terms: () => terms, blockSettings: { ...blockSettings, taxonomies } }),
          '',
          taxonomy,
        )
      }
  })
})

describe('a cloud of tags', () => {
  it('is in the order of people, from the smallest to the largest', () => {
    const named = [term(5, 'item 10', 1), term(6, 'Item 9', 9999), term(7, 'item', 1), term(8, 'b', 0)]
    const html = render(
      '<!-- wp:tag-cloud {"showTagCounts":true,"largestFontSize":"2em","smallestFontSize":"1em"} /-->',
      {
        terms: () => named,
      },
    )
    assert.deepEqual(
      [
        ...html.matchAll(
          /tag-link-(\d) tag-link-position-(\d)" style="font-size: ([\d.]+em);" aria-label="([^"]*)"/g,
        ),
      ].map(([, ...all]) => all),
      [
        ['7', '1', '1em', 'item (1 item)'],
        ['6', '2', '2em', 'Item 9 (9,999 items)'],
        ['5', '3', '1em', 'item 10 (1 item)'],
      ],
    )
    assert(html.includes('<span class="tag-link-count"> (9999)</span>'), html)
  })
  it('has sizes in points where the smallest names no unit', () => {
    const sized = (smallestFontSize: string) =>
      /font-size: ([^;]*);/.exec(
        render(`<!-- wp:tag-cloud ${JSON.stringify({ smallestFontSize })} /-->`, {
          terms: () => [term(5, 'one', 1)],
        }),
      )?.[1]
    const long = 'x'.repeat(100_000)
    assert.deepEqual(['9px', '1.5em', '80%', '7', 'em', `9${long}`, `${long}9`].map(sized), [
      '9px',
      '1.5em',
      '80%',
      '7pt',
      '8pt',
      '9pt',
      '8pt',
    ])
  })
  it('asks for the most used, and of categories for all, since those above others may have no post', () => {
    const asked: unknown[] = []
    const above = [term(4, 'Deep', 2, 2), term(1, 'Above', 0), term(2, 'Below', 0, 1), term(3, 'Empty', 0)]
    const listed = (listing: unknown) => {
      asked.push(listing)
      return above
    }
    const cloud = (attributes: string) =>
      texts(render(`<!-- wp:tag-cloud ${attributes} /-->`, { terms: listed }))
    assert.deepEqual(cloud('{"taxonomy":"category"}'), ['Above', 'Below', 'Deep'])
    assert.deepEqual(cloud('{"taxonomy":"category","numberOfTags":2}'), ['Above', 'Deep'])
    cloud('{"numberOfTags":7}')
    const listing = { kind: 'terms', by: 'count', nested: false }
    const ofCategories = { ...listing, taxonomy: 'category', limit: null, filled: false }
    assert.deepEqual(asked, [
      ofCategories,
      ofCategories,
      { ...listing, taxonomy: 'post_tag', limit: 7, filled: true },
    ])
  })
  it('says that there is nothing', () =>
    assert.match(render('<!-- wp:tag-cloud /-->', {}), /There&#8217;s no content to show here yet\./))
})

describe('the newest posts', () => {
  const block = '<!-- wp:latest-posts {"displayPostContent":true,"displayPostContentRadio":"full_post"} /-->'
  const shown = (content: string) => {
    const context: RenderContext = renderContextOf({
      blocks: builtInBlocks,
      post: () => shownPost({ content }),
      queried: () => [context],
    })
    return renderBlocks(block, context)
  }
  it('show the blocks of a whole text, and a text without any as it is stored', () => {
    const stored = '<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->'
    assert(shown(stored).includes('full-content"><p class="wp-block-paragraph">a</p></div>'), shown(stored))
    assert(shown('a\n\n[gallery]').includes('full-content">a\n\n[gallery]</div>'))
  })
  it('are nothing within themselves', () => assert.equal(shown(block).split('full-content').length, 3))
  it('have no title where it is 0', () => {
    const context = renderContextOf({ blocks: builtInBlocks, post: () => shownPost({ title: '0' }) })
    const html = renderBlocks('<!-- wp:latest-posts /-->', { ...context, queried: () => [context] })
    assert(html.includes('>(no title)</a>'), html)
  })
})

describe('archives', () => {
  const periodLink = ({ year, month, day }: Period) =>
    `http://site.test/${[year, month, day].filter((part) => part !== null).join('/')}/`
  const archives = (attributes: string, periods: readonly Period[]) =>
    render(`<!-- wp:archives ${attributes} /-->`, {
      periods: () => periods,
      periodLink,
      posts: () => [shownPost({ title: 'A <i>b</i>' }), shownPost({ id: '9', title: '' })],
    })
  const months = [
    { year: 2024, month: 2, day: null, count: 3 },
    { year: 2023, month: 12, day: null, count: 1 },
  ]
  it('are months with how many posts each has', () =>
    assert.match(
      archives('{"showPostCounts":true}', months),
      /^<ul class="wp-block-archives-list[^]*<li><a href='http:\/\/site\.test\/2024\/2\/'>February 2024<\/a>&nbsp;\(3\)<\/li>[^]*>December 2023</,
    ))
  it('say which post it is that shows them', () => {
    const list = archives('{"type":"alpha"}', [])
    assert(list.includes(`' aria-current="page">A b</a>`), list)
    assert(!list.includes(`' aria-current="page">9</a>`), list)
    const choice = archives('{"type":"alpha","displayAsDropdown":true}', [])
    assert(choice.includes(`' selected='selected'> A b </option>`), choice)
  })
  it('are a choice of months', () => {
    const html = archives('{"displayAsDropdown":true,"showPostCounts":true,"showLabel":false}', months)
    assert(html.includes('<option value="">Select Month</option>'), html)
    assert(html.includes('archives__label screen-reader-text">Archives</label>'), html)
    assert(html.includes(`<option value='http://site.test/2023/12/'> December 2023 &nbsp;(1)</option>`), html)
  })
  for (const [type, unit] of [
    ['yearly', 'Year'],
    ['daily', 'Day'],
    ['weekly', 'Week'],
  ])
    it(`are a choice of a ${unit}`, () =>
      assert(
        archives(`{"displayAsDropdown":true,"type":"${type}"}`, []).includes(`>Select ${unit}</option>`),
      ))
  it('are weeks, of which one at the end of a year is counted in both', () => {
    const days = ['2025-01-01', '2024-12-31', '2023-12-31', '2023-12-25'].map((text) => {
      const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
      return { year, month, day, count: 1 }
    })
    const html = archives('{"type":"weekly","showPostCounts":true}', days)
    assert.deepEqual(
      [...html.matchAll(/<a href='[^?]*\?m=(\d+)&[^w]*w=(\d+)'>([^<]*)<\/a>&nbsp;\((\d)\)/g)].map(
        ([, ...all]) => all,
      ),
      [
        ['2025', '1', 'December 30, 2024&#8211;January 5, 2025', '1'],
        ['2024', '53', 'December 30, 2024&#8211;January 5, 2025', '1'],
        ['2023', '52', 'December 25, 2023&#8211;December 31, 2023', '2'],
      ],
    )
  })
  it('leave out a week with the number of the one before', () => {
    const days = [
      { year: 2024, month: 5, day: 8, count: 1 },
      { year: 2023, month: 5, day: 9, count: 1 },
      { year: 2023, month: 5, day: 1, count: 1 },
    ]
    assert.deepEqual(texts(archives('{"type":"weekly"}', days)), [
      'May 6, 2024&#8211;May 12, 2024',
      'May 1, 2023&#8211;May 7, 2023',
    ])
  })
  it('have days with the offset of the site, and weeks that end with their last second', () => {
    const days = [{ year: 2024, month: 6, day: 5, count: 1 }]
    const shown = (type: string) =>
      texts(renderBlocks(`<!-- wp:archives {"type":"${type}"} /-->`, { ...context, periods: () => days }))
    const context = renderContextOf({ blocks: builtInBlocks, dateFormat: 'c T' })
    assert.deepEqual(shown('daily'), ['2024-06-05T00:00:00+02:00 CEST'])
    assert.deepEqual(shown('weekly'), ['2024-06-03T00:00:00+02:00 CEST&#8211;2024-06-09T23:59:59+02:00 CEST'])
  })
  it('are posts by their titles', () => {
    const html = archives('{"type":"postbypost"}', [])
    assert.deepEqual(texts(html), ['A b', '9'])
  })
  it('say that there are none', () => assert.match(archives('{}', []), /No archives to show\./))
})

describe('lists of pages', () => {
  const page = (id: string, parentId: string) => ({
    id,
    parentId,
    title: `Page ${id}`,
    link: `http://site.test/${id}/`,
    isFront: id === '2',
  })
  /** The fourth stands below one that is not shown. */
  const pages = () => [page('1', '0'), page('2', '0'), page('3', '1'), page('4', '9'), page('5', '4')]
  const list = (attributes: string) => render(`<!-- wp:page-list ${attributes} /-->`, { pages })

  it('say which is the front page', () => {
    const html = list('{}')
    assert.deepEqual(texts(html), ['Page 1', 'Page 3', 'Page 2'])
    assert.equal(html.split('menu-item-home').length, 2)
    assert(html.includes('<li class="wp-block-pages-list__item menu-item-home"><a'), html)
  })

  it('have titles that are cleaned, and without HTML where they say what opens', () => {
    const title = 'A <em>b</em> <a href="/c" onclick="d">e</a> <script>f</script><3'
    const titled = () => [{ ...page('1', '0'), title }, page('3', '1')]
    const cleaned = 'A <em>b</em> <a href="/c">e</a> f&lt;3'
    assert(render('<!-- wp:page-list /-->', { pages: titled }).includes(`>${cleaned}</a><ul`))
    const within = (attributes: string) =>
      render(`<!-- wp:navigation ${attributes} --><!-- wp:page-list /--><!-- /wp:navigation -->`, {
        pages: titled,
      })
    assert(within('{}').includes(`>${cleaned}</a><button`))
    for (const attributes of ['{}', '{"openSubmenusOnClick":true}'])
      assert(within(attributes).includes('aria-label="A b e submenu"'), within(attributes))
  })

  it('of those below a page are empty where that cannot be reached from the top', () => {
    assert.deepEqual(texts(list('{"parentPageID":1}')), ['Page 3'])
    for (const hidden of [9, 4]) assert.equal(list(`{"parentPageID":${hidden}}`), '', String(hidden))
  })
})

describe('writers in lists of posts', () => {
  it('are named where there is one', () => {
    const posts = (author: ShownAuthor | null) => () => [
      renderContextOf({ post: () => shownPost({ author: () => author }) }),
    ]
    const latest = '<!-- wp:latest-posts {"displayAuthor":true} /-->'
    const writer = { name: 'Ann', link: '', biography: '', avatarUrl: () => '' }
    assert(render(latest, { queried: posts(writer) }).includes('__post-author">by Ann</div>'))
    assert(!render(latest, { queried: posts(null) }).includes('post-author'))
  })
})
