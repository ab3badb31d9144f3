// Comments: addresses become links, tags are balanced.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { balancedTags } from '../../../src/render/balanced-tags.ts'
import { clickableLinks } from '../../../src/render/clickable-links.ts'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import type { ShownReply } from '../../../src/render/shown.ts'
import { renderContextOf } from '../../support/render-context.ts'

const links: readonly (readonly [text: string, html: string])[] = [
  ['https://a.test/b.', '<a href="https://a.test/b" rel="nofollow ugc">https://a.test/b</a>.'],
  ['http://site.test/b', '<a href="http://site.test/b" rel="ugc">http://site.test/b</a>'],
  ['(http://a.test)', '(<a href="http://a.test" rel="nofollow ugc">http://a.test</a>)'],
  ['www.a.test', '<a href="http://www.a.test" rel="nofollow ugc">http://www.a.test</a>'],
  ['www.a.test? x', '<a href="http://www.a.test?" rel="nofollow ugc">http://www.a.test?</a> x'],
  ['www.a.test! x', '<a href="http://www.a.test" rel="nofollow ugc">http://www.a.test</a>! x'],
  ['ftp.a.test. x', '<a href="http://ftp.a.test" rel="nofollow ugc">http://ftp.a.test</a>. x'],
  ['(www.a.test)', '(www.a.test)'],
  ['so.http://a.test/b! x', 'so.<a href="http://a.test/b" rel="nofollow ugc">http://a.test/b</a>! x'],
  // Brackets that the address opens belong to it, others end it
  ['x: (http://a.test).b', 'x: (<a href="http://a.test" rel="nofollow ugc">http://a.test</a>).b'],
  [
    'http://a.test/b_(c)(d): e',
    '<a href="http://a.test/b_(c)(d)" rel="nofollow ugc">http://a.test/b_(c)(d)</a>: e',
  ],
  // Both are written as attributes hold addresses
  [
    "HTTP://A.test/b]c&amp;d'e",
    '<a href="http://A.test/b%5Dc&#038;d&#039;e" rel="nofollow ugc">http://A.test/b%5Dc&#038;d&#039;e</a>',
  ],
  ['a@b.test,', '<a href="mailto:a@b.test">a@b.test</a>,'],
  ['<a href="http://a.test">http://a.test</a>', '<a href="http://a.test">http://a.test</a>'],
  ['<code>http://a.test</code>', '<code>http://a.test</code>'],
  // A mark is part of an address where more of it follows, two are not; nor is a bracket that nothing opens
  ['http://a.test/b!c..d', '<a href="http://a.test/b!c" rel="nofollow ugc">http://a.test/b!c</a>..d'],
  ['http://a.test/b)c(d', '<a href="http://a.test/b)c(d" rel="nofollow ugc">http://a.test/b)c(d</a>'],
  ['http://a.test/b)c).', '<a href="http://a.test/b" rel="nofollow ugc">http://a.test/b</a>)c).'],
  ['http://a.test/b"c{d', '<a href="http://a.test/b" rel="nofollow ugc">http://a.test/b</a>"c{d'],
  ['http://a.test/…\u{a0}', '<a href="http://a.test/…\u{a0}" rel="nofollow ugc">http://a.test/…\u{a0}</a>'],
  // What may come before one
  ...['(', '<', '.', ',', ';', '!', '?', ':', '\n'].map(
    (mark) => [`a${mark}irc://b`, `a${mark}<a href="irc://b" rel="ugc">irc://b</a>`] as const,
  ),
  ...['a', '>', '"', '[', '-', '/', '\u{a0}', '“'].map(
    (mark) => [`${mark}irc://b`, `${mark}irc://b`] as const,
  ),
  // Schemes that may not be linked to, and addresses without a host
  ...['foo://a.test', 'javascript://a', 'http://'].map((text) => [text, text] as const),
  ['https://"', '<a href="https://" rel="ugc">https://</a>"'],
  ['http://u@site.test:99/', '<a href="http://u@site.test:99/" rel="ugc">http://u@site.test:99/</a>'],
  // As long as WordPress looks
  [`http://${'a'.repeat(2001)}`, `http://${'a'.repeat(2001)}`],
  ['www..a)', '<a href="http://www..a" rel="nofollow ugc">http://www..a</a>)'],
  ['<b>www.a', '<b><a href="http://www.a" rel="nofollow ugc">http://www.a</a>'],
  ['+a.b-c_@d.e.fg-h', '<a href="mailto:+a.b-c_@d.e.fg">+a.b-c_@d.e.fg</a>-h'],
  ...['(a@b.test)', 'a@b', 'a@b.c', 'a@@b.test', 'ä@b.test'].map((text) => [text, text] as const),
  // Between `<` and `>`
  ['<irc://b c>', '<<a href="irc://b" rel="ugc">irc://b</a> c>'],
  ['<b irc://b>', '<b irc://b>'],
  ['<b irc://b', '<b irc://b'],
  ['a <b irc://b', 'a <b <a href="irc://b" rel="ugc">irc://b</a>'],
  [
    '<!-- irc://b --> <!-- > irc://b -->',
    '<!-- irc://b --> <!-- > <a href="irc://b" rel="ugc">irc://b</a> -->',
  ],
  // In a link, another one is kept where it is not all of it
  ['<a> irc://b</a>', '<a> <a href="irc://b" rel="ugc">irc://b</a></a>'],
  ['<A\nx>irc://b</A>', '<A\nx>irc://b</a>'],
  ['<a x><a y>b</a></a>', '<a x>b</a>'],
  // Code is counted, whatever its name
  ['<code><PRE x>irc://b</pre>irc://b</code>', '<code><PRE x>irc://b</pre>irc://b</code>'],
  ['<code>irc://b</style>irc://b', '<code>irc://b</style><a href="irc://b" rel="ugc">irc://b</a>'],
  ['<code/>irc://b', '<code/><a href="irc://b" rel="ugc">irc://b</a>'],
  ['<code>a</code >irc://b', '<code>a</code >irc://b'],
]

