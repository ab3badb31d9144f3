// Stored text → served HTML: blocks or paragraphs, and excerpts of at most 55 words as plain text.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { counter } from '../../../src/core/counter.ts'
import { lettersMax, unrenderedHeader } from '../../../src/core/unrendered.ts'
import {
  renderComment,
  renderContent,
  renderExcerpt,
  renderRichText,
  renderTitle,
} from '../../../src/render/content.ts'
import { englishMarks } from '../../../src/render/marks.ts'
import { renderContextOf } from '../../support/render-context.ts'

const context = renderContextOf({
  shortcodes: new Map([
    ['gallery', () => ''],
    ['caption', () => ''],
  ]),
})

const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at + 1}`).join(' ')

/** What the excerpt of a content is, without the paragraph around it. */
function excerptOf(content: string): string {
  const html = renderExcerpt('', content, context)
  return html === '' ? '' : (/^<p>(.*)<\/p>\n$/s.exec(html)?.[1] ?? `not a paragraph: ${html}`)
}

describe('renderContent', () => {
  it('makes paragraphs of what has no blocks', () =>
    assert.equal(renderContent('a\n\nb', context), '<p>a</p>\n<p>b</p>\n'))
  it('takes the delimiters out of what has', () =>
    assert.equal(
      renderContent('<!-- wp:html -->\na\n\nb\n<!-- /wp:html -->\n\n<!-- wp:nextpage /-->', context),
      '\na\n\nb\n\n\n',
    ))
})

describe('texts beyond the limit of letters', () => {
  const part = "it's \n\n[gallery]"
  const long = part.repeat(lettersMax / part.length + 1)
  const renderers = { renderContent, renderRichText, renderComment, renderTitle }
  for (const [name, render] of Object.entries(renderers))
    it(`stay as they are stored: ${name}`, () => {
      assert.equal(render(long, context), long)
      assert.notEqual(render(part, context), part)
    })
  it('are named in the header that says what nothing renders', () => {
    const { count, take } = counter()
    renderContent(long, { ...context, count })
    const headers = new Map(unrenderedHeader('X-Cms-Unrendered', [take()]))
    assert.match(headers.get('X-Cms-Unrendered') ?? '', /\btexts beyond the limit 1\b/)
  })
  it('have the excerpts of their beginnings', () =>
    assert.equal(excerptOf(`${words(56)} ${long}`), `${words(55)} [&hellip;]`))
})

describe('a request that has rendered blocks', () => {
  it('makes the paragraphs of later texts around shortcodes', () => {
    const request = renderContextOf({ shortcodes: new Map([['s', () => '<b>']]) })
    assert.equal(renderContent('[s]', request), '<b>\n')
    renderContent('<!-- wp:x /-->', request)
    assert.equal(renderContent('[s]', request), '<p><b></p>\n')
  })
})

describe('texts around shortcodes, smilies and ampersands', () => {
  it('lose whole shortcodes in excerpts, and one pair of brackets of two', () => {
    assert.equal(excerptOf('a [caption]b[/caption] c'), 'a c')
    assert.equal(excerptOf('a [[gallery]] b'), 'a b')
    assert.equal(excerptOf('a [[other]] b'), 'a [[other]] b')
    assert.equal(excerptOf('[gallery'), '[gallery')
  })
  it('have no paragraph around a shortcode alone in a written excerpt', () =>
    assert.equal(renderExcerpt('[gallery]', '', context), '[gallery]\n'))
  it('have smilies between blanks, among them those that do not break', () =>
    assert.equal(renderContent('a&nbsp;:)&nbsp;b :)&c', context), '<p>a&nbsp;🙂&nbsp;b :)&#038;c</p>\n'))
  it('keep the second of two ampersands where HTML is written', () =>
    assert.equal(renderTitle('<script>a && b</script>', context), '<script>a &#038;& b</script>'))
  it('spell WordPress behind what a word begins behind, in titles anywhere', () => {
    assert.equal(renderTitle('xWordpress', context), 'xWordPress')
    assert.equal(
      renderContent('Wordpress\n(Wordpress) xWordpress\tWordpress', context),
      '<p>WordPress<br />\n(WordPress) xWordpress\tWordpress</p>\n',
    )
    const marks = { ...englishMarks, opening: '&#8222;', openingSingle: '&#8218;' }
    assert.equal(
      renderContent('"Wordpress \'Wordpress &#8220;Wordpress', { ...context, marks }),
      '<p>&#8222;WordPress &#8218;Wordpress &#8220;Wordpress</p>\n',
    )
  })
})

describe('renderTitle', () => {
  it('has no blanks around it and everything else as it is', () =>
    assert.equal(renderTitle(' A <em>b</em>\n', context), 'A <em>b</em>'))
})

describe('renderExcerpt', () => {
  const excerpts: readonly (readonly [content: string, excerpt: string])[] = [
    ['', ''],
    ['one two', 'one two'],
    ['one\n\n two\t three', 'one two three'],
    ['<p>one <em>two</em></p>', 'one two'],
    ['a<br>b<p>c</p>d', 'ab c d'],
    ['<!-- wp:paragraph -->\n<p>one</p>\n<!-- /wp:paragraph -->', 'one'],
    ['one<!--more-->two', 'one'],
    ['one<!--nextpage-->two', 'one'],
    ['<!--more-->two', ''],
    ['<!--nextpage-->one', 'one'],
    [
      '<!-- wp:nextpage -->\n<!--nextpage-->\n<!-- /wp:nextpage -->\n<!-- wp:paragraph --><p>one</p><!-- /wp:paragraph -->',
      'one',
    ],
    ['<!-- wp:nextpage {"a":1} -->\n<!--nextpage-->\n<!-- /wp:nextpage -->one', ''],
    ['a<script>var b = "<p>"</script>c', 'ac'],
    ['a<SCRIPT type=x>b</Script>c', 'ac'],
    ['I <3 "you and this is a post', 'I'],
    ['<a title="foo href=x>y</a>', ''],
    ['a<style>b{}</style>c', 'a c'],
    ['a<scripted>b</scripted>c', 'abc'],
    ['one&nbsp;two', 'one&nbsp;two'],
    ['これは長い文章です', 'これは長い文章です'],
  ]
  for (const [content, excerpt] of excerpts)
    it(`of ${JSON.stringify(content)}`, () => assert.equal(excerptOf(content), excerpt))

  it('is what was written, where something was', () => {
    assert.equal(renderExcerpt('a <b>b</b>\n\nc', 'other', context), '<p>a <b>b</b></p>\n<p>c</p>\n')
    assert.equal(renderExcerpt(' \n', 'other', context), '<p>other</p>\n')
  })

  it('has 55 words, and says so where there were more', () => {
    assert.equal(excerptOf(words(54)), words(54))
    assert.equal(excerptOf(words(55)), words(55))
    assert.equal(excerptOf(words(56)), `${words(55)} [&hellip;]`)
  })

  it('never has more, whatever is between the words', () => {
    const gap = fc.constantFrom(' ', '\n', '\t\t', ' <b> ', ' <!-- x --> ', '\n\n')
    fc.assert(
      fc.property(fc.array(gap, { minLength: 60, maxLength: 90 }), (gaps) => {
        assert.equal(
          excerptOf(`w1${gaps.map((each, at) => `${each}w${at + 2}`).join('')}`),
          `${words(55)} [&hellip;]`,
        )
      }),
    )
  })

  it('shows no script beside letters that grow when they are written small', () => {
    assert.equal(excerptOf(`${'İ'.repeat(10)}<script>x</script> word`), `${'İ'.repeat(10)} word`)
    const twice = '<script>1</script><b>y</b><script>alert(2)</script> word'
    for (const count of [1, 10, 20, 30, 40])
      assert.equal(excerptOf(`${'İ'.repeat(count)}${twice}`), `${'İ'.repeat(count)}y word`)
  })

  it('keeps a < that begins no tag, with the line end that comes after it', () => {
    assert.equal(excerptOf('five < six is true'), 'five < six is true\n')
    assert.equal(excerptOf('a < b <em>and</em> c'), 'a < b and c\n')
  })
})
