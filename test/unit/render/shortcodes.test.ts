// Shortcodes in text: names that are registered, attributes, what is enclosed; those of the house.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { builtInShortcodes } from '../../../src/render/built-in-shortcodes.ts'
import type { RenderContext, Shortcode } from '../../../src/render/context.ts'
import { needsOfText } from '../../../src/render/needs.ts'
import { withEmbeds, withShortcodes } from '../../../src/render/shortcodes.ts'
import { unwrappedShortcodes } from '../../../src/render/unwrapped-shortcodes.ts'
import { attachmentOf, gull, pier } from '../../support/attachments.ts'
import { renderContextOf } from '../../support/render-context.ts'

const shown: RenderContext['shortcodes'] = new Map<string, Shortcode>([
  [
    's',
    (attributes, inner) => `(${[...attributes].map(([name, value]) => `${name}=${value}`).join()}|${inner})`,
  ],
  ['t', () => 'T'],
])

describe('withShortcodes', () => {
  const texts: readonly (readonly [text: string, html: string])[] = [
    ['a [s] b', 'a (|null) b'],
    ['[s A="b c" d=\'e\' f=g h "i j"]', '(a=b c,d=e,f=g,0=h,1=i j|null)'],
    ['[s a=1]x[/s]y', '(a=1|x)y'],
    ['[s/]x[/s]', '(|null)x[/s]'],
    ['[s a=1 /]', '(a=1|null)'],
    ['[s][s]x[/s]', '(|[s]x)'],
    ['[[s]] [[s a="1"]x[/s]]', '[s] [s a="1"]x[/s]'],
    ['[[s]', '[(|null)'],
    ['[st] [unknown a="b"] [] [ s]', '[st] [unknown a="b"] [] [ s]'],
    ['[s', '[s'],
    ['[t][/t][t]', 'TT'],
    ['[s a=1<br />\nb="2<i>3</i>"]', '(a=,0=/>,b=2<i>3</i>|null)'],
    ['<a title="[[t]] [s a=1][t][/s]">', '<a title="[t] (a=1|[t])">'],
    ['&#91;x&#93; &#091; [t]', '&#091;x&#093; &#091; T'],
    ['&#91;x&#93; <i title="&#91;">[[t]]</i>', '&#091;x&#093; <i title="&#091;">[t]</i>'],
    ['&#91;x] [t', '&#091;x] [t'],
    ['&#91;x] <!-- [t] -->', '&#091;x] <!-- [t] -->'],
    ['&#91;x] [tx] [/t] [ t]', '&#91;x] [tx] [/t] [ t]'],
    ['&#91;x] [t"x"]', '&#91;x] [t"x"]'],
  ]
  for (const [text, html] of texts)
    it(`of ${text}`, () => assert.equal(withShortcodes(text, renderContextOf({ shortcodes: shown })), html))

  it('leaves text without registered names alone', () => {
    const unit = fc.constantFrom('[', ']', '/', 's', '"', ' ', '=')
    fc.assert(
      fc.property(fc.string({ unit }), (text) =>
        assert.equal(withShortcodes(text, renderContextOf({ shortcodes: new Map() })), text),
      ),
    )
  })
})

describe('unwrappedShortcodes', () => {
  const texts: readonly (readonly [text: string, html: string])[] = [
    ['<p>[s]</p>', '[s]'],
    ['<p> [s a="1"]x[/s]&nbsp;</p>', '[s a="1"]x[/s]'],
    ['<p>[s]</p>\n<p>x[/s]</p>', '[s]</p>\n<p>x[/s]'],
    ['<p>[s /]</p>\n<p>[s a="1"][/s]</p>', '[s /]\n[s a="1"][/s]'],
    ['<p>[s /] x</p>\n<p>[/s]</p>', '<p>[s /] x</p>\n<p>[/s]</p>'],
    ['<p>[u]</p>', '<p>[u]</p>'],
  ]
  for (const [text, html] of texts)
    it(`of ${text.replaceAll('\n', ' ')}`, () =>
      assert.equal(unwrappedShortcodes(text, renderContextOf({ shortcodes: shown })), html))
})