describe('clickableLinks', () => {
  for (const [text, html] of links)
    it(`of ${JSON.stringify(text)}`, () => assert.equal(clickableLinks(text, renderContextOf()), html))
})

const balanced: readonly (readonly [text: string, html: string])[] = [
  ['<b>a <i>b</b> c', '<b>a <i>b</i></b> c'],
  ['a</b>', 'a'],
  ['<SPAN  class="A" >a</SPAN><i >b</i>', '<span  class="A">a</span><i>b</i>'],
  ['a<em />b', 'a<em></em>b'],
  ['<div><div>a', '<div><div>a</div></div>'],
  ['<p>a<p>b', '<p>a</p><p>b</p>'],
  ['a<br>b<br/>c<BR / >', 'a<br />b<br />c<br />'],
  ['<img  a><hr\nb/ ></br>', '<img a/><hr b/>'],
  ['<b  a / >c', '<b  a></b>c'],
  ['<p>a<p/>b', '<p>a<p></p>b</p>'],
  ['<3 < 4', '&lt;3 < 4'],
  ['<i <b>x</b>', '<i <b>x</i>'],
  ['a < b <i>x', 'a < b <i>x</i>'],
  ['<!-- <b> -->', '<!-- <b> --></b>'],
  // Names
  ['<a:b><_c><D1>', '<a:b><_c><d1></d1></_c></a:b>'],
  ['<a.b-c><a-->', '<a.b-c><a--></a--></a.b-c>'],
  ...['<A-b>', '<a->', '<a-é>', '<a$b>', '<a/b>', '<a/ >', '< a>', '<a'].map((text) => [text, text] as const),
]

describe('balancedTags', () => {
  for (const [text, html] of balanced)
    it(`of ${JSON.stringify(text)}`, () => assert.equal(balancedTags(text), html))

  it('closes as many as it opens', () => {
    const unit = fc.constantFrom('<b>', '</b>', '<i>', '</i>', '<div>', '</div>', 'a')
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const html = balancedTags(text)
        for (const name of ['b', 'i', 'div'])
          assert.equal(html.split(`<${name}>`).length, html.split(`</${name}>`).length)
        assert.equal(balancedTags(html), html)
      }),
    )
  })
})

describe('threads', () => {
  const reply = (id: number, parentId: number): ShownReply => ({
    id: String(id),
    parentId: String(parentId),
    author: 'A',
    authorUrl: '',
    ownUrl: '',
    avatarUrl: () => '',
    link: '',
    postTitle: '',
    created: { local: '2024-01-07 10:00:00', offsetHours: 0, zone: '' },
    content: '',
    classes: [],
  })
  const rules = renderContextOf().commentRules
  const shown = (repliesDepth: number) =>
    renderBlocks('<!-- wp:comment-template --><!-- /wp:comment-template -->', {
      ...renderContextOf({ blocks: builtInBlocks, commentRules: { ...rules, repliesDepth } }),
      discussion: () => [reply(1, 0), reply(2, 1), reply(3, 2), reply(4, 3), reply(5, 2)],
    })
      .replace(/<ol class[^>]*>/, '<ol>')
      .replace(/<li id="comment-(\d)"[^>]*depth-(\d)">/g, '<li $1 $2>')
  it('are replied to on the page of comments that a comment is on', () => {
    const linked = (link: string) =>
      renderBlocks('<!-- wp:comment-reply-link /-->', {
        ...renderContextOf({ blocks: builtInBlocks }),
        comment: { ...reply(7, 0), link, depth: 1 },
      })
    assert(
      linked('http://a.test/b/comment-page-2/#comment-7').includes(
        '/b/comment-page-2/?replytocom=7#respond"',
      ),
    )
    assert(
      linked('http://a.test/?p=1&cpage=2#comment-7').includes('&#038;cpage=2&#038;replytocom=7#respond"'),
    )
  })
  it('go on at their last depth, in no lists of their own', () => {
    assert.equal(
      shown(2),
      '<ol><li 1 1><ol><li 2 2><li 3 2><li 4 2></li></li><li 5 2></li></li></ol></li></ol>',
    )
    assert.equal(
      shown(5),
      '<ol><li 1 1><ol><li 2 2><ol><li 3 3><ol><li 4 4></li></ol></li><li 5 3></li></ol></li></ol></li></ol>',
    )
  })
})
