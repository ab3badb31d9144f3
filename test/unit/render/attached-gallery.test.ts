// Galleries of the images that are attached to a post, as WordPress 7.1.4 renders them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Attachment } from '../../../src/render/attachment.ts'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { builtInShortcodes } from '../../../src/render/built-in-shortcodes.ts'
import { renderContent } from '../../../src/render/content.ts'
import { needsOfExcerpt, needsOfText } from '../../../src/render/needs.ts'
import { attachmentOf } from '../../support/attachments.ts'
import { renderContextOf } from '../../support/render-context.ts'

const image = (id: string, parts: Partial<Attachment> = {}) =>
  attachmentOf({
    id,
    title: `Image ${id}`,
    alt: `A "${id}"`,
    url: `http://site.test/${id}.png`,
    page: `http://site.test/page-${id}/`,
    created: `2024-01-0${id} 10:00:00`,
    ...parts,
  })
const files = [
  image('1', { title: 'Beta' }),
  image('2', { caption: '"x" <i>y</i> & <script>z</script>' }),
  image('3', { title: 'alpha', created: '2024-01-02 10:00:00' }),
  image('4', { mimeType: 'video/mp4' }),
  image('5', { status: 'private' }),
]
const text = (attributes: object, html = '', source = 'core/attached-media') => {
  const { args = {}, ...rest } = { args: undefined, ...attributes }
  const stated = JSON.stringify({ dynamicContent: { source, args }, ...rest })
  return `<!-- wp:gallery ${stated} -->${html}<!-- /wp:gallery -->`
}
const render = (stored: string, attachments: readonly Attachment[] = files) =>
  renderBlocks(
    stored,
    renderContextOf({
      postId: '7',
      blocks: builtInBlocks,
      attachments: (post) => (post === '7' ? attachments : []),
    }),
  )
const shown = (args: object) =>
  [...render(text({ args })).matchAll(/ data-id="(\d+)"/g)].map(([, id]) => id).join('')

const layout = 'is-layout-flex wp-block-gallery-is-layout-flex'