describe('the shortcodes of the house', () => {
  const context = () =>
    renderContextOf({
      postId: '5',
      shortcodes: builtInShortcodes,
      attachmentOf: (id) => [pier, gull].find((file) => file.id === id) ?? null,
      attachments: () => [gull, attachmentOf({ id: '9', mimeType: 'application/pdf' })],
    })

  it('leave out of galleries files that are private or in the trash', () => {
    for (const status of ['private', 'trash']) {
      const hidden = attachmentOf({ id: '7', status, caption: 'Hidden' })
      const all = { ...context(), attachmentOf: (id: string) => (id === '7' ? hidden : gull) }
      assert.equal(withShortcodes('[gallery ids="7"]', all), '')
      assert.doesNotMatch(withShortcodes('[gallery ids="102,7"]', all), /Hidden/)
    }
  })

  it('number players and galleries through a request', () => {
    const all = context()
    const html = withShortcodes('[audio src="a.mp3"][audio mp3="b.mp3" loop="1"][gallery][gallery]', all)
    assert.deepEqual(html.match(/id=.(?:audio-5|gallery)-\d/g), [
      'id="audio-5-1',
      'id="audio-5-2',
      "id='gallery-1",
      "id='gallery-2",
    ])
    assert.ok(html.includes('src="http://b.mp3?_=2"'))
  })

  it('show the images that belong to a post, and link to files or nowhere', () => {
    const gallery = (text: string) => withShortcodes(text, context())
    assert.equal(gallery('[gallery]').match(/<figure/g)?.length, 1)
    assert.ok(gallery('[gallery link="file"]').includes(`<a href='${gull.url}'>`))
    assert.ok(!gallery('[gallery link="none"]').includes('<a '))
    assert.equal(gallery('[gallery exclude="102"]'), '')
    assert.equal(gallery('[gallery ids="1,x"]'), '')
  })

  it('are made of the elements that they name, if posts may contain them', () => {
    const all = { ...context(), attachmentOf: () => attachmentOf({ id: '7', caption: 'A' }) }
    const elementsIn = (attributes: string) =>
      withShortcodes(`[gallery ids="7" ${attributes}]`, all)
        .matchAll(/<(\w+) class='(?:gallery-item|gallery-icon|wp-caption-text)/g)
        .map(([, name]) => name)
        .toArray()
    assert.deepEqual(elementsIn(''), ['figure', 'div', 'figcaption'])
    assert.deepEqual(elementsIn('itemtag="DIV" icontag="p" captiontag="span"'), ['div', 'p', 'span'])
    assert.deepEqual(elementsIn('itemtag="script" icontag="" captiontag="x y"'), ['dl', 'dt', 'dd'])
  })

  it('show images in the order that they state, each once', () => {
    const files = [
      { id: '9', title: 'b', created: '2024-01-01 00:00:00', place: 2 },
      { id: '10', title: 'C', created: '2024-01-03 00:00:00', place: 0 },
      { id: '11', title: 'a', created: '2024-01-02 00:00:00', place: 1 },
    ].map((file) => attachmentOf({ ...file, alt: file.id }))
    const orderOf = (attributes: string) =>
      withShortcodes(`[gallery link="none" ${attributes}]`, {
        ...context(),
        attachmentOf: (id) => files.find((file) => file.id === id) ?? null,
        attachments: () => files,
      })
        .matchAll(/<img [^>]*alt="([^"]*)"/g)
        .map(([, alt]) => alt)
        .toArray()
        .join(' ')
    assert.equal(orderOf('ids="10,9,11,9" order="DESC"'), '10 9 11')
    assert.equal(orderOf('ids="10,9,11" orderby="title"'), '11 9 10')
    assert.equal(orderOf('ids="10,9,11" orderby="ID" order="DESC"'), '11 10 9')
    assert.equal(orderOf('ids="10,9,11" orderby="post_date"'), '9 11 10')
    assert.equal(orderOf('ids="10,9,11" orderby="other" order="desc"'), '10 11 9')
    assert.equal(orderOf('ids="10,9,11" orderby="rand"'), '10 9 11')
    assert.equal(orderOf('include="10,9,11"'), '10 11 9')
    assert.equal(orderOf(''), '10 11 9')
  })

  it('write no attribute that says more than its value', () => {
    const html = withShortcodes(
      `[caption width="9" id='"><script>' align='"><script>']<img src="a">b[/caption][audio src='"><script>.mp3']`,
      context(),
    )
    assert.ok(!html.includes('<script>'))
  })

  const odd: readonly (readonly [text: string, part: RegExp | string])[] = [
    ['[audio mp3="http://x.test/a.mp3" preload="x"]', /id="audio-5-1" style=/],
    [
      '[video mp4="http://x.test/a.mp4" ogv="http://x.test/a.mov" preload="AUTO"]',
      /preload="auto".*type="video\/quicktime" src="http:\/\/x.test\/a.mov/,
    ],
    ['[caption width="9" caption_id="a b!%3c"]<img src="x"> y[/caption]', /aria-describedby="ab"/],
    ['[gallery ids="x3,101y"]', /id='gallery-1'/],
    ['<b title="[embed]http://x.test[/embed]">x</b>', /^<b title="">x<\/b>$/],
  ]
  for (const [text, part] of odd)
    it(`take ${text}`, () => {
      const request = context()
      assert.match(withShortcodes(withEmbeds(text, request), request), new RegExp(part))
    })
  it('link to what nothing plays', () =>
    assert.equal(
      withEmbeds('[embed]https://x.test/?a=1&b=2[/embed]', context()),
      '<a href="https://x.test/?a=1&#038;b=2">https://x.test/?a=1&amp;b=2</a>',
    ))
})

describe('needsOfText', () => {
  it('names the files of images and galleries', () => {
    const { files, ownFiles } = needsOfText('<img class="wp-image-7"> [gallery ids="8, 7,x"]')
    assert.deepEqual({ files, ownFiles }, { files: ['7', '8'], ownFiles: false })
  })
  it('asks for those of the post where a gallery names none', () => {
    const { files, ownFiles } = needsOfText('[gallery columns="2"]')
    assert.deepEqual({ files, ownFiles }, { files: [], ownFiles: true })
  })
  it('asks for those of other posts that galleries name', () => {
    const { filesOf, ownFiles } = needsOfText(
      '[gallery id=7][gallery id="7"][gallery id=x][gallery id=8 ids=9]',
    )
    assert.deepEqual({ filesOf, ownFiles }, { filesOf: ['7'], ownFiles: false })
  })
  it('asks for a page of posts where the newest are no number', () => {
    const { blockSettings } = renderContextOf()
    const asked = needsOfText('<!-- wp:latest-posts {"postsToShow":0} /-->', undefined, {
      ...blockSettings,
      pageLength: 7,
    })
    assert.deepEqual(
      asked.listings.map((listing) => listing.kind === 'posts' && listing.limit),
      [7],
    )
  })
  it('names what blocks list, once, and other texts', () => {
    const latest = '<!-- wp:latest-posts {"postsToShow":3} /-->'
    const { listings, shared, author } = needsOfText(
      `${latest}<!-- wp:group --><div>${latest}<!-- wp:block {"ref":9} /--></div><!-- /wp:group -->`,
    )
    assert.deepEqual([listings.map(({ kind }) => kind), shared, author], [['posts'], ['9'], false])
  })
})