describe('galleries of attached images', () => {
  it('show those that everybody may see, newest first', () => {
    assert.equal(shown({}), '231')
    assert.equal(shown({ order: 'asc' }), '123')
    assert.equal(shown({ orderBy: 'title', order: 'ASC' }), '312')
    assert.equal(shown({ orderBy: 'menu_order', order: 'backwards' }), '231')
  })
  it('have the tag and the images of a gallery that is written', () => {
    assert.equal(
      render(text({}), [image('2', { caption: '"x" <i>y</i> & <script>z</script>' })]),
      `<figure class="wp-block-gallery has-nested-images columns-default is-cropped wp-block-gallery-1 ${layout}"><figure class="wp-block-image size-large"><img data-id="2" width="1" height="1" src="http://site.test/2.png" class="wp-image-2" alt="A &quot;2&quot;" /><figcaption class="wp-element-caption">"x" <i>y</i> &amp; z</figcaption></figure></figure>`,
    )
    assert.match(
      render(
        text({
          columns: 2,
          imageCrop: false,
          align: 'wide',
          className: 'mine',
          anchor: 'top',
          textColor: 'base',
          style: {
            border: { radius: '3px' },
            spacing: { padding: { top: '5px' } },
            typography: { fontSize: '9px' },
          },
        }),
      ),
      new RegExp(
        `^<figure style="border-radius:3px;padding-top:5px" class="wp-block-gallery has-nested-images columns-2 alignwide mine wp-block-gallery-1 ${layout}" id="top"><figure `,
      ),
    )
    for (const columns of [0, 9, 'x']) assert.match(render(text({ columns })), / columns-default /)
  })
  it('link to files or pages, or show images large', () => {
    const first = (attributes: object) => /<a [^>]*>/.exec(render(text(attributes), [image('1')]))?.[0]
    for (const linkTo of ['media', 'file'])
      assert.equal(first({ linkTo, linkTarget: '_self' }), '<a href="http://site.test/1.png">')
    for (const linkTo of ['attachment', 'post'])
      assert.equal(
        first({ linkTo, linkTarget: '_blank' }),
        '<a href="http://site.test/page-1/" target="_blank" rel="noopener">',
      )
    assert.equal(first({ linkTo: 'none' }), undefined)
    assert.match(
      render(text({ linkTo: 'lightbox' })),
      /^<figure data-wp-context="\{&quot;galleryId&quot;.*<figure data-wp-context="\{&quot;imageId&quot;.*<button\s+class="lightbox-trigger"/s,
    )
  })
  it('have images of the size and the shape that they state', () => {
    const html = render(text({ sizeSlug: 'medium', aspectRatio: '16/9' }))
    assert.match(
      html,
      /<figure class="wp-block-image size-medium"><img [^>]* style="aspect-ratio:16\/9;object-fit:cover" \/>/,
    )
    for (const aspectRatio of ['auto', '1;position:fixed', 'url(//x.test)'])
      assert.doesNotMatch(render(text({ aspectRatio })), /style=/)
  })
  it('show no more than one text may where each image has a long name, size or text', () => {
    const long = 'x'.repeat(10_000)
    const cases: readonly (readonly [stored: string, parts?: Partial<Attachment>])[] = [
      [text({ sizeSlug: long })],
      [text({ aspectRatio: long })],
      [`[gallery size="${long}"]`],
      ...(['alt', 'caption', 'url', 'page'] as const).flatMap((member) =>
        [text({ linkTo: 'post' }), '[gallery]'].map((stored) => [stored, { [member]: long }] as const),
      ),
    ]
    for (const [each, parts] of cases) {
      let left = 100_000
      const html = renderContent(
        each,
        renderContextOf({
          blocks: builtInBlocks,
          shortcodes: builtInShortcodes,
          attachments: () => Array.from({ length: 100 }, (_, place) => image(String(place + 1), parts)),
          allows: (letters) => (left -= letters) >= 0,
        }),
      )
      assert.ok(html.includes(long) && html.length < 500_000, String(html.length))
    }
  })
  it('stand before what is stored in the block', () => {
    assert.match(
      render(text({}, '<figcaption>c</figcaption>')),
      /<\/figure><figcaption>c<\/figcaption><\/figure>$/,
    )
  })
  it('are nothing without images or of an unknown source, and count nothing', () => {
    const written = '<!-- wp:gallery --><figure class="g"></figure><!-- /wp:gallery -->'
    const numbered = `<figure class="g wp-block-gallery-1 ${layout}"></figure>`
    assert.equal(render(text({}, 'x') + written, []), numbered)
    assert.equal(render(text({}, 'x', 'acme/files') + written), numbered)
  })
  it('are as they are stored without the name of a source', () => {
    for (const dynamicContent of [{}, 'core/attached-media', null])
      assert.match(
        render(`<!-- wp:gallery ${JSON.stringify({ dynamicContent })} --><b>x</b><!-- /wp:gallery -->`),
        /^<b class="wp-block-gallery-1 [^"]*">x<\/b>$/,
      )
  })
  it('need the files of their post', () => {
    assert.equal(needsOfText(text({})).ownFiles, true)
    assert.equal(needsOfText(text({}, '', 'acme/files')).ownFiles, false)
  })
  it('need them where JSON writes the name of their source in another way', () => {
    for (const written of ['core\\/attached-media', 'core/attached\\u002dmedia'])
      assert.equal(needsOfText(text({}).replace('core/attached-media', written)).ownFiles, true, written)
    const bound = {
      metadata: { bindings: { content: { source: 'core/post-meta', args: { key: 'mood' } } } },
    }
    const stored = `<!-- wp:paragraph ${JSON.stringify(bound).replace('core/', 'core\\/')} --><p>x</p><!-- /wp:paragraph -->`
    assert.deepEqual(needsOfText(stored).embeds, ['mood'])
    assert.deepEqual(needsOfExcerpt(stored).embeds, ['mood'])
  })
})
